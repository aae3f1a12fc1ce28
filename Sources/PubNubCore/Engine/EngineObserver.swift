import PubNubSupport
package import PubNubMachines
package import PubNubWire
import Synchronization

/// Receives what an engine does, for metrics and states. Called on the thread of the event, which it must not block.
///
/// Changes of the connection are rare and reach every observer; the other events reach only those that measure.
package protocol EngineObserver: AnyObject, Sendable {
    /// Whether it receives the events that only metrics need. Read once, when it is added.
    var isMeasuring: Bool { get }
    func connectionChanged(_ change: ConnectionChange)
    /// A request ended; without a response, `status` is `nil`.
    func requestEnded(_ route: Route, status: Int?, after duration: Duration)
    /// Messages and events arrived; `undelivered` wait for consumers.
    func received(_ count: Int, undelivered: Int)
    /// No messages wait for consumers any more. Called at least once after messages waited.
    func caughtUp()
    /// Messages may be missing.
    func gapReported()
    /// The outbox has this many messages.
    func outboxChanged(depth: Int)
}

package enum ConnectionChange: Sendable {
    case connecting
    case connected
    /// The error is `nil` if the application disconnected.
    case disconnected(Failure?)
}

/// The observers of an engine. Without one that measures, an event for metrics costs a branch.
final class EngineObservers: Sendable {
    private struct State {
        var all: [any EngineObserver] = []
        var measuring: [any EngineObserver] = []
    }

    private let state = Locked(State())
    private let measuring = Atomic<Int>(0)

    /// Whether an observer measures.
    var isMeasured: Bool { measuring.load(ordering: .acquiring) > 0 }

    func add(_ observer: any EngineObserver) {
        change { state in
            state.all.append(observer)
            if observer.isMeasuring { state.measuring.append(observer) }
        }
    }

    func remove(_ observer: any EngineObserver) {
        change { state in
            state.all.removeAll { $0 === observer }
            state.measuring.removeAll { $0 === observer }
        }
    }

    /// Reports a change of the connection to all observers.
    func report(_ change: ConnectionChange) {
        for observer in state.withLock({ $0.all }) { observer.connectionChanged(change) }
    }

    /// Passes an event to the observers that measure. The closure does not run without one.
    func measure(_ event: (any EngineObserver) -> Void) {
        guard isMeasured else { return }
        for observer in state.withLock({ $0.measuring }) { event(observer) }
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            // In the lock, so that the count of the last change stays.
            measuring.store(state.measuring.count, ordering: .releasing)
        }
    }
}
