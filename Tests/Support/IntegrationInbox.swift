import Dispatch
import PubNub
import PubNubSupport

/// Collects the elements that callbacks add, and lets a test wait for them without polling.
///
/// All elements stay in ``all``; ``next(_:_:)`` takes the oldest one that has not been taken.
package final class IntegrationInbox<Element: Sendable>: Sendable {
    private struct Waiter: Sendable {
        /// Takes the element if it matches, and resumes the waiting test.
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

    /// All elements so far, in order.
    package var all: [Element] { state.withLock { $0.all } }

    /// Adds an element, from any thread.
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

    /// Takes the oldest element for which `pick` returns a value, and waits for it if necessary.
    ///
    /// - Parameters:
    ///   - expected: The name of the element in the failure; empty by default.
    ///   - pick: Returns the wanted value of an element; nil if the element does not match.
    /// - Returns: The value that `pick` returned.
    /// - Throws: ``IntegrationSilence`` if no element matched for far longer than any machine needs.
    package func next<Value: Sendable>(
        _ expected: String = "",
        _ pick: @escaping @Sendable (Element) -> Value?
    ) async throws -> Value {
        try await withHandover(throwing: (any Error).self) { continuation in
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

    /// Takes elements until `count` of them matched.
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
