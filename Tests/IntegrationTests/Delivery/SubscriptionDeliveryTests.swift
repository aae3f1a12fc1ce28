import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, subscribing, unsubscribing and restoring reach every receiver")
struct SubscriptionDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    static let rows = subscribing + unsubscribing + restoring + identifying

    private static func subscribed(
        _ names: String,
        closure: DeliveryEvent.Closure = .asObserved,
        posts notification: String = kPNClientSubscriptionDidCompleteNotification
    ) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:didSubscribeOn:)",
            names,
            deprecated: [.init("pubnubClient(_:didSubscribeOnChannels:)", names)],
            observers: .init("addClientChannelSubscriptionStateObserver", "state 1, \(names), nil"),
            closure: closure,
            posts: notification
        )
    }

    private static func notSubscribed(
        _ code: Int,
        _ names: String,
        closure: DeliveryEvent.Closure = .asObserved,
        posts notification: String = kPNClientSubscriptionDidFailNotification
    ) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:subscriptionDidFailWithError:)",
            "\(code) about \(names)",
            observers: .init(
                "addClientChannelSubscriptionStateObserver",
                "state 0, \(names), \(code) about \(names)"
            ),
            closure: closure,
            posts: notification
        )
    }

    private static func unsubscribed(
        _ names: String,
        closure: DeliveryEvent.Closure = .asObserved,
        posts notification: String = kPNClientUnsubscriptionDidCompleteNotification
    ) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:didUnsubscribeFrom:)",
            names,
            deprecated: [.init("pubnubClient(_:didUnsubscribeOnChannels:)", names)],
            observers: .init("addClientChannelUnsubscriptionObserver", "\(names), nil"),
            closure: closure,
            posts: notification
        )
    }

    private static func notUnsubscribed(
        _ code: Int,
        _ names: String,
        closure: DeliveryEvent.Closure = .asObserved,
        posts notification: String = kPNClientUnsubscriptionDidFailNotification
    ) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:unsubscriptionDidFailWithError:)",
            "\(code) about \(names)",
            observers: .init("addClientChannelUnsubscriptionObserver", "\(names), \(code) about \(names)"),
            closure: closure,
            posts: notification
        )
    }

    private static let keepsTimeToken = DeliveryEvent(question: "shouldKeepTimeTokenOnChannelsListChange()")

    private static func subscribe(_ names: String...) -> DeliveryRow.Step {
        { scene in
            scene.pubnub.subscribe(
                on: PNChannel.channels(withNames: names),
                withCompletionHandling: scene.closure.subscription
            )
        }
    }

    private static func unsubscribe(_ names: String...) -> DeliveryRow.Step {
        { scene in
            scene.pubnub.unsubscribe(
                from: PNChannel.channels(withNames: names),
                withCompletionHandling: scene.closure.objects
            )
        }
    }

    private static let subscribing = [
        DeliveryRow("subscribe", delivers: [subscribed("[hall attic]")], operate: subscribe("hall", "attic")),
        DeliveryRow(
            "subscribe to one more",
            delivers: [keepsTimeToken, subscribed("[attic]")],
            after: { try await $0.subscribe("hall") },
            operate: subscribe("attic")
        ),
        DeliveryRow(
            "subscribe to a group",
            delivers: [subscribed("[house]")],
            after: { try await $0.server.addChannels(["hall"], toGroup: "house", subscribeKey: "demo") },
            operate: { scene in
                scene.pubnub.subscribe(
                    on: [PNChannelGroup(name: "house")],
                    withCompletionHandling: scene.closure.subscription
                )
            }
        ),
        DeliveryRow(
            "subscribe, forbidden",
            delivers: [notSubscribed(122, "[hall]")],
            after: { $0.refuse(.subscribe) },
            operate: subscribe("hall")
        ),
        DeliveryRow("subscribe, bad name", delivers: [notSubscribed(117, "[a,b]")], operate: subscribe("a,b")),
        DeliveryRow(
            "subscribe, not connected",
            delivers: [notSubscribed(108, "[hall]")],
            isConnected: false,
            operate: subscribe("hall")
        ),
    ]

    private static let unsubscribing = [
        DeliveryRow(
            "unsubscribe",
            delivers: [unsubscribed("[hall]")],
            after: { try await $0.subscribe("hall") },
            operate: unsubscribe("hall")
        ),
        DeliveryRow(
            "unsubscribe, refused",
            delivers: [notUnsubscribed(122, "[hall]")],
            after: { scene in
                try await scene.subscribe("hall")
                scene.refuse(.leave)
            },
            operate: unsubscribe("hall")
        ),
        DeliveryRow("unsubscribe, bad name", delivers: [notUnsubscribed(117, "[a,b]")], operate: unsubscribe("a,b")),
    ]

    static let restored = [
        DeliveryEvent(question: "shouldResubscribeOnConnectionRestore()"),
        DeliveryEvent(question: "shouldRestoreSubscriptionFromLastTimeToken()"),
        DeliveryEvent(
            "pubnubClient(_:willRestoreSubscriptionOn:)",
            "[hall]",
            deprecated: [.init("pubnubClient(_:willRestoreSubscriptionOnChannels:)", "[hall]")],
            observers: .init("addClientChannelSubscriptionStateObserver", "state 2, [hall], nil"),
            closure: .silent,
            posts: kPNClientSubscriptionWillRestoreNotification
        ),
        DeliveryEvent(
            "pubnubClient(_:didRestoreSubscriptionOn:)",
            "[hall]",
            deprecated: [.init("pubnubClient(_:didRestoreSubscriptionOnChannels:)", "[hall]")],
            observers: .init("addClientChannelSubscriptionStateObserver", "state 3, [hall], nil"),
            closure: .silent,
            posts: kPNClientSubscriptionDidRestoreNotification
        ),
    ]

    private static let restoring = [
        DeliveryRow(
            "restore after a loss",
            delivers: [ConnectionDeliveryTests.willConnect, ConnectionDeliveryTests.didConnect()] + restored,
            after: { scene in
                try await scene.subscribe("hall")
                try await scene.lose()
            },
            operate: { try await $0.restart() }
        )
    ]

    private static let identifying = [
        DeliveryRow(
            "change the identifier",
            delivers: [
                unsubscribed(
                    "[hall]",
                    closure: .silent,
                    posts: kPNClientUnsubscriptionDidCompleteOnClientIdentifierUpdateNotification
                ),
                subscribed(
                    "[hall]",
                    closure: .silent,
                    posts: kPNClientSubscriptionDidCompleteOnClientIdentifierUpdateNotification
                ),
            ],
            after: { try await $0.subscribe("hall") },
            operate: { $0.pubnub.setClientIdentifier("another") }
        ),
        DeliveryRow(
            "change the identifier, leaving refused",
            delivers: [
                notUnsubscribed(
                    122,
                    "[hall]",
                    closure: .silent,
                    posts: kPNClientUnsubscriptionDidFailOnClientIdentifierUpdateNotification
                )
            ],
            after: { scene in
                try await scene.subscribe("hall")
                scene.refuse(.leave)
            },
            operate: { $0.pubnub.setClientIdentifier("another") }
        ),
        DeliveryRow(
            "change the identifier, coming back refused",
            delivers: [
                unsubscribed(
                    "[hall]",
                    closure: .silent,
                    posts: kPNClientUnsubscriptionDidCompleteOnClientIdentifierUpdateNotification
                ),
                notSubscribed(
                    122,
                    "[hall]",
                    closure: .silent,
                    posts: kPNClientSubscriptionDidFailOnClientIdentifierUpdateNotification
                ),
            ],
            after: { scene in
                try await scene.subscribe("hall")
                scene.refuse(.subscribe, naming: "hall")
            },
            operate: { $0.pubnub.setClientIdentifier("another") }
        ),
    ]
}
