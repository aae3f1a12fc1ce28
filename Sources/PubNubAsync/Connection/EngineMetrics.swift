package import Metrics
import PubNubSupport
import PubNubWire

/// Where a client sends its metrics.
package struct MetricsBackend: Sendable {
    let factory: any MetricsFactory
    /// Whether the backend records anything. If not, a client makes no metrics.
    let isPresent: Bool

    /// - Parameters:
    ///   - factory: Makes the metrics.
    ///   - isPresent: Whether it records anything.
    package init(_ factory: any MetricsFactory, isPresent: Bool = true) {
        self.factory = factory
        self.isPresent = isPresent
    }

    /// The backend of the process.
    package static var current: Self {
        let factory = MetricsSystem.factory
        return Self(factory, isPresent: !(factory is NOOPMetricsHandler))
    }
}

/// The metrics of a client.
final class EngineMetrics: Sendable {
    private struct Labels: Hashable {
        let route: Route
        let status: Int?
    }

    private struct ByRoute {
        var requests: [Labels: Counter] = [:]
        var durations: [Route: Timer] = [:]
    }

    private let factory: any MetricsFactory
    private let byRoute = Locked(ByRoute())
    private let messages: Counter
    private let gaps: Counter
    private let reconnects: Counter
    private let outbox: Gauge
    private let undelivered: Gauge

    /// The metrics of a client; `nil` if nothing records them.
    init?(_ backend: MetricsBackend) {
        guard backend.isPresent else { return nil }
        factory = backend.factory
        messages = Counter(label: "pubnub_messages_received_total", factory: factory)
        gaps = Counter(label: "pubnub_gaps_total", factory: factory)
        reconnects = Counter(label: "pubnub_reconnects_total", factory: factory)
        outbox = Gauge(label: "pubnub_outbox_depth", factory: factory)
        undelivered = Gauge(label: "pubnub_undelivered", factory: factory)
    }

    func requestEnded(_ route: Route, status: Int?, after duration: Duration) {
        let (counter, timer) = byRoute.withLock { metrics in
            let labels = Labels(route: route, status: status)
            let counter =
                metrics.requests[labels]
                ?? Counter(
                    label: "pubnub_requests_total",
                    dimensions: [("route", route.rawValue), ("status", status.map { "\($0)" } ?? "none")],
                    factory: factory
                )
            metrics.requests[labels] = counter
            let timer =
                metrics.durations[route]
                ?? Timer(
                    label: "pubnub_request_duration_seconds",
                    dimensions: [("route", route.rawValue)],
                    factory: factory
                )
            metrics.durations[route] = timer
            return (counter, timer)
        }
        counter.increment()
        timer.record(duration: duration)
    }

    func received(_ count: Int, undelivered waiting: Int) {
        messages.increment(by: count)
        undelivered.record(waiting)
    }

    func caughtUp() { undelivered.record(0) }

    func gapReported() { gaps.increment() }

    func reconnected() { reconnects.increment() }

    func outboxChanged(depth: Int) { outbox.record(depth) }
}
