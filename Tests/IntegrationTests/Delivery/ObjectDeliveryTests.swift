import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("App Context: event handling, who is told of changes of users, channels and memberships")
struct ObjectTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    static let rows = [
        ToldRow(
            "a channel is given a name",
            tells: [
                ToldEvent(
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
