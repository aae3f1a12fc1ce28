import ArgumentParser
import PubNub

/// `pubnub groups add` and `pubnub groups remove`
struct GroupsChangeCommand<Change: ListChange>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Change.word,
            abstract: Change.groups.abstract,
            discussion: Change.groups.examples
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var place: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    @Argument(help: ArgumentHelp("Channels to \(Change.word)."))
    var channels: [String]

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await Change.change(PNChannel.channels(withNames: channels), of: place.group(group), with: client)
        let (done, preposition) = Change.report
        let line = "\(done) \(channels.joined(separator: ", ")) \(preposition) \(group)"
        output.group(group, in: place.namespace, channels: channels, forPeople: [line])
    }
}
