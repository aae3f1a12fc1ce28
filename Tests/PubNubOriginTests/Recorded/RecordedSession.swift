import PubNubWire
import Testing

@testable import PubNubOrigin

/// A series of exchanges with the real service that the origin can be taken through again.
struct RecordedSession: Sendable, CustomTestStringConvertible {
    /// What an exchange is about.
    enum Kind: Int, Sendable {
        /// Groups and devices of a session that does nothing else, which is recorded in its order.
        case ordered
        case groupChange
        /// Has a timetoken in its answer, which says when it took place.
        case timed
        case untimed
        case leave
    }

    let id: String
    /// In an order in which they can have taken place. The recordings have them as they were started or by name.
    let exchanges: [(kind: Kind, exchange: RecordedExchange)]

    var testDescription: String { id }

    /// nil when the session was altered, or calls for more than the origin serves.
    init?(_ value: JSONValue) {
        guard value["provenance"] == "recorded", let list = value["exchanges"]?.arrayValue else { return nil }
        id = value["id"]?.stringValue ?? ""
        let exchanges = list.compactMap { RecordedExchange($0) }.compactMap { exchange in
            Self.kind(of: exchange).map { (kind: $0, exchange: exchange) }
        }
        // App Context and message actions, whose timetokens are the server's own, are gone through elsewhere.
        let others = ["/v2/objects/", "/v1/message-actions/", "/v3/history-with-actions/"]
        guard !exchanges.contains(where: { step in others.contains { step.exchange.path.hasPrefix($0) } }) else {
            return nil
        }
        guard exchanges.count == list.count, !Self.dependsOnThePast(exchanges.map(\.exchange)) else { return nil }
        guard !exchanges.allSatisfy({ Self.isOrdered($0.exchange) }) else {
            self.exchanges = exchanges.map { (kind: .ordered, exchange: $0.exchange) }
            return
        }
        self.exchanges = exchanges.enumerated().sorted { left, right in
            let keys = [left, right].map { item in
                (item.element.kind.rawValue, Self.timetoken(of: item.element.exchange) ?? 0, item.offset)
            }
            return keys[0] < keys[1]
        }.map(\.element)
    }

    /// The timetoken in an exchange's answer; nil when it has none.
    static func timetoken(of exchange: RecordedExchange) -> UInt64? {
        guard let body = try? JSONValue(parsing: exchange.body) else { return nil }
        if exchange.path.hasPrefix("/time/") { return body[0]?.uint64Value }
        if exchange.path.hasPrefix("/publish/") { return body[2].flatMap { Timetoken($0) }?.rawValue }
        if exchange.path.hasPrefix("/v2/history/") { return body[2]?.uint64Value }
        guard exchange.path.contains("subscribe/") else { return nil }
        // Clocks of different machines: an answer's own timetoken can be below those of its messages.
        let messages = (body["m"]?.arrayValue ?? []).compactMap { $0["p"]?["t"] }
        let tokens = (messages + [body["t"]?["t"] ?? body[1] ?? .null]).compactMap { Timetoken($0)?.rawValue }
        return tokens.max()
    }

    /// True when the session reads state that it did not set, or met a key that was switched off meanwhile.
    private static func dependsOnThePast(_ exchanges: [RecordedExchange]) -> Bool {
        let states = exchanges.filter { $0.path.contains("/uuid/") && $0.path.contains("/channel/") }
        let isRead = states.contains { !$0.path.hasSuffix("/data") }
        let isSet = states.contains { $0.path.hasSuffix("/data") }
        // Rights are given in a session of their own, with the access manager on.
        guard !exchanges.contains(where: { $0.path.contains("/auth/") }) else { return true }
        return isRead && !isSet || states.contains { $0.status == 400 && $0.body.contains("Invalid Subscribe Key") }
    }

    private static func isOrdered(_ exchange: RecordedExchange) -> Bool {
        ["/v1/channel-registration/", "/v1/push/", "/v2/push/", "/publish/"].contains { exchange.path.hasPrefix($0) }
    }

    private static func kind(of exchange: RecordedExchange) -> Kind? {
        if exchange.path.hasPrefix("/v1/channel-registration/") {
            return exchange.query["remove"] == nil && !exchange.path.hasSuffix("/remove") ? .groupChange : .leave
        }
        guard
            let call = OriginRouter.call(
                for: OriginRequest(method: exchange.method, target: exchange.target),
                id: RequestID(rawValue: 0)
            )
        else { return nil }
        if call.route == .leave { return .leave }
        return timetoken(of: exchange) == nil ? .untimed : .timed
    }
}
