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

    @Test("Fetches several channels, also encrypted, with the publisher of each message")
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

    @Test("Counts the messages after a timetoken, and deletes those of a range")
    func countsAndDeletion() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            var timetokens: [NSNumber] = []
            for number in 0..<4 {
                let message = try await client.publish(number, to: "room")
                timetokens.append(try #require(message.date).timeToken)
            }
            let request = PNHistoryMessagesCountRequest(channels: ["room", "empty"], timetokens: [timetokens[0]])
            let counts: PNMessageCountResult = try await client.fetch("counts") {
                client.pubnub.fetchMessagesCount(with: request, completion: $0)
            }
            #expect(counts.data.channels == ["room": 3, "empty": 0])
            let deletion = PNHistoryMessagesDeleteRequest(channel: "room")
            deletion.start = timetokens[0]
            deletion.end = timetokens[2]
            let status = try await client.change("delete") {
                client.pubnub.deleteMessages(with: deletion, completion: $0)
            }
            #expect(!status.isError)
            let data = try await fetch(client, ["room"])
            #expect(data.channels["room"]?.compactMap { $0.message as? Int } == [0, 3])
        }
    }

    @Test("Fetches messages with their actions")
    func withActions() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let message = try await client.publish("hello", to: "room")
            let request = PNAddMessageActionRequest(
                channel: "room",
                messageTimetoken: try #require(message.date).timeToken
            )
            request.type = "reaction"
            request.value = "smile"
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
