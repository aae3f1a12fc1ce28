import ArgumentParser
import PubNub

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
