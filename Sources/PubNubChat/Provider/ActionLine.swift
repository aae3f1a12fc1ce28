import PubNub

/// Does actions one after the other, in the order in which they are added.
final class ActionLine: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)

    /// Adds an action.
    ///
    /// - Parameter action: What is done once all actions before it are over.
    func add(_ action: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            last = Task { [before = last] in
                await before?.value
                await action()
            }
        }
    }
}
