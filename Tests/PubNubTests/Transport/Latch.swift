import PubNubSupport

@testable import PubNub

/// Opens after a number of arrivals; any number of tasks wait for it.
final class Latch: Sendable {
    private struct State {
        var remaining: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    init(_ count: Int = 1) {
        state = Locked(State(remaining: count))
    }

    func arrive() {
        let released = state.withLock { state in
            state.remaining -= 1
            guard state.remaining == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in released {
            continuation.resume()
        }
    }

    func opened() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard state.remaining > 0 else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOpen {
                continuation.resume()
            }
        }
    }
}
