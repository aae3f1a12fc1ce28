import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Signals between clients, against a real origin")
struct SignalTests {
    @Test("A signal reaches subscribers in order with messages, and is not in history")
    func delivered() async throws {
        try await withOrigin { _, address in
            let watcher = try await IntegrationClient.connected(address, as: "watcher")
            let client = try await IntegrationClient.connected(address, as: "me")
            try await watcher.subscribe("room")
            let status = try await client.change("signal") {
                client.pubnub.signal(["typing": true], channel: "room", withCompletion: $0)
            }
            #expect(!status.isError)
            try await client.publish("done", to: "room")
            let signal = try await watcher.events.next("signal", \.signal)
            #expect((signal.message as? [String: Bool]) == ["typing": true])
            #expect(signal.channel == "room" && signal.publisher == "me" && signal.timetoken == status.data.timetoken)
            #expect(try await watcher.message().message as? String == "done")
            let stored: [PNMessage] = try await client.call("history") { finish in
                client.pubnub.requestHistory(
                    for: PNChannel.channel(withName: "room"),
                    from: nil,
                    to: nil,
                    limit: 100,
                    reverseHistory: false,
                    includingTimeToken: false
                ) { messages, _, _, _, error in
                    finish(error.map { .failure($0) } ?? .success(messages ?? []))
                }
            }
            #expect(stored.map { $0.message as? String } == ["done"])
        }
    }
}
