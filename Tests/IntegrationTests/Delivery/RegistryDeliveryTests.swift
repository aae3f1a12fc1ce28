import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, channel groups and namespaces reach every receiver")
struct RegistryDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    static let rows = listing + removing + changing

    private static let crew = PNChannelGroup(name: "crew")
    private static let ships = PNChannelGroup(name: "crew", inNamespace: "ships")
    private static let channels = PNChannel.channels(withNames: ["a", "b"])

    private static let withGroups: DeliveryRow.Step = { scene in
        for group in [crew, ships] {
            try await scene.server.addChannels(["a"], toGroup: group.name, subscribeKey: "demo")
        }
    }
    private static let refused: DeliveryRow.Step = { $0.refuse(.registry) }

    private static func event(
        _ method: String,
        _ text: String,
        _ observer: String,
        _ observed: String,
        posts notification: String,
        carrying payload: String? = nil
    ) -> DeliveryEvent {
        DeliveryEvent(method, text, observers: .init(observer, observed), posts: notification, carrying: payload)
    }

    private static func list(_ namespace: String?) -> DeliveryRow.Step {
        { scene in
            scene.pubnub.requestChannelGroups(
                forNamespace: namespace,
                withCompletionHandling: scene.closure.groups
            )
        }
    }

    private static let listNamespaces: DeliveryRow.Step = { scene in
        scene.pubnub.requestChannelGroupNamespaces(completionHandling: scene.closure.namespaces)
    }
    private static let listChannels: DeliveryRow.Step = { scene in
        scene.pubnub.requestChannels(for: crew, withCompletionHandling: scene.closure.group)
    }

    private static let listing = [
        DeliveryRow(
            "list groups",
            delivers: [
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
        DeliveryRow(
            "list groups of a namespace",
            delivers: [
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
        DeliveryRow(
            "list groups, refused",
            delivers: [
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
        DeliveryRow(
            "list namespaces",
            delivers: [
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
        DeliveryRow(
            "list namespaces, refused",
            delivers: [
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
        DeliveryRow(
            "list channels of a group",
            delivers: [
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
        DeliveryRow(
            "list channels of a group, refused",
            delivers: [
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

    private static let removeNamespace: DeliveryRow.Step = { scene in
        scene.pubnub.removeChannelGroupNamespace(
            "ships",
            withCompletionHandling: scene.closure.namespaceRemoval
        )
    }
    private static let removeGroup: DeliveryRow.Step = { scene in
        scene.pubnub.remove(crew, withCompletionHandling: scene.closure.group)
    }

    private static let removing = [
        DeliveryRow(
            "remove a namespace",
            delivers: [
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
        DeliveryRow(
            "remove a namespace, refused",
            delivers: [
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
        DeliveryRow(
            "remove a group",
            delivers: [
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
        DeliveryRow(
            "remove a group, refused",
            delivers: [
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

    private static let add: DeliveryRow.Step = { scene in
        scene.pubnub.addChannels(channels, to: crew, withCompletionHandling: scene.closure.groupChange)
    }
    private static let remove: DeliveryRow.Step = { scene in
        scene.pubnub.removeChannels(channels, from: crew, withCompletionHandling: scene.closure.groupChange)
    }

    private static func notAdded(_ code: Int, _ change: String, _ names: String) -> DeliveryEvent {
        event(
            "pubnubClient(_:channelsAdditionToGroupDidFailWithError:)",
            "\(code) about \(change)",
            "addChannelsAddition(toGroupObserver:)",
            "crew, \(names), \(code) about \(change)",
            posts: kPNClientGroupChannelsAdditionDidFailWithErrorNotification
        )
    }

    private static let changing = [
        DeliveryRow(
            "add channels to a group",
            delivers: [
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
        DeliveryRow(
            "add channels to a group, refused",
            delivers: [notAdded(122, "add [a b] in crew", "[a b]")],
            after: refused,
            operate: add
        ),
        DeliveryRow("add no channels to a group", delivers: [notAdded(118, "add [] in crew", "[]")]) { scene in
            scene.pubnub.addChannels([], to: crew, withCompletionHandling: scene.closure.groupChange)
        },
        DeliveryRow(
            "remove channels from a group",
            delivers: [
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
        DeliveryRow(
            "remove channels from a group, refused",
            delivers: [
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
