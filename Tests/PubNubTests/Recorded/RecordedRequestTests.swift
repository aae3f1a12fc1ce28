import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubWire

/// The requests built for what the recorded clients asked lead to the same resources as theirs, today's differences
/// (the callback `0`, no signature in a path, `sub-key`, no presence names in a leave) apart.
@Suite("Requests, as they were recorded")
struct RecordedRequestTests {
    @Test("3.1 Time", arguments: ExchangeLibrary.requests(of: .time))
    func time(_ exchange: RecordedExchange) throws {
        try RequestComparison.compare(exchange, TimeEndpoints.time())
    }

    @Test("3.6 Publish", arguments: ExchangeLibrary.requests(of: .publish))
    func publish(_ exchange: RecordedExchange) throws {
        let request = try #require(exchange.request)
        let text = request.method == "POST" ? try #require(request.body) : message(in: request.path)
        let call = MessagingEndpoints.publish(
            payload: Array(text.utf8),
            channel: try #require(exchange.channels.first),
            compressed: request.method == "POST",
            store: request.query["store"] != "0",
            metadata: request.query["meta"].flatMap { try? JSONValue(parsing: $0) },
            ttl: request.query["ttl"].flatMap { Int($0) }
        )
        try RequestComparison.compare(exchange, call)
        if request.method == "POST" { #expect(call.body == Array(text.utf8)) }
    }

    @Test("3.3 Subscribe, 3.x form", arguments: ExchangeLibrary.requests(of: .subscribeV1))
    func subscribeV1(_ exchange: RecordedExchange) throws {
        let path = try #require(exchange.request?.path)
        let timetoken = path.split(separator: "/").last.flatMap { Timetoken($0) }
        try RequestComparison.compare(exchange, subscribe(exchange, Cursor(timetoken: try #require(timetoken)), .v1))
    }

    @Test("3.3 Subscribe, today's form", arguments: ExchangeLibrary.requests(of: .subscribeV2))
    func subscribeV2(_ exchange: RecordedExchange) throws {
        let query = try #require(exchange.request?.query)
        let cursor = Cursor(
            timetoken: query["tt"].flatMap { Timetoken($0) } ?? .zero,
            region: query["tr"].flatMap { Int($0) }
        )
        try RequestComparison.compare(exchange, subscribe(exchange, cursor, .v2))
    }

    @Test("3.4 Leave", arguments: ExchangeLibrary.requests(of: .leave))
    func leave(_ exchange: RecordedExchange) throws {
        try RequestComparison.compare(
            exchange,
            PresenceEndpoints.leave(channels: NameList(exchange.channels), groups: NameList(exchange.groups))
        )
    }

    @Test("3.5 Heartbeat", arguments: ExchangeLibrary.requests(of: .heartbeat))
    func heartbeat(_ exchange: RecordedExchange) throws {
        let query = try #require(exchange.request?.query)
        try RequestComparison.compare(
            exchange,
            PresenceEndpoints.heartbeat(
                channels: NameList(exchange.channels),
                groups: NameList(exchange.groups),
                state: query["state"].flatMap { try? JSONValue(parsing: $0) },
                timeout: query["heartbeat"].flatMap { Int($0) }
            )
        )
    }

    @Test("3.7 History", arguments: ExchangeLibrary.requests(of: .history))
    func history(_ exchange: RecordedExchange) throws {
        let query = try #require(exchange.request?.query)
        try RequestComparison.compare(
            exchange,
            HistoryEndpoints.page(
                channel: try #require(exchange.channels.first),
                start: query["start"].flatMap { Timetoken($0) },
                end: query["end"].flatMap { Timetoken($0) },
                count: query["count"].flatMap { Int($0) } ?? 100
            )
        )
    }

    @Test("3.8 Here now", arguments: ExchangeLibrary.requests(of: .hereNow))
    func hereNow(_ exchange: RecordedExchange) throws {
        let query = try #require(exchange.request?.query)
        let identifiers = query["disable_uuids"] != "1"
        let state = query["state"] == "1"
        if exchange.channels.isEmpty, exchange.groups.isEmpty {
            try RequestComparison.compare(
                exchange,
                PresenceEndpoints.hereNowGlobal(identifiers: identifiers, state: state)
            )
        } else {
            let call = PresenceEndpoints.hereNow(
                channels: NameList(exchange.channels),
                groups: NameList(exchange.groups),
                identifiers: identifiers,
                state: state
            )
            try RequestComparison.compare(exchange, call)
        }
    }

    private func subscribe(
        _ exchange: RecordedExchange,
        _ cursor: Cursor,
        _ version: PNSubscribeVersion
    ) -> Call<SubscribePage> {
        let query = exchange.request?.query ?? [:]
        return SubscribeEndpoints.subscribe(
            channels: NameList(exchange.channels),
            groups: NameList(exchange.groups),
            cursor: cursor,
            heartbeat: query["heartbeat"].flatMap { Int($0) },
            state: query["state"].flatMap { try? JSONValue(parsing: $0) },
            version: version,
            filter: query["filter-expr"]
        )
    }

    /// The text of a message that travelled in the path, in which some clients left slashes as they were.
    private func message(in path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(7)
        return parts.joined(separator: "/").removingPercentEncoding ?? ""
    }
}
