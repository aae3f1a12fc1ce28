import ArgumentParser

/// `pubnub groups`
struct GroupsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "List channel groups, and change which channels are in them.",
        discussion: """
            A group is subscribed to as a whole. It is there as long as it has channels.

              pubnub groups add friends ann bob
              pubnub groups channels friends
              pubnub subscribe --group friends
              pubnub groups remove friends bob
              pubnub groups delete friends
              pubnub groups list --namespace work

            A group of a namespace is subscribed to as NAMESPACE:GROUP.
            """,
        subcommands: [
            GroupsListCommand.self, GroupsChannelsCommand.self, GroupsChangeCommand<ListAddition>.self,
            GroupsChangeCommand<ListRemoval>.self,
            GroupsDeleteCommand.self,
        ]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
