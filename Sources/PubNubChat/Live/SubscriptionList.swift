import PubNub
import PubNubSupport

/// The channels that an app requested, and the tasks that wait until the client is connected or has subscribed to them.
final class SubscriptionList: Sendable {
    private enum Goal {
        case connected
        case subscribed(Set<String>)
        case unsubscribed(Set<String>)
    }

    private struct Waiter {
        var goal: Goal
        /// Whether received events occurred after the task began to wait. Events of an earlier connection do not
        /// concern it.
        var isCurrent = false
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var wanted: [String: Bool] = [:]
        /// The requested channels that the service refused. They are requested again with other rights.
        var blocked: Set<String> = []
        /// The channels that the app left without a connection. The client restores them with the next one.
        var left: Set<String> = []
        var waiters: [Int: Waiter] = [:]
        /// The tasks that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
        var last = 0
        var isEnded = false
    }

    private let state = Locked(State())
    /// Causes ``reached(_:)`` to be called after all earlier events were received.
    private let mark: @Sendable (_ waiter: Int) -> Void

    /// - Parameter mark: Causes ``reached(_:)`` to be called with the waiter after all earlier events were received.
    init(mark: @escaping @Sendable (_ waiter: Int) -> Void) {
        self.mark = mark
    }

    /// The channels that the app requested, and whether with presence.
    var wanted: [String: Bool] { state.withLock { $0.wanted } }

    /// The number of waiting tasks.
    var waiting: Int { state.withLock { $0.waiters.count } }

    func want(_ names: [String], withPresence: Bool) {
        state.withLock { state in
            for name in names { state.wanted[name] = withPresence }
            state.blocked.subtract(names)
            state.left.subtract(names)
        }
    }

    /// Leaves channels out of later requests until ``unblock()``.
    func block(_ names: [String]) {
        state.withLock { state in state.blocked.formUnion(names.filter { state.wanted[$0] != nil }) }
    }

    /// Returns the channels that were left out, which are not any more.
    func unblock() -> [String] {
        state.withLock { state in
            defer { state.blocked = [] }
            return state.blocked.sorted()
        }
    }

    func forget(_ names: [String]) {
        state.withLock { state in
            for name in names { state.wanted[name] = nil }
            state.blocked.subtract(names)
        }
    }

    /// Leaves channels with the next connection, unless the app subscribes to them again before.
    func leaveLater(_ names: [String]) {
        state.withLock { $0.left.formUnion(names) }
    }

    /// The app leaves channels with the present connection.
    func leavesNow(_ names: [String]) {
        state.withLock { $0.left.subtract(names) }
    }

    /// Returns the channels to leave now.
    func takeLeft() -> [String] {
        state.withLock { state in
            defer { state.left = [] }
            return state.left.sorted()
        }
    }

    /// Waits until the client is connected.
    func waitForConnection(_ start: () -> Void) async throws { try await wait(.connected, start) }

    /// Waits until the client is subscribed to channels.
    func waitForSubscription(_ names: [String], _ start: () -> Void) async throws {
        try await wait(.subscribed(Set(names)), start)
    }

    /// Waits until the client is not subscribed to channels.
    func waitForUnsubscription(_ names: [String], _ start: () -> Void) async throws {
        try await wait(.unsubscribed(Set(names)), start)
    }

    /// Events from now on occurred after this waiter began to wait.
    func reached(_ waiter: Int) {
        state.withLock { $0.waiters[waiter]?.isCurrent = true }
    }

    /// The client is connected.
    ///
    /// - Parameter isSeen: Whether the current state was read, independent of received events.
    func connected(isSeen: Bool = false) {
        finish { waiter in
            if case .connected = waiter.goal { isSeen || waiter.isCurrent } else { false }
        }
    }

    /// The client is not connected. The error is nil if the app disconnected it.
    func disconnected(_ error: (any Error)?) {
        finish(.failure(error ?? PNError(code: kPNRequestExecutionFailedClientNotReadyError))) { waiter in
            guard waiter.isCurrent else { return false }
            switch waiter.goal {
            case .connected: return true
            // A client that lost its connection reconnects and subscribes again.
            case .subscribed, .unsubscribed: return error == nil
            }
        }
    }

    func subscribed(_ names: [String]) {
        finish { waiter in
            guard case .subscribed(let rest) = waiter.goal else { return false }
            waiter.goal = .subscribed(rest.subtracting(names))
            return rest.isSubset(of: names)
        }
    }

    func unsubscribed(_ names: [String]) {
        finish { waiter in
            guard case .unsubscribed(let rest) = waiter.goal else { return false }
            waiter.goal = .unsubscribed(rest.subtracting(names))
            return rest.isSubset(of: names)
        }
    }

    func refused(_ names: [String], _ error: any Error) {
        finish(.failure(error)) { waiter in
            switch waiter.goal {
            case .connected: false
            case .subscribed(let rest), .unsubscribed(let rest): names.isEmpty || !rest.isDisjoint(with: names)
            }
        }
    }

    /// Ends all waiting tasks with an error.
    func fail(_ error: any Error) {
        finish(.failure(error)) { _ in true }
    }

    /// Ends all waiting tasks.
    func end() {
        state.withLock { $0.isEnded = true }
        finish(.failure(CancellationError())) { _ in true }
    }

    private func wait(_ goal: Goal, _ start: () -> Void) async throws {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isWaiting = state.withLock { state in
                    guard !state.isEnded, state.cancelled.remove(id) == nil else { return false }
                    state.waiters[id] = Waiter(goal: goal, continuation: continuation)
                    return true
                }
                if isWaiting {
                    mark(id)
                    start()
                } else {
                    continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: id)
                if waiter == nil { state.cancelled.insert(id) }
                return waiter
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func finish(_ result: Result<Void, any Error> = .success(()), where isReached: (inout Waiter) -> Bool) {
        let reached = state.withLock { state in
            var reached: [CheckedContinuation<Void, any Error>] = []
            for (id, var waiter) in state.waiters.sorted(by: { $0.key < $1.key }) {
                if isReached(&waiter) {
                    reached.append(waiter.continuation)
                    state.waiters[id] = nil
                } else {
                    state.waiters[id] = waiter
                }
            }
            return reached
        }
        for continuation in reached { continuation.resume(with: result) }
    }
}
