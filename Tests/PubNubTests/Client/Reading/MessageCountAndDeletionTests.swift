import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// The calls of later PubNub SDKs that count and delete stored messages (Documentation/DifferencesFrom3x.md, "Messages and
/// subscriptions").
@Suite("Counting and deleting stored messages")
struct MessageCountAndDeletionTests {
    private static let route = "/v3/history/sub-key/sub"

    private func count(_ client: ScriptedClient, _ channels: [String], after timetokens: [NSNumber]) -> Notes<String> {
        let ends = Notes<String>()
        let request = PNHistoryMessagesCountRequest(channels: channels, timetokens: timetokens)
        client.client.fetchMessagesCount(with: request) { result, status in
            let counts = result?.data.channels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            ends.add(counts?.joined(separator: " ") ?? "error \(status?.underlyingError?.code ?? 0)")
        }
        client.settle()
        return ends
    }

    private func delete(
        _ client: ScriptedClient,
        _ channel: String,
        start: NSNumber? = nil,
        end: NSNumber? = nil
    ) -> Notes<String> {
        let ends = Notes<String>()
        let request = PNHistoryMessagesDeleteRequest(channel: channel)
        request.start = start
        request.end = end
        client.client.deleteMessages(with: request) { status in
            ends.add(status.isError ? "error \(status.underlyingError?.code ?? 0)" : "deleted")
        }
        client.settle()
        return ends
    }

    @Test("Requests counts after one timetoken, and returns 0 for a channel that the response leaves out")
    func counts() {
        let client = ScriptedClient.connected()
        let ends = count(client, ["room 1", "b", "c"], after: [15])
        #expect(client.requested == [Self.route + "/message-counts/room%201,b,c?timetoken=15&uuid=me"])
        client.reply(
            "/v3/history/",
            #"{"status":200,"error":false,"error_message":"","channels":{"room 1":10000,"b":0}}"#
        )
        #expect(ends.values == ["b=0 c=0 room 1=10000"])
    }

    @Test("Counts of two names that differ only in their Unicode normalization are those of each")
    func normalization() throws {
        let client = ScriptedClient.connected()
        let (one, two) = ("\u{E9}", "e\u{301}")
        let found = Notes<PNMessageCountData>()
        let request = PNHistoryMessagesCountRequest(channels: [one, two, "e"], timetokens: [15])
        client.client.fetchMessagesCount(with: request) { result, _ in if let result { found.add(result.data) } }
        client.settle()
        client.reply("/v3/history/", "{\"status\":200,\"channels\":{\"\(one)\":1,\"\(two)\":2}}")
        let data = try #require(found.values.first)
        #expect(data.count(of: one) == 1 && data.count(of: two) == 2 && data.count(of: "e") == 0)
        #expect(data.count(of: "x") == nil && data.channels.count == 2)
    }

    @Test("Sends one timetoken per channel as a list")
    func severalTimetokens() {
        let client = ScriptedClient.connected()
        _ = count(client, ["a", "b"], after: [15, 16])
        #expect(client.requested == [Self.route + "/message-counts/a,b?channelsTimetoken=15,16&uuid=me"])
    }

    @Test(
        "Reports a response without counts, or with a count that is not a number, as malformed",
        arguments: [
            #"{"status":200}"#, #"{"status":200,"channels":{"a":"many"}}"#, #"{"status":200,"channels":{"a":-1}}"#,
        ]
    )
    func malformedCounts(body: String) {
        let client = ScriptedClient.connected()
        let ends = count(client, ["a"], after: [15])
        // The client repeats the request three times.
        for _ in 0..<4 {
            client.reply("/v3/history/", body)
            client.wait(.seconds(3))
        }
        #expect(ends.values == ["error \(kPNResponseMalformedJSONError)"])
    }

    @Test("Rejects a count without channels, or with another number of timetokens, without a request")
    func wrongCounts() {
        let client = ScriptedClient.connected()
        let ends = [
            count(client, [], after: [15]), count(client, ["a", "b"], after: []),
            count(client, ["a", "b", "c"], after: [15, 16]), count(client, ["a"], after: [0]),
        ]
        #expect(ends.map(\.values.count) == [1, 1, 1, 1])
        #expect(ends.allSatisfy { $0.values.first?.hasPrefix("error") == true } && client.requested == [])
    }

    @Test("Deletes all messages without bounds, otherwise those of the range")
    func deletion() {
        let client = ScriptedClient.connected()
        let all = delete(client, "room 1")
        let range = delete(client, "a", start: 10, end: 20)
        #expect(
            client.requested == [
                Self.route + "/channel/room%201?uuid=me", Self.route + "/channel/a?start=10&end=20&uuid=me",
            ]
        )
        for _ in 0..<2 { client.reply("/v3/history/", #"{"status":200,"error":false,"error_message":""}"#) }
        #expect(all.values == ["deleted"] && range.values == ["deleted"])
    }

    @Test("Reports a refused deletion as error 122, and does not repeat it")
    func refusedDeletion() {
        let client = ScriptedClient.connected()
        let ends = delete(client, "a")
        client.reply("/v3/history/", status: 403, #"{"status":403,"error":true,"error_message":"Forbidden"}"#)
        client.settle()
        #expect(ends.values == ["error \(kPNAPIAccessForbiddenError)"] && client.requested.count == 1)
    }

    @Test("Rejects a deletion with a bad bound or without a channel, without a request")
    func wrongDeletion() {
        let client = ScriptedClient.connected()
        let ends = [delete(client, "a", start: 0), delete(client, "a", end: -1), delete(client, "")]
        #expect(ends.allSatisfy { $0.values.first?.hasPrefix("error") == true } && client.requested == [])
    }
}
