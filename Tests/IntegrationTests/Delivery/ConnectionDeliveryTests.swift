import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, connecting, disconnecting and losing the connection reach every receiver")
struct ConnectionDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    static let willConnect = DeliveryEvent(
        "pubnubClient(_:willConnectToOrigin:)",
        "origin",
        posts: kPNClientWillConnectToOriginNotification
    )

    static func didConnect(closure: DeliveryEvent.Closure = .silent) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:didConnectToOrigin:)",
            "origin",
            observers: .init("addClientConnectionStateObserver", "origin, true, nil"),
            closure: closure,
            posts: kPNClientDidConnectToOriginNotification
        )
    }

    private static func failed(_ code: Int, closure: DeliveryEvent.Closure = .silent) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:connectionDidFailWithError:)",
            "\(code) about origin",
            observers: .init("addClientConnectionStateObserver", "origin, false, \(code) about origin"),
            closure: closure,
            posts: kPNClientConnectionDidFailWithErrorNotification
        )
    }

    static let lost = [
        DeliveryEvent(
            "pubnubClient(_:willDisconnectWithError:)",
            "103 about origin",
            observers: .init("addClientConnectionStateObserver", "origin, false, 103 about origin"),
            closure: .silent,
            posts: kPNClientConnectionDidFailWithErrorNotification
        ),
        DeliveryEvent(
            "pubnubClient(_:didDisconnectFromOrigin:withError:)",
            "origin, 103 about origin",
            observers: .init("addClientConnectionStateObserver", "origin, false, 103 about origin"),
            closure: .silent,
            posts: kPNClientConnectionDidFailWithErrorNotification,
            carrying: "103 about origin"
        ),
    ]

    static let rows = [
        DeliveryRow(
            "connect",
            delivers: [willConnect, didConnect(closure: .receives("origin"))],
            isConnected: false
        ) { scene in
            scene.pubnub.connect(successBlock: scene.closure.connected, errorBlock: scene.closure.notConnected)
        },
        DeliveryRow(
            "connect while connected",
            delivers: [failed(101, closure: .receives("101 about origin"))]
        ) { scene in
            scene.pubnub.connect(successBlock: scene.closure.connected, errorBlock: scene.closure.notConnected)
        },
        DeliveryRow(
            "connect where no origin is",
            delivers: [
                willConnect, failed(102, closure: .receives("102 about origin")),
                DeliveryEvent(question: "shouldReconnectPubNubClient(_:)"),
            ],
            adjust: { $0.shouldAutoReconnectClient = false },
            isConnected: false,
            after: { await $0.server.stop(abruptly: true) },
            operate: { scene in
                scene.pubnub.connect(successBlock: scene.closure.connected, errorBlock: scene.closure.notConnected)
            }
        ),
        DeliveryRow(
            "configure without keys",
            delivers: [DeliveryEvent("pubnubClient(_:error:)", "100", posts: kPNClientErrorNotification)]
        ) { scene in
            scene.pubnub.setConfiguration(
                PNConfiguration(
                    origin: "nowhere.test",
                    publishKey: "",
                    subscribeKey: "",
                    secretKey: nil,
                    cipherKey: nil
                )
            )
        },
        DeliveryRow(
            "disconnect",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didDisconnectFromOrigin:)",
                    "origin",
                    observers: .init("addClientConnectionStateObserver", "origin, false, nil"),
                    closure: .silent,
                    posts: kPNClientDidDisconnectFromOriginNotification
                )
            ]
        ) { $0.pubnub.disconnect() },
        DeliveryRow(
            "lose the origin",
            delivers: lost + [DeliveryEvent(question: "shouldReconnectPubNubClient(_:)")],
            adjust: { $0.shouldAutoReconnectClient = false },
            after: { try await $0.subscribe("hall") },
            operate: { await $0.server.stop(abruptly: true) }
        ),
    ]
}
