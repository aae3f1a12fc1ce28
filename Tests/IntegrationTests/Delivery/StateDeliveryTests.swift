import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, who is told of clients' state")
struct StateTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    private static let hall = PNChannel.channel(withName: "hall")

    private static func got(_ method: String, _ said: String, _ observed: String, posts: String) -> ToldEvent {
        ToldEvent(
            method,
            said,
            observers: .init("addClientStateRequestObserver", observed),
            .init("addClientMetadataRequestObserver", observed),
            posts: posts
        )
    }

    private static func set(_ method: String, _ said: String, _ observed: String, posts: String) -> ToldEvent {
        ToldEvent(
            method,
            said,
            observers: .init("addClientStateUpdateObserver", observed),
            .init("addClientMetadataUpdateObserver", observed),
            posts: posts
        )
    }

    private static let notSet = "pubnubClient(_:clientStateUpdateDidFailWithError:)"

    static let rows = [
        ToldRow(
            "get state",
            tells: [
                got(
                    "pubnubClient(_:didReceiveClientState:)",
                    "client guest",
                    "client guest, nil",
                    posts: kPNClientDidReceiveClientStateNotification
                )
            ]
        ) { scene in
            scene.pubnub.requestClientState("guest", forObject: hall, withCompletionHandling: scene.closure.state)
        },
        ToldRow(
            "get state, forbidden",
            tells: [
                got(
                    "pubnubClient(_:clientStateRetrieveDidFailWithError:)",
                    "122 about client guest",
                    "client guest, 122 about client guest",
                    posts: kPNClientStateRetrieveDidFailWithErrorNotification
                )
            ],
            after: { $0.refuse(.state) },
            operate: { scene in
                scene.pubnub.requestClientState("guest", forObject: hall, withCompletionHandling: scene.closure.state)
            }
        ),
        ToldRow(
            "set state",
            tells: [
                set(
                    "pubnubClient(_:didUpdateClientState:)",
                    "client me",
                    "client me, nil",
                    posts: kPNClientDidUpdateClientStateNotification
                )
            ],
            after: { try await $0.subscribe("hall") },
            operate: { update($0, ["seat": 4]) }
        ),
        ToldRow(
            "set state, forbidden",
            tells: [
                set(
                    notSet,
                    "122 about client me",
                    "client me, 122 about client me",
                    posts: kPNClientStateUpdateDidFailWithErrorNotification
                )
            ],
            after: { scene in
                try await scene.subscribe("hall")
                scene.refuse(.state)
            },
            operate: { update($0, ["seat": 4]) }
        ),
        ToldRow(
            "set state, not subscribed",
            tells: [
                set(
                    notSet,
                    "136 about client me",
                    "client me, 136 about client me",
                    posts: kPNClientStateUpdateDidFailWithErrorNotification
                )
            ]
        ) { update($0, ["seat": 4]) },
        ToldRow(
            "set state, bad input",
            tells: [
                set(
                    notSet,
                    "135 about client me",
                    "client me, 135 about client me",
                    posts: kPNClientStateUpdateDidFailWithErrorNotification
                )
            ],
            after: { try await $0.subscribe("hall") },
            operate: { update($0, ["seat": [4]]) }
        ),
    ]

    private static func update(_ scene: ToldScene, _ state: [String: Any]) {
        scene.pubnub.updateClientState(
            "me",
            state: state,
            forObject: hall,
            withCompletionHandling: scene.closure.state
        )
    }
}
