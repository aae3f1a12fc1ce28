import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, who is told of connecting, disconnecting and losing the connection")
struct ConnectionTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    static let willConnect = ToldEvent(
        "pubnubClient(_:willConnectToOrigin:)",
        "origin",
        posts: kPNClientWillConnectToOriginNotification
    )

    static func didConnect(closure: ToldEvent.Closure = .silent) -> ToldEvent {
        ToldEvent(
            "pubnubClient(_:didConnectToOrigin:)",
            "origin",
            observers: .init("addClientConnectionStateObserver", "origin, true, nil"),
            closure: closure,
            posts: kPNClientDidConnectToOriginNotification
        )
    }

    private static func failed(_ code: Int, closure: ToldEvent.Closure = .silent) -> ToldEvent {
        ToldEvent(
            "pubnubClient(_:connectionDidFailWithError:)",
            "\(code)",
            observers: .init("addClientConnectionStateObserver", "origin, false, \(code)"),
            closure: closure,
            posts: kPNClientConnectionDidFailWithErrorNotification
        )
    }

    static let lost = [
        ToldEvent(
            "pubnubClient(_:willDisconnectWithError:)",
            "103",
            observers: .init("addClientConnectionStateObserver", "origin, false, 103"),
            closure: .silent,
            posts: kPNClientConnectionDidFailWithErrorNotification
        ),
        ToldEvent(
            "pubnubClient(_:didDisconnectFromOrigin:withError:)",
            "origin, 103",
            observers: .init("addClientConnectionStateObserver", "origin, false, 103"),
            closure: .silent,
            posts: kPNClientConnectionDidFailWithErrorNotification,
            carrying: "103"
        ),
    ]

    static let rows = [
        ToldRow(
            "connect",
            tells: [willConnect, didConnect(closure: .says("origin"))],
            isConnected: false
        ) { scene in
            scene.pubnub.connect(successBlock: scene.closure.connected, errorBlock: scene.closure.notConnected)
        },
        ToldRow("connect while connected", tells: [failed(101, closure: .says("101"))]) { scene in
            scene.pubnub.connect(successBlock: scene.closure.connected, errorBlock: scene.closure.notConnected)
        },
        ToldRow(
            "connect where no origin is",
            tells: [
                willConnect, failed(102, closure: .says("102")),
                ToldEvent(question: "shouldReconnectPubNubClient(_:)"),
            ],
            adjust: { $0.shouldAutoReconnectClient = false },
            isConnected: false,
            after: { await $0.server.stop(abruptly: true) },
            operate: { scene in
                scene.pubnub.connect(successBlock: scene.closure.connected, errorBlock: scene.closure.notConnected)
            }
        ),
        ToldRow(
            "configure without keys",
            tells: [ToldEvent("pubnubClient(_:error:)", "100", posts: kPNClientErrorNotification)]
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
        ToldRow(
            "disconnect",
            tells: [
                ToldEvent(
                    "pubnubClient(_:didDisconnectFromOrigin:)",
                    "origin",
                    observers: .init("addClientConnectionStateObserver", "origin, false, nil"),
                    closure: .silent,
                    posts: kPNClientDidDisconnectFromOriginNotification
                )
            ]
        ) { $0.pubnub.disconnect() },
        ToldRow(
            "lose the origin",
            tells: lost + [ToldEvent(question: "shouldReconnectPubNubClient(_:)")],
            adjust: { $0.shouldAutoReconnectClient = false },
            after: { try await $0.subscribe("hall") },
            operate: { await $0.server.stop(abruptly: true) }
        ),
    ]
}
