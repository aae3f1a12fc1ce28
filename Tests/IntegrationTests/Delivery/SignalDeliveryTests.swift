import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Signals: event handling, who is told of one")
struct SignalTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    static let rows = [
        ToldRow(
            "somebody signals",
            tells: [
                ToldEvent(
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
