import PubNubLocks
import PubNubMachines

/// The events that wait for one iteration of a subscription, from its first step to its end.
///
/// The network thread appends the events of a page together, and the iteration takes them together. The engine counts what
/// the iteration has not processed, and pauses polling while that is too much.
final class EventBuffer: Sendable {
    private struct State {
        var batches: [[ReceivedEvent]] = []
        /// Events of pages that the iteration has taken and may still be processing.
        var taken = 0
        /// Resumed when there is something to take.
        var waiting: Handover<Void, Never>?
        /// Set when nothing is appended any more; the error is `nil` if the iteration ended without one.
        var ending: Result<Void, Failure>?
        var needsHistory = false
    }

    private enum Step {
        case batch([ReceivedEvent])
        case end(Result<Void, Failure>)
        case wait
    }

    let id: UInt64
    private let state = Locked(State())

    init(id: UInt64) {
        self.id = id
    }

    /// Whether the messages before the beginning of the iteration have to be read from history.
    var needsHistory: Bool { state.withLock { $0.needsHistory } }

    func setNeedsHistory() {
        state.withLock { $0.needsHistory = true }
    }

    /// Waits for the next events.
    ///
    /// - Parameter delivered: Called with the number of events of pages that the iteration has processed since the last call.
    /// - Returns: The events; `nil` at the end.
    /// - Throws: The error that ended the subscription.
    func next(delivered: (Int) -> Void) async throws(Failure) -> [ReceivedEvent]? {
        let processed = state.withLock { state in
            let processed = state.taken
            state.taken = 0
            return processed
        }
        if processed > 0 { delivered(processed) }
        while true {
            switch step() {
            case .batch(let events): return events
            case .end(let result):
                try result.get()
                return nil
            case .wait: await wait()
            }
        }
    }

    /// Appends events, unless the buffer has ended.
    func append(_ events: [ReceivedEvent]) {
        let waiting = state.withLock { state -> Handover<Void, Never>? in
            guard state.ending == nil else { return nil }
            state.batches.append(events)
            return state.waiting.take()
        }
        waiting?.resume(returning: ())
    }

    /// Ends the buffer: the iteration receives the remaining events, unless it drops them, and then the end.
    func end(_ result: Result<Void, Failure>, dropping: Bool = false) {
        let waiting = state.withLock { state -> Handover<Void, Never>? in
            if dropping { state.batches = [] }
            if state.ending == nil { state.ending = result }
            return state.waiting.take()
        }
        waiting?.resume(returning: ())
    }

    private func step() -> Step {
        state.withLock { state in
            if !state.batches.isEmpty {
                let events = state.batches.count == 1 ? state.batches[0] : Array(state.batches.joined())
                state.batches.removeAll(keepingCapacity: true)
                state.taken = events.count(where: \.isFromPage)
                return .batch(events)
            }
            return state.ending.map { .end($0) } ?? .wait
        }
    }

    private func wait() async {
        await withHandover(of: Void.self, throwing: Never.self) { handover in
            let mustWait = state.withLock { state in
                guard state.batches.isEmpty, state.ending == nil else { return false }
                state.waiting = handover
                return true
            }
            if !mustWait { handover.resume(returning: ()) }
        }
    }
}
