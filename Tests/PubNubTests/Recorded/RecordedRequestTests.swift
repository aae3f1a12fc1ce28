import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// The requests that the library builds for the recorded calls have the same resources as the recorded ones, apart from
/// current differences: the callback `0`, no signature in a path, `sub-key`, no presence names in a leave.
@Suite("Recorded requests")
struct RecordedRequestTests {
    @Test("Time", arguments: ExchangeLibrary.requests(of: .time))
    func time(_ exchange: RecordedExchange) throws {
        try RequestComparison.compare(exchange, TimeEndpoints.time())
    }

    @Test("Publish", arguments: ExchangeLibrary.requests(of: .publish))
    func publish(_ exchange: RecordedExchange) throws {
        let request = try #require(exchange.request)
        let text = request.method == "POST" ? try #require(request.body) : message(in: request.path)
        let call = MessagingEndpoints.publish(
            payload: Array(text.utf8),
            channel: try #require(exchange.channels.first),
            compressed: request.method == "POST",
            store: request.query["store"] != "0",
            metadata: request.query["meta"].flatMap { try? JSON(parsing: $0) },
            ttl: request.query["ttl"].flatMap { Int($0) }
        )
        try RequestComparison.compare(exchange, call)
        if request.method == "POST" { #expect(call.body == Array(text.utf8)) }
    }

    @Test("Subscribe, version 1", arguments: ExchangeLibrary.requests(of: .subscribeV1))
    func subscribeV1(_ exchange: RecordedExchange) throws {
        let path = try #require(exchange.request?.path)
        let timetoken = path.split(separator: "/").last.flatMap { Timetoken($0) }
        try RequestComparison.compare(exchange, subscribe(exchange, Cursor(timetoken: try #require(timetoken)), .v1))
    }

    @Test("Subscribe, version 2", arguments: ExchangeLibrary.requests(of: .subscribeV2))
    func subscribeV2(_ exchange: RecordedExchange) throws {
        let query = try #require(exchange.request?.query)
        let cursor = Cursor(
            timetoken: query["tt"].flatMap { Timetoken($0) } ?? .zero,
            region: query["tr"].flatMap { Int($0) }
        )
        try RequestComparison.compare(exchange, subscribe(exchange, cursor, .v2))
    }

    @Test("Leave", arguments: ExchangeLibrary.requests(of: .leave))
    func leave(_ exchange: RecordedExchange) throws {
        try RequestComparison.compare(
            exchange,
            PresenceEndpoints.leave(channels: NameList(exchange.channels), groups: NameList(exchange.groups))
        )
    }

    @Test("Heartbeat", arguments: ExchangeLibrary.requests(of: .heartbeat))
    func heartbeat(_ exchange: RecordedExchange) throws {
        let query = try #require(exchange.request?.query)
        try RequestComparison.compare(
            exchange,
            PresenceEndpoints.heartbeat(
                channels: NameList(exchange.channels),
                groups: NameList(exchange.groups),
                state: query["state"].flatMap { try? JSON(parsing: $0) },
                timeout: query["heartbeat"].flatMap { Int($0) }
            )
        )
    }

    @Test("History", arguments: ExchangeLibrary.requests(of: .history))
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

    @Test("Here-now", arguments: ExchangeLibrary.requests(of: .hereNow))
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
        _ version: SubscribeVersion
    ) -> Call<SubscribePage> {
        let query = exchange.request?.query ?? [:]
        return SubscribeEndpoints.subscribe(
            channels: NameList(exchange.channels),
            groups: NameList(exchange.groups),
            cursor: cursor,
            heartbeat: query["heartbeat"].flatMap { Int($0) },
            state: query["state"].flatMap { try? JSON(parsing: $0) },
            version: version,
            filter: query["filter-expr"]
        )
    }

    /// The message in the path; some clients did not escape its slashes.
    private func message(in path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(7)
        return parts.joined(separator: "/").removingPercentEncoding ?? ""
    }
}
