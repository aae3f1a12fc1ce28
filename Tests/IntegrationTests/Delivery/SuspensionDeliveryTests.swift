import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, suspending and resuming the client reach every receiver")
struct SuspensionDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    private static let suspended: DeliveryRow.Step = { scene in
        try await scene.subscribe("hall")
        scene.pubnub.suspend()
        // No event reports the end of the suspension; calls show it.
        let codes = IntegrationInbox<Int>()
        repeat {
            scene.pubnub.requestServerTimeToken { codes.put($1?.code ?? 0) }
        } while try await codes.next { $0 } != 109
        try await scene.until(kPNClientDidFailTimeTokenReceiveNotification)
    }

    static let rows = [
        DeliveryRow(
            "suspend",
            delivers: [
                DeliveryEvent(question: "shouldRunClientInBackground()"),
                DeliveryEvent("pubnubClient(_:willSuspendWith:)", posts: nil),
            ],
            after: { try await $0.subscribe("hall") },
            operate: { $0.pubnub.suspend() }
        ),
        DeliveryRow(
            "call while suspended",
            delivers: [HistoryDeliveryTests.noTime(109)],
            after: suspended,
            operate: HistoryDeliveryTests.askTime
        ),
        DeliveryRow(
            "resume",
            delivers: [ConnectionDeliveryTests.willConnect, ConnectionDeliveryTests.didConnect()]
                + SubscriptionDeliveryTests.restored,
            after: suspended,
            operate: { $0.pubnub.resume() }
        ),
    ]
}
