import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, history and the time reach every receiver")
struct HistoryDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    private static let log = PNChannel.channel(withName: "log")

    private static func history(_ messages: String) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:didReceiveMessageHistory:for:startingFrom:to:)",
            "\(messages), log, date, date",
            observers: .init("addMessageHistoryProcessingObserver", "\(messages), log, date, date, nil"),
            posts: kPNClientDidReceiveMessagesHistoryNotification,
            carrying: "history log \(messages)"
        )
    }

    private static func noHistory(_ code: Int) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:didFailHistoryDownloadFor:withError:)",
            "log, \(code) about log",
            observers: .init("addMessageHistoryProcessingObserver", "nil, log, nil, nil, \(code) about log"),
            posts: kPNClientHistoryDownloadFailedWithErrorNotification,
            carrying: "\(code) about log"
        )
    }

    private static func publish(_ scene: DeliveryScene) async throws {
        let sender = try await IntegrationClient.connected(scene.address)
        for text in ["one", "two"] { try await sender.publish(text, to: "log") }
    }

    static let askTime: DeliveryRow.Step = { scene in
        scene.pubnub.requestServerTimeToken(completionBlock: scene.closure.time)
    }
    private static let read: DeliveryRow.Step = { scene in
        scene.pubnub.requestHistory(for: log, from: nil, withCompletionBlock: scene.closure.history)
    }
    private static let readAll: DeliveryRow.Step = { scene in
        scene.pubnub.requestFullHistory(for: log, withCompletionBlock: scene.closure.history)
    }

    static let rows = [
        DeliveryRow(
            "read history",
            delivers: [history("[message one message two]")],
            after: { try await publish($0) },
            operate: read
        ),
        DeliveryRow("read history, refused", delivers: [noHistory(122)], after: { $0.refuse(.history) }, operate: read),
        DeliveryRow(
            "read all history",
            delivers: [history("[message one message two]")],
            after: { try await publish($0) },
            operate: readAll
        ),
        DeliveryRow(
            "read all history, refused",
            delivers: [noHistory(122)],
            after: { $0.refuse(.history) },
            operate: readAll
        ),
        DeliveryRow(
            "ask for the time",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didReceiveTimeToken:)",
                    "timetoken",
                    observers: .init("addTimeTokenReceivingObserver", "timetoken, nil"),
                    posts: kPNClientDidReceiveTimeTokenNotification
                )
            ],
            operate: askTime
        ),
        DeliveryRow(
            "ask for the time, refused",
            delivers: [noTime(122)],
            after: { $0.refuse(.time) },
            operate: askTime
        ),
        DeliveryRow("ask for the time, not connected", delivers: [noTime(108)], isConnected: false, operate: askTime),
    ]

    static func noTime(_ code: Int) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:timeTokenReceiveDidFailWithError:)",
            "\(code)",
            observers: .init("addTimeTokenReceivingObserver", "nil, \(code)"),
            posts: kPNClientDidFailTimeTokenReceiveNotification
        )
    }
}
