import Foundation
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Message actions with two decoders, and their requests, as ``RecordedReplyTests`` and ``RecordedRequestTests`` do.
@Suite("Recorded message actions")
struct RecordedActionTests {
    static let exchanges = ExchangeLibrary.exchanges(of: .other)
        .filter { $0.request?.path.hasPrefix("/v1/message-actions/") == true }

    private func pathParts(_ exchange: RecordedExchange) throws -> [String] {
        try #require(exchange.request).path.split(separator: "/").compactMap { String($0).removingPercentEncoding }
    }

    @Test("Uses every exchange", .enabled(if: ExchangeLibrary.recordedCount != nil))
    func count() {
        #expect(Self.exchanges.count >= 25)
    }

    @Test("Responses", arguments: exchanges)
    func answers(_ exchange: RecordedExchange) throws {
        let data = (Reference.json(exchange.body) as? [String: Any])?["data"]
        let isFine = exchange.response.status == 200
        func word(_ fields: [String: Any]) -> String {
            ["type", "value", "uuid", "messageTimetoken", "actionTimetoken"].map { fields[$0] as? String ?? "?" }
                .joined(separator: " ")
        }
        func word(_ record: ActionRecord) -> String {
            let action = PNMessageAction(record)
            return "\(action.type) \(action.value) \(action.uuid) \(action.messageTimetoken) \(action.actionTimetoken)"
        }
        switch try #require(exchange.request).method {
        case "POST":
            let call = MessageActionEndpoints.add("t", "v", to: .zero, on: "any")
            let ours = try? call.decode(exchange.response).get()
            #expect(ours.map(word) == (isFine ? (data as? [String: Any]).map(word) : nil))
        case "DELETE":
            let call = MessageActionEndpoints.remove(.zero, from: .zero, on: "any")
            #expect((try? call.decode(exchange.response).get()) != nil)
        default:
            let call = MessageActionEndpoints.actions(on: "any", start: nil, end: nil, limit: 0)
            let ours = try? call.decode(exchange.response).get()
            #expect(ours?.items.map(word) == (isFine ? (data as? [[String: Any]])?.map(word) : nil))
        }
    }

    @Test("Requests", arguments: exchanges)
    func requests(_ exchange: RecordedExchange) throws {
        let recorded = try #require(exchange.request)
        let parts = try pathParts(exchange)
        func timetoken(_ text: String?) -> Timetoken? { text.flatMap { Timetoken($0) } }
        switch recorded.method {
        case "POST":
            let message = try #require(timetoken(parts[6]))
            try RequestComparison.compare(exchange, MessageActionEndpoints.add("t", "v", to: message, on: parts[4]))
        case "DELETE":
            let message = try #require(timetoken(parts[6]))
            let action = try #require(timetoken(parts[8]))
            try RequestComparison.compare(exchange, MessageActionEndpoints.remove(action, from: message, on: parts[4]))
        default:
            let call = MessageActionEndpoints.actions(
                on: parts[4],
                start: timetoken(recorded.query["start"]),
                end: timetoken(recorded.query["end"]),
                limit: recorded.query["limit"].flatMap { Int($0) } ?? 0
            )
            try RequestComparison.compare(exchange, call)
        }
    }
}
