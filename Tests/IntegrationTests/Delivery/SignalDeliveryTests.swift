import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Signals: event handling, a signal reaches every receiver")
struct SignalDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    static let rows = [
        DeliveryRow(
            "somebody signals",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didReceiveSignal:)",
                    "typing on hall",
                    observers: .init("addSignalObserver", "typing on hall"),
                    closure: .silent,
                    posts: kPNClientDidReceiveSignalNotification
                )
            ],
            after: { try await $0.subscribe("hall") },
            operate: { scene in
                let other = try await IntegrationClient.connected(scene.address)
                let status = try await other.change("signal") {
                    other.pubnub.signal("typing", channel: "hall", withCompletion: $0)
                }
                #expect(!status.isError)
            }
        )
    ]
}
