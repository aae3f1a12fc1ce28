import PubNubSupport
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
        /// Whether the targets of the iteration have been subscribed.
        var isConfirmed = false
        /// Resumed when they are, or at the end.
        var waitingForConfirmation: Handover<Void, Never>?
        /// Set when nothing is appended any more; the error is `nil` if the iteration ended without one.
        var ending: Result<Void, Failure>?
        /// The changes of the connection at the end of `batches`.
        var connectionChanges = 0

        /// Adds events. Of many changes of the connection in a row, the last replaces the one before: the buffer of an
        /// iteration that does not take its events stays bounded while the network comes and goes.
        mutating func add(_ events: [ReceivedEvent]) {
            for event in events {
                guard case .subscribed = event else { continue }
                isConfirmed = true
            }
            guard events.count == 1, events[0].isConnectionChange else {
                connectionChanges = 0
                return batches.append(events)
            }
            connectionChanges += 1
            if connectionChanges > EventBuffer.maxConnectionChanges { batches.removeLast() }
            batches.append(events)
        }
    }

    /// The changes of the connection that wait in a row at most.
    private static let maxConnectionChanges = 16

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

    /// Waits until the targets of the iteration are subscribed, without taking an event.
    ///
    /// - Returns: Whether they are; `false` if the buffer ended before, or the error that ended it.
    func confirmed() async -> Result<Bool, Failure> {
        await withHandover(of: Void.self, throwing: Never.self) { handover in
            let mustWait = state.withLock { state in
                guard !state.isConfirmed, state.ending == nil else { return false }
                state.waitingForConfirmation = handover
                return true
            }
            if !mustWait { handover.resume(returning: ()) }
        }
        return state.withLock { state in
            // An end after the confirmation is for the loop.
            state.isConfirmed ? .success(true) : state.ending?.map { false } ?? .success(false)
        }
    }

    /// Appends events, unless the buffer has ended.
    func append(_ events: [ReceivedEvent]) {
        let resumed = state.withLock { state -> [Handover<Void, Never>] in
            guard state.ending == nil else { return [] }
            state.add(events)
            let confirmation = state.isConfirmed ? state.waitingForConfirmation.take() : nil
            return [state.waiting.take(), confirmation].compactMap(\.self)
        }
        for handover in resumed { handover.resume(returning: ()) }
    }

    /// Ends the buffer: the iteration receives the remaining events, unless it drops them, and then the end.
    func end(_ result: Result<Void, Failure>, dropping: Bool = false) {
        let resumed = state.withLock { state -> [Handover<Void, Never>] in
            if dropping { state.batches = [] }
            if state.ending == nil { state.ending = result }
            return [state.waiting.take(), state.waitingForConfirmation.take()].compactMap(\.self)
        }
        for handover in resumed { handover.resume(returning: ()) }
    }

    private func step() -> Step {
        state.withLock { state in
            if !state.batches.isEmpty {
                let events = state.batches.count == 1 ? state.batches[0] : Array(state.batches.joined())
                state.batches.removeAll(keepingCapacity: true)
                state.connectionChanges = 0
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
