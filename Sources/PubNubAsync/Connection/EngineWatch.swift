import PubNubCore
import PubNubSupport
import PubNubWire

/// Turns what the engine does into metrics and states of the connection.
final class EngineWatch: EngineObserver {
    private let states: ConnectionStateSource
    private let wasConnected = Locked(false)
    /// `nil` without a metrics backend. The engine then reports changes of the connection only.
    private let metrics: EngineMetrics?

    init(states: ConnectionStateSource, metrics: EngineMetrics?) {
        self.states = states
        self.metrics = metrics
    }

    var isMeasuring: Bool { metrics != nil }

    func connectionChanged(_ change: ConnectionChange) {
        switch change {
        case .connecting: states.report(.connecting)
        case .connected:
            let isReconnect = wasConnected.withLock { wasConnected in
                defer { wasConnected = true }
                return wasConnected
            }
            if isReconnect { metrics?.reconnected() }
            states.report(.connected)
        case .disconnected(let error): states.report(.disconnected(error.map { PubNubError($0) }))
        }
    }

    func requestEnded(_ route: Route, status: Int?, after duration: Duration) {
        metrics?.requestEnded(route, status: status, after: duration)
    }

    func received(_ count: Int, undelivered: Int) { metrics?.received(count, undelivered: undelivered) }

    func caughtUp() { metrics?.caughtUp() }

    func gapReported() { metrics?.gapReported() }

    func outboxChanged(depth: Int) { metrics?.outboxChanged(depth: depth) }
}
