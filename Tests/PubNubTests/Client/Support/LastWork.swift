import PubNubSupport

@testable import PubNub

/// The work of a delegate before a suspension, which the test ends.
final class LastWork: Sendable {
    private let done = Locked<CallbackBox<() -> Void>?>(nil)

    /// The work began; call `done` at its end.
    func begin(_ done: @escaping () -> Void) {
        let box = CallbackBox(done)
        self.done.withLock { $0 = box }
    }

    /// Whether it began.
    var isBegun: Bool { done.withLock { $0 != nil } }

    func finish() {
        let done = done.withLock { $0 }
        done?.value()
    }
}
