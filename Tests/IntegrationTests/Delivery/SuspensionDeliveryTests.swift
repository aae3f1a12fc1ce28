import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, who is told of suspending and resuming the client")
struct SuspensionTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    private static let suspended: ToldRow.Step = { scene in
        try await scene.subscribe("hall")
        scene.pubnub.suspend()
        // Nobody is told when it has happened; calls show it.
        let said = IntegrationInbox<Int>()
        repeat {
            scene.pubnub.requestServerTimeToken { said.put($1?.code ?? 0) }
        } while try await said.next { $0 } != 109
        try await scene.until(kPNClientDidFailTimeTokenReceiveNotification)
    }

    static let rows = [
        ToldRow(
            "suspend",
            tells: [
                ToldEvent(question: "shouldRunClientInBackground()"),
                ToldEvent("pubnubClient(_:willSuspendWith:)", posts: nil),
            ],
            after: { try await $0.subscribe("hall") },
            operate: { $0.pubnub.suspend() }
        ),
        ToldRow(
            "call while suspended",
            tells: [HistoryTold.noTime(109)],
            after: suspended,
            operate: HistoryTold.askTime
        ),
        ToldRow(
            "resume",
            tells: [ConnectionTold.willConnect, ConnectionTold.didConnect()] + SubscriptionTold.restored,
            after: suspended,
            operate: { $0.pubnub.resume() }
        ),
    ]
}
