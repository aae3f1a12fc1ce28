import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, who is told of history and of the time")
struct HistoryTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    private static let log = PNChannel.channel(withName: "log")

    private static func history(_ messages: String) -> ToldEvent {
        ToldEvent(
            "pubnubClient(_:didReceiveMessageHistory:for:startingFrom:to:)",
            "\(messages), log, date, date",
            observers: .init("addMessageHistoryProcessingObserver", "\(messages), log, date, date, nil"),
            posts: kPNClientDidReceiveMessagesHistoryNotification,
            carrying: "history log \(messages)"
        )
    }

    private static func noHistory(_ code: Int) -> ToldEvent {
        ToldEvent(
            "pubnubClient(_:didFailHistoryDownloadFor:withError:)",
            "log, \(code) about log",
            observers: .init("addMessageHistoryProcessingObserver", "nil, log, nil, nil, \(code) about log"),
            posts: kPNClientHistoryDownloadFailedWithErrorNotification,
            carrying: "\(code) about log"
        )
    }

    private static func publish(_ scene: ToldScene) async throws {
        let sender = try await IntegrationClient.connected(scene.address)
        for text in ["one", "two"] { try await sender.publish(text, to: "log") }
    }

    static let askTime: ToldRow.Step = { scene in
        scene.pubnub.requestServerTimeToken(completionBlock: scene.closure.time)
    }
    private static let read: ToldRow.Step = { scene in
        scene.pubnub.requestHistory(for: log, from: nil, withCompletionBlock: scene.closure.history)
    }
    private static let readAll: ToldRow.Step = { scene in
        scene.pubnub.requestFullHistory(for: log, withCompletionBlock: scene.closure.history)
    }

    static let rows = [
        ToldRow(
            "read history",
            tells: [history("[message one message two]")],
            after: { try await publish($0) },
            operate: read
        ),
        ToldRow("read history, refused", tells: [noHistory(122)], after: { $0.refuse(.history) }, operate: read),
        ToldRow(
            "read all history",
            tells: [history("[message one message two]")],
            after: { try await publish($0) },
            operate: readAll
        ),
        ToldRow("read all history, refused", tells: [noHistory(122)], after: { $0.refuse(.history) }, operate: readAll),
        ToldRow(
            "ask for the time",
            tells: [
                ToldEvent(
                    "pubnubClient(_:didReceiveTimeToken:)",
                    "time token",
                    observers: .init("addTimeTokenReceivingObserver", "time token, nil"),
                    posts: kPNClientDidReceiveTimeTokenNotification
                )
            ],
            operate: askTime
        ),
        ToldRow(
            "ask for the time, refused",
            tells: [noTime(122)],
            after: { $0.refuse(.time) },
            operate: askTime
        ),
        ToldRow("ask for the time, not connected", tells: [noTime(108)], isConnected: false, operate: askTime),
    ]

    static func noTime(_ code: Int) -> ToldEvent {
        ToldEvent(
            "pubnubClient(_:timeTokenReceiveDidFailWithError:)",
            "\(code)",
            observers: .init("addTimeTokenReceivingObserver", "nil, \(code)"),
            posts: kPNClientDidFailTimeTokenReceiveNotification
        )
    }
}
