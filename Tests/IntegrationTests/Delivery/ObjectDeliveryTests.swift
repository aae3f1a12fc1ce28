import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("App Context: event handling, changes of users, channels and memberships reach every receiver")
struct ObjectDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    static let rows = [
        DeliveryRow(
            "a channel is given a name",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didReceiveObjectEvent:)",
                    "set channel on hall",
                    observers: .init("addObjectEventObserver", "set channel on hall"),
                    closure: .silent,
                    posts: kPNClientDidReceiveObjectEventNotification
                )
            ],
            after: { try await $0.subscribe("hall") },
            operate: { scene in
                let other = try await IntegrationClient.connected(scene.address)
                let request = PNSetChannelMetadataRequest(channel: "hall")
                request.name = "The hall"
                let status = try await other.change("set") {
                    other.pubnub.setChannelMetadataWith(request, completion: $0)
                }
                #expect(!status.isError)
            }
        )
    ]
}
