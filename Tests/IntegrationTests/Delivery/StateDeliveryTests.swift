import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, clients' state reaches every receiver")
struct StateDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    private static let hall = PNChannel.channel(withName: "hall")

    private static func got(_ method: String, _ text: String, _ observed: String, posts: String) -> DeliveryEvent {
        DeliveryEvent(
            method,
            text,
            observers: .init("addClientStateRequestObserver", observed),
            .init("addClientMetadataRequestObserver", observed),
            posts: posts
        )
    }

    private static func set(_ method: String, _ text: String, _ observed: String, posts: String) -> DeliveryEvent {
        DeliveryEvent(
            method,
            text,
            observers: .init("addClientStateUpdateObserver", observed),
            .init("addClientMetadataUpdateObserver", observed),
            posts: posts
        )
    }

    private static let notSet = "pubnubClient(_:clientStateUpdateDidFailWithError:)"

    static let rows = [
        DeliveryRow(
            "get state",
            delivers: [
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
        DeliveryRow(
            "get state, forbidden",
            delivers: [
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
        DeliveryRow(
            "set state",
            delivers: [
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
        DeliveryRow(
            "set state, forbidden",
            delivers: [
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
        DeliveryRow(
            "set state, not subscribed",
            delivers: [
                set(
                    notSet,
                    "136 about client me",
                    "client me, 136 about client me",
                    posts: kPNClientStateUpdateDidFailWithErrorNotification
                )
            ]
        ) { update($0, ["seat": 4]) },
        DeliveryRow(
            "set state, bad input",
            delivers: [
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

    private static func update(_ scene: DeliveryScene, _ state: [String: Any]) {
        scene.pubnub.updateClientState(
            "me",
            state: state,
            forObject: hall,
            withCompletionHandling: scene.closure.state
        )
    }
}
