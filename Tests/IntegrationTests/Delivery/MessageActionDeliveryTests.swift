import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Message actions: event handling, a message action reaches every receiver")
struct MessageActionDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    static let rows = [
        DeliveryRow(
            "somebody reacts to a message",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didReceiveMessageAction:)",
                    "added reaction smile on hall",
                    observers: .init("addMessageActionObserver", "added reaction smile on hall"),
                    closure: .silent,
                    posts: kPNClientDidReceiveMessageActionNotification
                )
            ],
            after: { try await $0.subscribe("hall") },
            operate: { scene in
                let other = try await IntegrationClient.connected(scene.address)
                let request = PNAddMessageActionRequest(channel: "hall", messageTimetoken: 16_000_000_000_000_000)
                request.type = "reaction"
                request.value = "smile"
                let status = try await other.change("add") {
                    other.pubnub.addMessageAction(with: request, completion: $0)
                }
                #expect(!status.isError)
            }
        )
    ]
}
