import ArgumentParser
import PubNub

/// `pubnub push remove`
struct PushRemoveCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Notify a device of messages on channels no longer.",
        discussion: """
              pubnub push remove "$TOKEN" news weather
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var device: PushOptions

    @Argument(help: "Channels not to be notified of.")
    var channels: [String]

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.disablePush(on: PNChannel.channels(withNames: channels), device)
        output.pushChannels(channels, forPeople: ["removed \(channels.joined(separator: ", "))"])
    }
}
