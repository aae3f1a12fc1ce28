import PubNubWire
import Testing

@testable import PubNubOrigin

/// A recorded series of exchanges with the real service that can be replayed against the origin.
struct RecordedSession: Sendable, CustomTestStringConvertible {
    /// How the position of an exchange in its session is known.
    enum Kind: Int, Sendable {
        /// Exchanges of a session that only changes groups and devices; they are recorded in order.
        case ordered
        case groupChange
        /// The response contains a timetoken, which says when the exchange took place.
        case timed
        case untimed
        case leave
    }

    let id: String
    /// The exchanges in a possible order. The recordings have them by start or by name.
    let exchanges: [(kind: Kind, exchange: RecordedExchange)]

    var testDescription: String { id }

    /// nil if the session was altered, or requires more than the origin serves.
    init?(_ value: JSON) {
        guard value["provenance"] == "recorded", let list = value["exchanges"]?.array else { return nil }
        id = value["id"]?.string ?? ""
        let exchanges = list.compactMap { RecordedExchange($0) }.compactMap { exchange in
            Self.kind(of: exchange).map { (kind: $0, exchange: exchange) }
        }
        // Other suites replay App Context and message actions, because the server chooses their timetokens.
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

    /// The timetoken in a response; nil without one.
    static func timetoken(of exchange: RecordedExchange) -> UInt64? {
        guard let body = try? JSON(parsing: exchange.body) else { return nil }
        if exchange.path.hasPrefix("/time/") { return body[0]?.uint64Value }
        if exchange.path.hasPrefix("/publish/") { return body[2].flatMap { Timetoken($0) }?.rawValue }
        if exchange.path.hasPrefix("/v2/history/") { return body[2]?.uint64Value }
        guard exchange.path.contains("subscribe/") else { return nil }
        // Clocks of different machines: the timetoken of a response can be lower than those of its messages.
        let messages = (body["m"]?.array ?? []).compactMap { $0["p"]?["t"] }
        let tokens = (messages + [body["t"]?["t"] ?? body[1] ?? .null]).compactMap { Timetoken($0)?.rawValue }
        return tokens.max()
    }

    /// True if the session reads state that it did not set, or uses a key that was disabled during the session.
    private static func dependsOnThePast(_ exchanges: [RecordedExchange]) -> Bool {
        let states = exchanges.filter { $0.path.contains("/uuid/") && $0.path.contains("/channel/") }
        let isRead = states.contains { !$0.path.hasSuffix("/data") }
        let isSet = states.contains { $0.path.hasSuffix("/data") }
        // Rights are granted in sessions of their own, with the access manager enabled.
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
        guard let call = OriginRequest(method: exchange.method, target: exchange.target).call else { return nil }
        if call.route == .leave { return .leave }
        return timetoken(of: exchange) == nil ? .untimed : .timed
    }
}
