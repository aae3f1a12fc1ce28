import PubNub
import PubNubSupport
import PubNubOrigin

/// A clock that stands still until a test moves it.
package final class OriginManualClock: OriginClock {
    private struct Sleeper {
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var date: UInt64
        var uptime: Duration = .zero
        var sleepers: [UInt64: Sleeper] = [:]
        var cancelled: Set<UInt64> = []
        var lastID: UInt64 = 0
    }

    private let state: Locked<State>

    /// Creates a clock at a date, in units of 100 ns since 1970 UTC.
    package init(date: UInt64 = 14_186_550_000_000_000) {
        state = Locked(State(date: date))
    }

    package var date: UInt64 { state.withLock { $0.date } }
    package var uptime: Duration { state.withLock { $0.uptime } }
    /// The deadlines of waiting tasks, earliest first.
    package var deadlines: [Duration] { state.withLock { $0.sleepers.values.map(\.deadline).sorted() } }

    package func sleep(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.uptime { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        _ = state.withLock { $0.cancelled.remove(id) }
    }

    /// Advances the time and resumes no task.
    package func move(by duration: Duration) {
        state.withLock { state in
            state.uptime += duration
            let (seconds, attoseconds) = duration.components
            state.date += UInt64(max(0, seconds)) * 10_000_000 + UInt64(max(0, attoseconds)) / 100_000_000_000
        }
    }

    /// Advances the time and resumes due tasks.
    package func advance(by duration: Duration) {
        move(by: duration)
        let due = state.withLock { state in
            let due = state.sleepers.filter { $0.value.deadline <= state.uptime }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets the date back or forward, as an administrator may do; uptime continues unchanged.
    package func setDate(_ date: UInt64) {
        state.withLock { $0.date = date }
    }
}
