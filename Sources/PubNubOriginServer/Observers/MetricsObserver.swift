public import CoreMetrics
import PubNubSupport
public import PubNubOrigin

/// Reports the requests of a server to the metrics backend of the program, through swift-metrics.
///
/// ```swift
/// import PubNubOrigin
/// import PubNubOriginServer
///
/// let metrics = MetricsObserver()
/// var configuration = OriginConfiguration()
/// configuration.observers = [metrics]
/// let server = OriginServer(configuration: configuration)
/// // now and then, for example before each export:
/// metrics.record(server.statistics)
/// ```
///
/// | Label | Kind | Dimensions |
/// |---|---|---|
/// | `pubnub_requests_total` | counter | `route`, `status` |
/// | `pubnub_request_duration_seconds` | timer | `route` |
/// | `pubnub_publishes_total`, `pubnub_deliveries_total`, `pubnub_buffer_evictions_total`, `pubnub_connections_accepted_total`, `pubnub_connections_refused_total`, `pubnub_storage_errors_total`, `pubnub_file_downloads_total` | counters | |
/// | `pubnub_connections`, `pubnub_held_polls`, `pubnub_buffered_channels`, `pubnub_buffered_messages`, `pubnub_buffered_bytes`, `pubnub_log_lag_changes`, `pubnub_files`, `pubnub_file_bytes` | meters | |
///
/// The last two rows change only with ``record(_:)``.
public final class MetricsObserver: OriginObserver {
    private struct RequestKey: Hashable {
        let route: String
        let status: Int?
    }

    private struct State {
        var requests: [RequestKey: Counter] = [:]
        var durations: [String: Timer] = [:]
        var recorded: OriginStatistics?
    }

    private struct Total {
        let counter: Counter
        let value: any KeyPath<OriginStatistics, UInt64> & Sendable
    }

    private struct Level {
        let meter: Meter
        let value: any KeyPath<OriginStatistics, Int> & Sendable
    }

    private let factory: any MetricsFactory
    private let totals: [Total]
    private let levels: [Level]
    private let state = Locked(State())

    /// Reports to a backend.
    ///
    /// - Parameter factory: The backend. The one that `MetricsSystem` was bootstrapped with by default.
    public init(factory: any MetricsFactory = MetricsSystem.factory) {
        self.factory = factory
        func total(_ label: String, _ value: any KeyPath<OriginStatistics, UInt64> & Sendable) -> Total {
            Total(counter: Counter(label: label, factory: factory), value: value)
        }
        func level(_ label: String, _ value: any KeyPath<OriginStatistics, Int> & Sendable) -> Level {
            Level(meter: Meter(label: label, factory: factory), value: value)
        }
        totals = [
            total("pubnub_publishes_total", \.publishes),
            total("pubnub_deliveries_total", \.deliveries),
            total("pubnub_buffer_evictions_total", \.evictions),
            total("pubnub_connections_accepted_total", \.acceptedConnections),
            total("pubnub_connections_refused_total", \.refusedConnections),
            total("pubnub_storage_errors_total", \.storageErrors),
            total("pubnub_file_downloads_total", \.fileDownloads),
        ]
        levels = [
            level("pubnub_connections", \.connections),
            level("pubnub_held_polls", \.heldPolls),
            level("pubnub_buffered_channels", \.bufferedChannels),
            level("pubnub_buffered_messages", \.bufferedMessages),
            level("pubnub_buffered_bytes", \.bufferedBytes),
            level("pubnub_log_lag_changes", \.viewLag),
            level("pubnub_files", \.files),
            level("pubnub_file_bytes", \.fileBytes),
        ]
    }

    /// Counts a request and records how long it took. The server calls it.
    public func requestEnded(_ record: OriginRequestRecord) {
        let (counter, timer) = state.withLock { state -> (Counter, Timer) in
            (requestCounter(of: record, in: &state), durationTimer(of: record.route, in: &state))
        }
        counter.increment()
        let (seconds, attoseconds) = record.duration.components
        timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// Reports what the server does at present. Counters grow by the difference to the previous call.
    ///
    /// - Parameter statistics: The `statistics` of the server.
    public func record(_ statistics: OriginStatistics) {
        let former = state.withLock { state -> OriginStatistics? in
            defer { state.recorded = statistics }
            return state.recorded
        }
        for total in totals {
            let before = former?[keyPath: total.value] ?? 0
            let now = statistics[keyPath: total.value]
            // A server that has stopped reports zero for some of them.
            if now > before { total.counter.increment(by: now - before) }
        }
        for level in levels { level.meter.set(statistics[keyPath: level.value]) }
    }

    private func requestCounter(of record: OriginRequestRecord, in state: inout State) -> Counter {
        let key = RequestKey(route: record.route, status: record.status)
        if let counter = state.requests[key] { return counter }
        let counter = Counter(
            label: "pubnub_requests_total",
            dimensions: [("route", key.route), ("status", key.status.map(String.init) ?? "none")],
            factory: factory
        )
        state.requests[key] = counter
        return counter
    }

    private func durationTimer(of route: String, in state: inout State) -> Timer {
        if let timer = state.durations[route] { return timer }
        let timer = Timer(label: "pubnub_request_duration_seconds", dimensions: [("route", route)], factory: factory)
        state.durations[route] = timer
        return timer
    }
}
