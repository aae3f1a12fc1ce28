import Metrics
import MetricsTestKit
import PubNub
import PubNubAsync
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@Suite(.timeLimit(.minutes(2)))
struct MetricsTests {
    @Test("Counts requests by route and status, with their durations")
    func requests() async throws {
        let metrics = TestMetrics()
        let service = Self.service(MetricsBackend(metrics))
        try await Self.run(service)
        let publishes = try metrics.expectCounter("pubnub_requests_total", [("route", "publish"), ("status", "200")])
        #expect(publishes.totalValue == 1)
        let durations = try metrics.expectTimer("pubnub_request_duration_seconds", [("route", "publish")])
        #expect(durations.values.count == 1)
    }

    @Test("Counts a request without a response under the status none")
    func requestsWithoutResponse() async throws {
        let metrics = TestMetrics()
        let service = ScriptedService(metrics: MetricsBackend(metrics))
        let signal = Task { try await service.client.signal(1, to: "a") }
        _ = try await service.request("/signal/")
        service.transport.fail("/signal/", .reset)
        await #expect(throws: PubNubError.self) { try await signal.value }
        let signals = try metrics.expectCounter("pubnub_requests_total", [("route", "signal"), ("status", "none")])
        #expect(signals.totalValue == 1)
    }

    @Test("Counts received messages, gaps and reconnects")
    func events() async throws {
        let metrics = TestMetrics()
        let service = Self.service(MetricsBackend(metrics))
        try await Self.run(service)
        #expect(try metrics.expectCounter("pubnub_messages_received_total").totalValue == 100)
        #expect(try metrics.expectCounter("pubnub_gaps_total").totalValue == 1)
        #expect(try metrics.expectCounter("pubnub_reconnects_total").totalValue == 1)
    }

    @Test("The first connection is no reconnect, and a page without a lost response no gap")
    func nothingHappened() async throws {
        let metrics = TestMetrics()
        let service = ScriptedService(metrics: MetricsBackend(metrics))
        _ = try await service.client.time()
        #expect(try metrics.expectCounter("pubnub_reconnects_total").totalValue == 0)
        #expect(try metrics.expectCounter("pubnub_gaps_total").totalValue == 0)
    }

    @Test("The depth of the outbox rises with a message and falls when the service has accepted it")
    func outbox() async throws {
        let metrics = TestMetrics()
        let service = Self.service(MetricsBackend(metrics))
        try await Self.run(service)
        #expect(try metrics.expectGauge("pubnub_outbox_depth").values == [1, 0])
    }

    @Test("Undelivered messages are those that wait for an iteration; events of the connection do not count")
    func undelivered() async throws {
        let metrics = TestMetrics()
        let service = ScriptedService(metrics: MetricsBackend(metrics))
        var iterator = service.client.subscribe(to: ["a"]).makeAsyncIterator()
        let joined = Task { try await service.page(100) }
        _ = try await iterator.next()
        _ = try await joined.value
        try await service.page(103, ScriptedService.timetokens("a", 101...103))
        let gauge = try metrics.expectGauge("pubnub_undelivered")
        #expect(gauge.values == [3])
        let next = Task {
            // The iteration has processed the messages when it asks for the next one.
            try await until { gauge.values == [3, 0] }
            try await service.page(104, ScriptedService.timetokens("a", 104...104))
        }
        var taken: [Int?] = []
        for _ in 101...104 { taken.append(try await iterator.next()?.integer) }
        try await next.value
        #expect(taken == [101, 102, 103, 104])
        #expect(gauge.values == [3, 0, 1])
    }

    @Test("Without a backend that records, a client makes no metrics, whatever happens")
    func off() async throws {
        let metrics = TestMetrics()
        let service = Self.service(MetricsBackend(metrics, isPresent: false))
        try await Self.run(service)
        #expect(metrics.counters.isEmpty && metrics.recorders.isEmpty)
        #expect(metrics.timers.isEmpty && metrics.meters.isEmpty)
    }

    @Test("The engine reports only changes of the connection to an observer that does not measure")
    func engineWithoutMetrics() async throws {
        let service = Self.service(MetricsBackend(TestMetrics(), isPresent: false))
        let silent = RecordingObserver(isMeasuring: false)
        let measuring = RecordingObserver(isMeasuring: true)
        service.pubnub.addObserver(silent)
        try await Self.run(service)
        #expect(silent.kinds == ["connection"])
        service.pubnub.addObserver(measuring)
        _ = try await service.client.time()
        // The first event is the present state of the connection.
        #expect(measuring.kinds == ["connection", "request"])
    }

    /// A client with an outbox.
    private static func service(_ metrics: MetricsBackend) -> ScriptedService {
        ScriptedService(
            metrics: metrics,
            respond: { request in
                request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
            },
            adjust: { $0.outbox = OutboxSettings() }
        )
    }

    /// One of each: a received page, a gap, a message through the outbox, a reconnect.
    private static func run(_ service: ScriptedService) async throws {
        let iteration = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        try await service.page(100)
        try await service.loseResponse()
        try await service.page(400, ScriptedService.timetokens("a", 301...400))
        let publish = Task { try await service.client.publish(1, to: "a") }
        _ = try await service.request("/publish/")
        service.transport.reply("/publish/", "[1,\"Sent\",\"15000000000000007\"]")
        _ = try await publish.value
        _ = try await service.request("/v2/subscribe/")
        service.transport.fail("/v2/subscribe/", .unreachable)
        try await until { service.timers.fire(.reconnect) }
        _ = try await service.request("/v2/subscribe/")
        iteration.cancel()
        try await iteration.value
    }
}

/// Records the kinds of events that an engine reports.
private final class RecordingObserver: EngineObserver {
    let isMeasuring: Bool
    private let recorded = Locked<Set<String>>([])

    init(isMeasuring: Bool) {
        self.isMeasuring = isMeasuring
    }

    var kinds: Set<String> { recorded.withLock { $0 } }

    func connectionChanged(_ change: ConnectionChange) { record("connection") }

    func requestEnded(_ route: Route, status: Int?, after duration: Duration) { record("request") }

    func received(_ count: Int, undelivered: Int) { record("page") }

    func caughtUp() { record("caught up") }

    func gapReported() { record("gap") }

    func outboxChanged(depth: Int) { record("outbox") }

    private func record(_ kind: String) { recorded.withLock { _ = $0.insert(kind) } }
}
