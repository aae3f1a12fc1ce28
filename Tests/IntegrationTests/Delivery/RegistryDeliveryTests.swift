import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, who is told of channel groups and namespaces")
struct RegistryTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    static let rows = listing + removing + changing

    private static let crew = PNChannelGroup(name: "crew")
    private static let ships = PNChannelGroup(name: "crew", inNamespace: "ships")
    private static let channels = PNChannel.channels(withNames: ["a", "b"])

    private static let withGroups: ToldRow.Step = { scene in
        for group in [crew, ships] { scene.server.addChannels(["a"], toGroup: group.name, subscribeKey: "demo") }
    }
    private static let refused: ToldRow.Step = { $0.refuse(.registry) }

    private static func event(
        _ method: String,
        _ said: String,
        _ observer: String,
        _ observed: String,
        posts notification: String,
        carrying payload: String? = nil
    ) -> ToldEvent {
        ToldEvent(method, said, observers: .init(observer, observed), posts: notification, carrying: payload)
    }

    private static func list(_ namespace: String?) -> ToldRow.Step {
        { scene in
            scene.pubnub.requestChannelGroups(
                forNamespace: namespace,
                withCompletionHandling: scene.closure.groups
            )
        }
    }

    private static let listNamespaces: ToldRow.Step = { scene in
        scene.pubnub.requestChannelGroupNamespaces(completionHandling: scene.closure.namespaces)
    }
    private static let listChannels: ToldRow.Step = { scene in
        scene.pubnub.requestChannels(for: crew, withCompletionHandling: scene.closure.group)
    }

    private static let listing = [
        ToldRow(
            "list groups",
            tells: [
                event(
                    "pubnubClient(_:didReceiveChannelGroups:forNamespace:)",
                    "[crew], nil",
                    "addChannelGroupsRequestObserver",
                    "nil, [crew], nil",
                    posts: kPNClientChannelGroupsRequestCompleteNotification,
                    carrying: "[crew]"
                )
            ],
            after: withGroups,
            operate: list(nil)
        ),
        ToldRow(
            "list groups of a namespace",
            tells: [
                event(
                    "pubnubClient(_:didReceiveChannelGroups:forNamespace:)",
                    "[ships:crew], ships",
                    "addChannelGroupsRequestObserver",
                    "ships, [ships:crew], nil",
                    posts: kPNClientChannelGroupsRequestCompleteNotification,
                    carrying: "ships has [ships:crew]"
                )
            ],
            after: withGroups,
            operate: list("ships")
        ),
        ToldRow(
            "list groups, refused",
            tells: [
                event(
                    "pubnubClient(_:channelGroupsRequestDidFailWithError:)",
                    "122 about ships",
                    "addChannelGroupsRequestObserver",
                    "ships, nil, 122 about ships",
                    posts: kPNClientChannelGroupsRequestDidFailWithErrorNotification
                )
            ],
            after: refused,
            operate: list("ships")
        ),
        ToldRow(
            "list namespaces",
            tells: [
                event(
                    "pubnubClient(_:didReceiveChannelGroupNamespaces:)",
                    "[ships]",
                    "addChannelGroupNamespacesRequestObserver",
                    "[ships], nil",
                    posts: kPNClientChannelGroupNamespacesRequestCompleteNotification
                )
            ],
            after: withGroups,
            operate: listNamespaces
        ),
        ToldRow(
            "list namespaces, refused",
            tells: [
                event(
                    "pubnubClient(_:channelGroupNamespacesRequestDidFailWithError:)",
                    "122",
                    "addChannelGroupNamespacesRequestObserver",
                    "nil, 122",
                    posts: kPNClientChannelGroupNamespacesRequestDidFailWithErrorNotification
                )
            ],
            after: refused,
            operate: listNamespaces
        ),
        ToldRow(
            "list channels of a group",
            tells: [
                event(
                    "pubnubClient(_:didReceiveChannelsFor:)",
                    "crew",
                    "addChannels(forGroupRequestObserver:)",
                    "crew, nil",
                    posts: kPNClientChannelsForGroupRequestCompleteNotification
                )
            ],
            after: withGroups,
            operate: listChannels
        ),
        ToldRow(
            "list channels of a group, refused",
            tells: [
                event(
                    "pubnubClient(_:channelsForGroupRequestDidFailWithError:)",
                    "122 about crew",
                    "addChannels(forGroupRequestObserver:)",
                    "crew, 122 about crew",
                    posts: kPNClientChannelsForGroupRequestDidFailWithErrorNotification
                )
            ],
            after: refused,
            operate: listChannels
        ),
    ]

    private static let removeNamespace: ToldRow.Step = { scene in
        scene.pubnub.removeChannelGroupNamespace(
            "ships",
            withCompletionHandling: scene.closure.namespaceRemoval
        )
    }
    private static let removeGroup: ToldRow.Step = { scene in
        scene.pubnub.remove(crew, withCompletionHandling: scene.closure.group)
    }

    private static let removing = [
        ToldRow(
            "remove a namespace",
            tells: [
                event(
                    "pubnubClient(_:didRemoveNamespace:)",
                    "ships",
                    "addChannelGroupNamespaceRemovalObserver",
                    "ships, nil",
                    posts: kPNClientChannelGroupNamespaceRemovalCompleteNotification
                )
            ],
            after: withGroups,
            operate: removeNamespace
        ),
        ToldRow(
            "remove a namespace, refused",
            tells: [
                event(
                    "pubnubClient(_:namespaceRemovalDidFailWithError:)",
                    "122 about ships",
                    "addChannelGroupNamespaceRemovalObserver",
                    "ships, 122 about ships",
                    posts: kPNClientChannelGroupNamespaceRemovalDidFailWithErrorNotification
                )
            ],
            after: refused,
            operate: removeNamespace
        ),
        ToldRow(
            "remove a group",
            tells: [
                event(
                    "pubnubClient(_:didRemove:)",
                    "crew",
                    "addChannelGroupRemovalObserver",
                    "crew, nil",
                    posts: kPNClientChannelGroupRemovalCompleteNotification
                )
            ],
            after: withGroups,
            operate: removeGroup
        ),
        ToldRow(
            "remove a group, refused",
            tells: [
                event(
                    "pubnubClient(_:channelGroupRemovalDidFailWithError:)",
                    "122 about crew",
                    "addChannelGroupRemovalObserver",
                    "crew, 122 about crew",
                    posts: kPNClientChannelGroupRemovalDidFailWithErrorNotification
                )
            ],
            after: refused,
            operate: removeGroup
        ),
    ]

    private static let add: ToldRow.Step = { scene in
        scene.pubnub.addChannels(channels, to: crew, withCompletionHandling: scene.closure.groupChange)
    }
    private static let remove: ToldRow.Step = { scene in
        scene.pubnub.removeChannels(channels, from: crew, withCompletionHandling: scene.closure.groupChange)
    }

    private static func notAdded(_ code: Int, _ change: String, _ names: String) -> ToldEvent {
        event(
            "pubnubClient(_:channelsAdditionToGroupDidFailWithError:)",
            "\(code) about \(change)",
            "addChannelsAddition(toGroupObserver:)",
            "crew, \(names), \(code) about \(change)",
            posts: kPNClientGroupChannelsAdditionDidFailWithErrorNotification
        )
    }

    private static let changing = [
        ToldRow(
            "add channels to a group",
            tells: [
                event(
                    "pubnubClient(_:didAddChannels:to:)",
                    "[a b], crew",
                    "addChannelsAddition(toGroupObserver:)",
                    "crew, [a b], nil",
                    posts: kPNClientGroupChannelsAdditionCompleteNotification,
                    carrying: "add [a b] in crew"
                )
            ],
            operate: add
        ),
        ToldRow(
            "add channels to a group, refused",
            tells: [notAdded(122, "add [a b] in crew", "[a b]")],
            after: refused,
            operate: add
        ),
        ToldRow("add no channels to a group", tells: [notAdded(118, "add [] in crew", "[]")]) { scene in
            scene.pubnub.addChannels([], to: crew, withCompletionHandling: scene.closure.groupChange)
        },
        ToldRow(
            "remove channels from a group",
            tells: [
                event(
                    "pubnubClient(_:didRemoveChannels:from:)",
                    "[a b], crew",
                    "addChannelsRemoval(fromGroupObserver:)",
                    "crew, [a b], nil",
                    posts: kPNClientGroupChannelsRemovalCompleteNotification,
                    carrying: "remove [a b] in crew"
                )
            ],
            after: withGroups,
            operate: remove
        ),
        ToldRow(
            "remove channels from a group, refused",
            tells: [
                event(
                    "pubnubClient(_:channelsRemovalFromGroupDidFailWithError:)",
                    "122 about remove [a b] in crew",
                    "addChannelsRemoval(fromGroupObserver:)",
                    "crew, [a b], 122 about remove [a b] in crew",
                    posts: kPNClientGroupChannelsRemovalDidFailWithErrorNotification
                )
            ],
            after: refused,
            operate: remove
        ),
    ]
}
