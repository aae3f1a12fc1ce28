import ArgumentParser
import Foundation
import PubNub

/// `pubnub push`
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Choose of which channels a device is notified.",
        discussion: """
            TOKEN is what the push service gave the device, in hexadecimal digits.

              pubnub push add "$TOKEN" news weather
              pubnub push list "$TOKEN"
              pubnub push remove "$TOKEN" weather
              pubnub push remove-all "$TOKEN"
            """,
        subcommands: [
            PushChangeCommand<ListAddition>.self, PushChangeCommand<ListRemoval>.self, PushListCommand.self,
            PushRemoveAllCommand.self,
        ]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub push list`
struct PushListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the channels of which a device is notified.",
        discussion: """
              pubnub push list "$TOKEN"
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var device: PushOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let names = try await client.pushChannels(of: device).map(\.name)
        output.pushChannels(names, forPeople: names)
    }
}

/// `pubnub push add` and `pubnub push remove`
struct PushChangeCommand<Change: ListChange>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Change.word,
            abstract: Change.push.abstract,
            discussion: Change.push.examples
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var device: PushOptions

    @Argument(help: ArgumentHelp("Channels to \(Change.word)."))
    var channels: [String]

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await Change.change(PNChannel.channels(withNames: channels), of: device, with: client)
        output.pushChannels(channels, forPeople: ["\(Change.report.done) \(channels.joined(separator: ", "))"])
    }
}

/// `pubnub push remove-all`
struct PushRemoveAllCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-all",
        abstract: "Notify a device of nothing any more.",
        discussion: """
              pubnub push remove-all "$TOKEN"
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var device: PushOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.removeAllPush(from: device)
        output.pushChannels([], forPeople: ["removed the device"])
    }
}

/// Which device is meant.
struct PushOptions: ParsableArguments {
    @Option(help: "Service that notifies the device: apns or fcm.")
    var type = PushService.apns

    @Argument(help: "Token of the device: for apns in hexadecimal digits, for fcm as Google gave it.")
    var token: String

    func validate() throws {
        // The token stays out of the message: it is a secret.
        guard bytes == nil else { return }
        switch type {
        case .apns: throw ValidationError("TOKEN has to be hexadecimal digits, two for each byte.")
        case .fcm: throw ValidationError("TOKEN has to be a token of FCM, which is printable ASCII without spaces.")
        }
    }

    /// The token as the library takes it; nil when it is none of this service.
    var bytes: Data? {
        switch type {
        case .apns: Data(hexadecimal: token)
        case .fcm: token.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? Data(token.utf8) : nil
        }
    }
}

/// Who notifies a device, as it is named on the command line.
enum PushService: String, ExpressibleByArgument, CaseIterable {
    case apns, fcm

    /// The library's form.
    var inLibrary: PNPushService {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        }
    }
}
