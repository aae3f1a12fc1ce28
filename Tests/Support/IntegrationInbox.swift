import Dispatch
import PubNub
import PubNubLocks

/// Collects what callbacks bring, and lets a test wait for it without polling.
///
/// Everything that is put in stays in ``all``; ``next(_:_:)`` takes the oldest that has not been taken.
package final class IntegrationInbox<Element: Sendable>: Sendable {
    private struct Waiter: Sendable {
        /// Takes the element if it is the one, and gives the test what it waits for.
        let offer: @Sendable (Element) -> Bool
        let giveUp: @Sendable () -> Void
    }

    private struct State {
        var all: [Element] = []
        var untaken: [Element] = []
        var waiters: [(id: Int, waiter: Waiter)] = []
        var lastID = 0
    }

    private let state = Locked(State())

    package init() {}

    /// Everything that came so far, in order.
    package var all: [Element] { state.withLock { $0.all } }

    /// Puts an element in, from any thread.
    package func put(_ element: Element) {
        state.withLock { state in
            state.all.append(element)
            if let index = state.waiters.firstIndex(where: { $0.waiter.offer(element) }) {
                state.waiters.remove(at: index)
            } else {
                state.untaken.append(element)
            }
        }
    }

    /// Takes the oldest element that `pick` makes something of, waiting for it if need be.
    ///
    /// - Parameters:
    ///   - expected: Names what is waited for in the failure; empty by default.
    ///   - pick: What is wanted of an element; nil when it is another one.
    /// - Returns: What `pick` made of it.
    /// - Throws: ``IntegrationSilence`` when nothing of the kind came for far longer than any machine needs.
    package func next<Value: Sendable>(
        _ expected: String = "",
        _ pick: @escaping @Sendable (Element) -> Value?
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let id = state.withLock { state -> Int? in
                for (index, element) in state.untaken.enumerated() {
                    guard let value = pick(element) else { continue }
                    state.untaken.remove(at: index)
                    continuation.resume(returning: value)
                    return nil
                }
                state.lastID += 1
                let waiter = Waiter { element in
                    guard let value = pick(element) else { return false }
                    continuation.resume(returning: value)
                    return true
                } giveUp: { [weak self] in
                    let seen = self?.all.map { "\($0)" } ?? []
                    continuation.resume(throwing: IntegrationSilence(expected: expected, seen: seen))
                }
                state.waiters.append((state.lastID, waiter))
                return state.lastID
            }
            if let id { limit(id) }
        }
    }

    /// Takes elements until `count` of them made something.
    package func next<Value: Sendable>(
        _ count: Int,
        _ expected: String = "",
        _ pick: @escaping @Sendable (Element) -> Value?
    ) async throws -> [Value] {
        var values: [Value] = []
        while values.count < count {
            values.append(try await next("\(expected) (\(values.count) of \(count))", pick))
        }
        return values
    }

    private func limit(_ id: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + IntegrationSilence.patience) { [weak self] in
            guard let self else { return }
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).waiter }
            }
            waiter?.giveUp()
        }
    }
}
