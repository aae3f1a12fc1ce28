import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub push`
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Manage the push subscriptions of a device.",
        discussion: """
            TOKEN is the token that the push service assigned to the device. With --type apns, the default, it consists of \
            hexadecimal digits; with --type fcm it is the string from Google.

              pubnub push add "$TOKEN" news weather
              pubnub push list "$TOKEN"
              pubnub push remove "$TOKEN" weather
              pubnub push remove-all "$TOKEN"
            """,
        subcommands: [
            PushAddCommand.self, PushRemoveCommand.self, PushListCommand.self, PushRemoveAllCommand.self,
        ]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub push add`
struct PushAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Notify a device of messages on channels.",
        discussion: """
              pubnub push add "$TOKEN" news weather
            """
    )

    @OptionGroup var device: PushOptions

    @Argument(help: "Channels to add, at least one.")
    var channels: [String]

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.enablePush(on: PNChannel.exactly(named: channels), device)
        output.pushChannels(channels, forPeople: ["added \(channels.joined(separator: ", "))"])
    }
}

/// `pubnub push remove`
struct PushRemoveCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop notifying a device of messages on channels.",
        discussion: """
              pubnub push remove "$TOKEN" news weather
            """
    )

    @OptionGroup var device: PushOptions

    @Argument(help: "Channels to remove, at least one.")
    var channels: [String]

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.disablePush(on: PNChannel.exactly(named: channels), device)
        output.pushChannels(channels, forPeople: ["removed \(channels.joined(separator: ", "))"])
    }
}

/// `pubnub push list`
struct PushListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the channels that a device receives notifications for.",
        discussion: """
              pubnub push list "$TOKEN"
            """
    )

    @OptionGroup var device: PushOptions
    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let names = try await client.pushChannels(of: device).map(\.name)
        output.pushChannels(names, forPeople: names)
        if !output.isJSON, names.isEmpty { output.note("the device has no channels") }
    }
}

/// `pubnub push remove-all`
struct PushRemoveAllCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-all",
        abstract: "Unregister a device: stop all its notifications.",
        discussion: """
              pubnub push remove-all "$TOKEN"
            """
    )

    @OptionGroup var device: PushOptions
    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.removeAllPush(from: device)
        output.pushChannels([], forPeople: ["removed the device"])
    }
}

/// The device, and the service that notifies it.
struct PushOptions: ParsableArguments {
    @Option(help: "Push service of the device.")
    var type = PushServiceArgument.apns

    @Argument(help: "Token of the device: hexadecimal digits for apns, the string from Google for fcm.")
    var token: String

    func validate() throws {
        // The token stays out of the message: it is a secret.
        guard bytes == nil else { return }
        switch type {
        case .apns:
            throw ValidationError(
                "TOKEN must consist of hexadecimal digits, two for each byte. For a token of Google add --type fcm."
            )
        case .fcm: throw ValidationError("TOKEN must consist of printable ASCII characters without spaces.")
        }
    }

    /// The token in the form of the library; `nil` if the service has no such tokens.
    var bytes: Data? {
        switch type {
        case .apns: Data(hexadecimal: token)
        case .fcm: token.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? Data(token.utf8) : nil
        }
    }
}

/// The value of `--type`: a push service, by its name on the command line.
enum PushServiceArgument: String, ExpressibleByArgument, CaseIterable {
    case apns, fcm

    /// The value of the library.
    var inLibrary: PNPushService {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        }
    }
}

extension Data {
    /// Reads bytes from hexadecimal digits, two for each byte; `nil` for any other string.
    init?(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}

extension Output {
    /// Prints the channels of a device that were listed, added or removed.
    func pushChannels(_ names: [String], forPeople lines: @autoclosure () -> [String]) {
        result(.object(["channels": .array(names.map(JSON.string))]), forPeople: lines())
    }
}

/// The library's calls about notifications as async functions that throw the `PNError` of a failure.
extension PubNub {
    func enablePush(on channels: [PNChannel], _ device: PushOptions) async throws {
        _ = try await outcome { (outcome: CallOutcome<[PNChannel]>) in
            enablePushNotifications(
                onChannels: channels,
                withDevicePushToken: device.bytes,
                type: device.type.inLibrary
            ) { channels, error in outcome.end(channels, error) }
        }
    }

    func disablePush(on channels: [PNChannel], _ device: PushOptions) async throws {
        _ = try await outcome { (outcome: CallOutcome<[PNChannel]>) in
            disablePushNotifications(
                onChannels: channels,
                withDevicePushToken: device.bytes,
                type: device.type.inLibrary
            ) { channels, error in outcome.end(channels, error) }
        }
    }

    func removeAllPush(from device: PushOptions) async throws {
        try await outcome { (outcome: CallOutcome<Void>) in
            removeAllPushNotifications(forDevicePushToken: device.bytes, type: device.type.inLibrary) { error in
                outcome.end(error)
            }
        }
    }

    func pushChannels(of device: PushOptions) async throws -> [PNChannel] {
        try await outcome { outcome in
            requestPushNotificationEnabledChannels(forDevicePushToken: device.bytes, type: device.type.inLibrary) {
                channels,
                error in
                outcome.end(channels, error)
            }
        }
    }
}
