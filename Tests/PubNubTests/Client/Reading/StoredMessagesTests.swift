import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// Stored messages of several channels, and with actions (Documentation/WireProtocol.md, "History").
@Suite("Stored messages of several channels")
struct StoredMessagesTests {
    private func fetch(_ client: ScriptedClient, _ request: PNHistoryFetchRequest) -> Notes<PNHistoryFetchData> {
        let pages = Notes<PNHistoryFetchData>()
        client.client.fetchHistory(with: request) { result, _ in if let result { pages.add(result.data) } }
        client.settle()
        return pages
    }

    @Test("Sends the documented request, and returns messages by channel name")
    func several() throws {
        let client = ScriptedClient.connected()
        let request = PNHistoryFetchRequest(channels: ["room 1", "b"])
        request.start = 20
        request.end = 10
        let pages = fetch(client, request)
        #expect(
            client.requested == [
                "/v3/history/sub-key/sub/channel/room%201,b?max=25&start=20&end=10&include_meta=false"
                    + "&include_message_type=true&include_uuid=true&uuid=me"
            ]
        )
        client.reply(
            "/v3/history/",
            #"{"status":200,"error":false,"error_message":"","channels":{"room%201":[{"message":{"a":1},"timetoken":"15","#
                + #""uuid":"u1","message_type":""},{"message":2,"timetoken":"16","message_type":null},{"timetoken":"17"}],"b":[]}}"#
        )
        let data = try #require(pages.values.first)
        #expect(Array(data.channels.keys) == ["room 1"] && data.start == nil)
        let message = try #require(data.channels["room 1"]?.first)
        #expect(data.channels["room 1"]?.count == 2 && message.message as? [String: Int] == ["a": 1])
        #expect(message.timetoken == 15 && message.uuid == "u1" && message.messageType == 0)
        #expect(message.metadata == nil && message.actions.isEmpty && message.customMessageType == nil)
        #expect(data.channels["room 1"]?.last?.messageType == 0, "null since September 2020")
    }

    @Test("A message with a type of the app has it")
    func customType() throws {
        let client = ScriptedClient.connected()
        let pages = fetch(client, PNHistoryFetchRequest(channels: ["a"]))
        client.reply(
            "/v3/history/",
            #"{"status":200,"channels":{"a":[{"message":1,"timetoken":"15","custom_message_type":"order-placed"}]}}"#
        )
        #expect(pages.values.first?.channels["a"]?.map(\.customMessageType) == ["order-placed"])
    }

    @Test("Messages of two names that differ only in their Unicode normalization are those of each")
    func normalization() throws {
        let client = ScriptedClient.connected()
        let (one, two) = ("\u{E9}", "e\u{301}")
        let pages = fetch(client, PNHistoryFetchRequest(channels: [one, two]))
        client.reply(
            "/v3/history/",
            #"{"status":200,"channels":{"%C3%A9":[{"message":1,"timetoken":"15"}],"e%CC%81":[{"message":2,"timetoken":"16"}]}}"#
        )
        let data = try #require(pages.values.first)
        #expect(data.messages(of: one).map(\.timetoken) == [15] && data.messages(of: two).map(\.timetoken) == [16])
        #expect(data.messages(of: "e").isEmpty && data.channels.count == 1)
        #expect(data.channels[one]?.map(\.timetoken) == [16], "The bytes of this name come first.")
    }

    @Test("With actions: uses another path, and returns actions in the order in which they were added")
    func withActions() throws {
        let client = ScriptedClient.connected()
        let request = PNHistoryFetchRequest(channels: ["a"])
        request.includeMessageActions = true
        request.includeMetadata = true
        request.max = 3
        let pages = fetch(client, request)
        #expect(client.requested.first?.hasPrefix("/v3/history-with-actions/sub-key/sub/channel/a?max=3&") == true)
        client.reply(
            "/v3/history-with-actions/",
            #"{"status":200,"channels":{"a":[{"message":"m","timetoken":"15","meta":{"k":[1]},"message_type":"4","#
                + #""uuid":"u","actions":{"reaction":{"tada":[{"uuid":"v","actionTimetoken":"18"}],"#
                + #""smile":[{"uuid":"w","actionTimetoken":"19"},{"uuid":"u","actionTimetoken":"17"}]}}}]},"#
                + #""error_message":"","error":false,"more":{"url":"x","start":"15","max":3}}"#
        )
        let data = try #require(pages.values.first)
        let message = try #require(data.channels["a"]?.first)
        #expect(data.start == 15 && message.messageType == 4 && message.metadata is [String: Any])
        #expect(
            message.actions.map { "\($0.value) \($0.uuid) \($0.actionTimetoken) \($0.messageTimetoken)" } == [
                "smile u 17 15", "tada v 18 15", "smile w 19 15",
            ]
        )
    }

    @Test("Decrypts messages with a cipher key")
    func encrypted() throws {
        let client = ScriptedClient.connected(.scripted(cipherKey: "enigma"))
        let pages = fetch(client, PNHistoryFetchRequest(channels: ["a"]))
        client.reply("/v3/history/", #"{"status":200,"channels":{"a":[{"message":"no cipher","timetoken":"15"}]}}"#)
        #expect(pages.values.first?.channels["a"]?.first?.message as? String == "DECRYPTION_ERROR")
    }

    @Test("Reports invalid input without sending it")
    func wrongInput() {
        let client = ScriptedClient.connected()
        let ends = Notes<String>()
        let (many, long, several) = (
            PNHistoryFetchRequest(channels: ["a", "b"]), PNHistoryFetchRequest(channels: ["a"]),
            PNHistoryFetchRequest(channels: ["a", "b"])
        )
        many.max = 26
        long.max = 101
        several.includeMessageActions = true
        for request in [PNHistoryFetchRequest(channels: []), many, long, several] {
            client.client.fetchHistory(with: request) { ends.add("\($1?.isError == true) \($0 == nil)") }
        }
        client.settle()
        #expect(ends.values == Array(repeating: "true true", count: 4) && client.requested == [])
    }
}
