import PubNubWire
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

/// Responses with millions of short elements: their size in memory is bounded, and the call ends.
@Suite struct ReplyLimitsTests {
    private static let tooMany = ReplyLimits.items + 1

    private func response(_ body: String) -> TransportResponse {
        TransportResponse(status: 200, body: Array(body.utf8))
    }

    private func names(_ count: Int) -> String {
        (0..<count).map { "\"c\($0)\"" }.joined(separator: ",")
    }

    private func code<Value>(_ result: Result<Value, Failure>) -> Int? {
        guard case .failure(let error) = result else { return nil }
        return error.code
    }

    @Test("Here-now lists 131,072 clients of all channels together and counts the others")
    func participants() throws {
        let channels = ["a", "b", "c"].map { "\"\($0)\":{\"occupancy\":9,\"uuids\":[\(names(60_000))]}" }
        let body = #"{"status":200,"payload":{"channels":{\#(channels.joined(separator: ","))}},"service":"Presence"}"#
        let page = try PresenceEndpoints.hereNowGlobal().decode(response(body)).get()
        let listed = ["a", "b", "c"].map { page.channels[$0]?.participants.count }
        #expect(listed == [60_000, 60_000, ReplyLimits.items - 120_000])
        #expect(["a", "b", "c"].map { page.channels[$0]?.occupancy } == [60_000, 60_000, 60_000])
    }

    @Test("Here-now of more channels than the limit is malformed (143)")
    func channels() {
        let channels = (0..<Self.tooMany).map { "\"\($0)\":{\"occupancy\":10000}" }.joined(separator: ",")
        let body = #"{"status":200,"payload":{"channels":{\#(channels)}},"service":"Presence"}"#
        #expect(code(PresenceEndpoints.hereNowGlobal().decode(response(body))) == 143)
    }

    @Test("Lists of names: reads up to the limit, and more are malformed (143)")
    func lists() throws {
        func body(_ count: Int) -> TransportResponse {
            response(#"{"status":200,"payload":{"channels":[\#(names(count))]},"service":"Presence"}"#)
        }
        let whereNow = StateEndpoints.whereNow("me")
        #expect(try whereNow.decode(body(ReplyLimits.items)).get().count == ReplyLimits.items)
        #expect(code(whereNow.decode(body(Self.tooMany))) == 143)
        #expect(code(ChannelRegistryEndpoints.channels(of: GroupAddress(name: "g")).decode(body(Self.tooMany))) == 143)
    }

    @Test("The product of names and keys of access rights has a limit (143)")
    func rights() {
        let channels = (0..<1000).map { "c\($0)" }.joined(separator: ",")
        let keys = (0..<1000).map { "\"k\($0)\":{\"r\":1}" }.joined(separator: ",")
        let payload = #"{"level":"user","channel":"\#(channels)","auths":{\#(keys)}}"#
        let body = #"{"status":200,"service":"Access Manager","payload":\#(payload)}"#
        #expect(code(AccessManagerEndpoints.audit(.application, timestamp: 1).decode(response(body))) == 143)
    }

    @Test("A history page of more messages than the limit is malformed (143)")
    func history() {
        let messages = Array(repeating: "0", count: Self.tooMany).joined(separator: ",")
        #expect(code(HistoryEndpoints.page(channel: "a").decode(response("[[\(messages)],1,2]"))) == 143)
    }

    @Test("Reads a history page whose messages of 32 KiB consist of small values")
    func hostileHistory() throws {
        let message = "[" + Array(repeating: "0", count: 16_383).joined(separator: ",") + "]"
        let messages = Array(repeating: message, count: 100).joined(separator: ",")
        let page = try HistoryEndpoints.page(channel: "a").decode(response("[[\(messages)],1,2]")).get()
        #expect(page.items.count == 100)
    }

    @Test("Pages of objects and actions beyond the limit are malformed (143)")
    func objects() {
        let items = Array(repeating: #"{"id":"a"}"#, count: Self.tooMany).joined(separator: ",")
        let page = response(#"{"status":200,"data":[\#(items)]}"#)
        let result = StatusReader.list(page) { $0["id"]?.string }
        #expect(code(result) == 143)
        let actions = MessageActionEndpoints.actions(on: "a", start: nil, end: nil, limit: 0)
        #expect(code(actions.decode(page)) == 143)
    }
}
