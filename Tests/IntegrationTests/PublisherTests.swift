import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("PNMessage.publisher (README, differences): the sender of a message, if the service names it")
struct PublisherTests {
    @Test(
        "Set for messages received with version 2; nil with version 1, for sent messages, and from history",
        arguments: [PNSubscribeVersion.v1, .v2]
    )
    func origins(version: PNSubscribeVersion) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "ann") { configuration in
                configuration.subscribeVersion = version
            }
            try await client.subscribe("a")
            let sent = try await client.publish("hello", to: "a")
            #expect(sent.publisher == nil)
            let received = try await client.message()
            #expect(received.message as? String == "hello")
            #expect(received.publisher == (version == .v2 ? "ann" : nil))
            for isDated in [true, false] {
                let stored = try await client.history("a", dated: isDated)
                #expect(stored.count == 1 && stored.first?.publisher == nil)
            }
        }
    }
}
