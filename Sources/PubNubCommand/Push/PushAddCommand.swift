import ArgumentParser
import PubNub

/// `pubnub push add`
struct PushAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Notify a device of messages on channels.",
        discussion: """
              pubnub push add "$TOKEN" news weather
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var device: PushOptions

    @Argument(help: "Channels to be notified of.")
    var channels: [String]

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.enablePush(on: PNChannel.channels(withNames: channels), device)
        output.pushChannels(channels, forPeople: ["added \(channels.joined(separator: ", "))"])
    }
}
