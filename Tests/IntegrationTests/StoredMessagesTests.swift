import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Stored messages of several channels, against a real origin")
struct StoredMessagesTests {
    private func fetch(
        _ client: IntegrationClient,
        _ channels: [String],
        _ adjust: (PNHistoryFetchRequest) -> Void = { _ in }
    ) async throws -> PNHistoryFetchData {
        let request = PNHistoryFetchRequest(channels: channels)
        adjust(request)
        let result: PNHistoryFetchResult = try await client.fetch("history") {
            client.pubnub.fetchHistory(with: request, completion: $0)
        }
        return result.data
    }

    @Test("Several channels at once, encrypted too, with who sent what")
    func several() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me") { $0.cipherKey = "enigma" }
            for number in 0..<3 { try await client.publish(["n": number], to: "room 1") }
            try await client.publish("hello", to: "b")
            let data = try await fetch(client, ["room 1", "b", "empty"]) { $0.max = 2 }
            #expect(Set(data.channels.keys) == ["room 1", "b"])
            #expect(data.channels["room 1"]?.compactMap { $0.message as? [String: Int] } == [["n": 1], ["n": 2]])
            #expect(data.channels["b"]?.first?.uuid == "me" && data.channels["b"]?.first?.messageType == 0)
        }
    }

    @Test("With the actions on the messages")
    func withActions() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let message = try await client.publish("hello", to: "room")
            let request = PNAddMessageActionRequest(
                channel: "room",
                messageTimetoken: try #require(message.date).timeToken
            )
            (request.type, request.value) = ("reaction", "smile")
            let status = try await client.change("add") {
                client.pubnub.addMessageAction(with: request, completion: $0)
            }
            #expect(!status.isError)
            let data = try await fetch(client, ["room"]) { $0.includeMessageActions = true }
            let action = try #require(data.channels["room"]?.first?.actions.first)
            #expect(action.value == "smile" && action.uuid == "me")
            #expect(action.actionTimetoken == status.data.action?.actionTimetoken)
        }
    }
}
