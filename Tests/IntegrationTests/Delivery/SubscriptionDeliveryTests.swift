import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, who is told of subscribing, unsubscribing and restoring")
struct SubscriptionTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    static let rows = subscribing + unsubscribing + restoring + identifying

    private static func subscribed(
        _ names: String,
        closure: ToldEvent.Closure = .asObserved,
        posts notification: String = kPNClientSubscriptionDidCompleteNotification
    ) -> ToldEvent {
        ToldEvent(
            "pubnubClient(_:didSubscribeOn:)",
            names,
            superseded: [.init("pubnubClient(_:didSubscribeOnChannels:)", names)],
            observers: .init("addClientChannelSubscriptionStateObserver", "state 1, \(names), nil"),
            closure: closure,
            posts: notification
        )
    }

    private static func notSubscribed(
        _ code: Int,
        _ names: String,
        closure: ToldEvent.Closure = .asObserved,
        posts notification: String = kPNClientSubscriptionDidFailNotification
    ) -> ToldEvent {
        ToldEvent(
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
        closure: ToldEvent.Closure = .asObserved,
        posts notification: String = kPNClientUnsubscriptionDidCompleteNotification
    ) -> ToldEvent {
        ToldEvent(
            "pubnubClient(_:didUnsubscribeFrom:)",
            names,
            superseded: [.init("pubnubClient(_:didUnsubscribeOnChannels:)", names)],
            observers: .init("addClientChannelUnsubscriptionObserver", "\(names), nil"),
            closure: closure,
            posts: notification
        )
    }

    private static func notUnsubscribed(
        _ code: Int,
        _ names: String,
        closure: ToldEvent.Closure = .asObserved,
        posts notification: String = kPNClientUnsubscriptionDidFailNotification
    ) -> ToldEvent {
        ToldEvent(
            "pubnubClient(_:unsubscriptionDidFailWithError:)",
            "\(code) about \(names)",
            observers: .init("addClientChannelUnsubscriptionObserver", "\(names), \(code) about \(names)"),
            closure: closure,
            posts: notification
        )
    }

    private static let keepsTimeToken = ToldEvent(question: "shouldKeepTimeTokenOnChannelsListChange()")

    private static func subscribe(_ names: String...) -> ToldRow.Step {
        { scene in
            scene.pubnub.subscribe(
                on: PNChannel.channels(withNames: names),
                withCompletionHandling: scene.closure.subscription
            )
        }
    }

    private static func unsubscribe(_ names: String...) -> ToldRow.Step {
        { scene in
            scene.pubnub.unsubscribe(
                from: PNChannel.channels(withNames: names),
                withCompletionHandling: scene.closure.objects
            )
        }
    }

    private static let subscribing = [
        ToldRow("subscribe", tells: [subscribed("[hall attic]")], operate: subscribe("hall", "attic")),
        ToldRow(
            "subscribe to one more",
            tells: [keepsTimeToken, subscribed("[attic]")],
            after: { try await $0.subscribe("hall") },
            operate: subscribe("attic")
        ),
        ToldRow(
            "subscribe to a group",
            tells: [subscribed("[house]")],
            after: { $0.server.addChannels(["hall"], toGroup: "house", subscribeKey: "demo") },
            operate: { scene in
                scene.pubnub.subscribe(
                    on: [PNChannelGroup(name: "house")],
                    withCompletionHandling: scene.closure.subscription
                )
            }
        ),
        ToldRow(
            "subscribe, forbidden",
            tells: [notSubscribed(122, "[hall]")],
            after: { $0.refuse(.subscribe) },
            operate: subscribe("hall")
        ),
        ToldRow("subscribe, bad name", tells: [notSubscribed(117, "[a,b]")], operate: subscribe("a,b")),
        ToldRow(
            "subscribe, not connected",
            tells: [notSubscribed(108, "[hall]")],
            isConnected: false,
            operate: subscribe("hall")
        ),
    ]

    private static let unsubscribing = [
        ToldRow(
            "unsubscribe",
            tells: [unsubscribed("[hall]")],
            after: { try await $0.subscribe("hall") },
            operate: unsubscribe("hall")
        ),
        ToldRow(
            "unsubscribe, refused",
            tells: [notUnsubscribed(122, "[hall]")],
            after: { scene in
                try await scene.subscribe("hall")
                scene.refuse(.leave)
            },
            operate: unsubscribe("hall")
        ),
        ToldRow("unsubscribe, bad name", tells: [notUnsubscribed(117, "[a,b]")], operate: unsubscribe("a,b")),
    ]

    static let restored = [
        ToldEvent(question: "shouldResubscribeOnConnectionRestore()"),
        ToldEvent(question: "shouldRestoreSubscriptionFromLastTimeToken()"),
        ToldEvent(
            "pubnubClient(_:willRestoreSubscriptionOn:)",
            "[hall]",
            superseded: [.init("pubnubClient(_:willRestoreSubscriptionOnChannels:)", "[hall]")],
            observers: .init("addClientChannelSubscriptionStateObserver", "state 2, [hall], nil"),
            closure: .silent,
            posts: kPNClientSubscriptionWillRestoreNotification
        ),
        ToldEvent(
            "pubnubClient(_:didRestoreSubscriptionOn:)",
            "[hall]",
            superseded: [.init("pubnubClient(_:didRestoreSubscriptionOnChannels:)", "[hall]")],
            observers: .init("addClientChannelSubscriptionStateObserver", "state 3, [hall], nil"),
            closure: .silent,
            posts: kPNClientSubscriptionDidRestoreNotification
        ),
    ]

    private static let restoring = [
        ToldRow(
            "restore after a loss",
            tells: [ConnectionTold.willConnect, ConnectionTold.didConnect()] + restored,
            after: { scene in
                try await scene.subscribe("hall")
                try await scene.lose()
            },
            operate: { try await $0.restart() }
        )
    ]

    private static let identifying = [
        ToldRow(
            "change the identifier",
            tells: [
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
        ToldRow(
            "change the identifier, leaving refused",
            tells: [
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
        ToldRow(
            "change the identifier, coming back refused",
            tells: [
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
