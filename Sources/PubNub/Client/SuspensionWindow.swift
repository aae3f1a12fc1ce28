import PubNubSupport

/// The time before a suspension, in which a delegate may finish its work.
///
/// `proceed` is called exactly once: at the end of that work, or immediately if the delegate has no such work. The client
/// limits the time.
final class SuspensionWindow: Sendable {
    private struct State {
        var isWorking = false
        var isOver = false
    }

    private let state = Locked(State())
    private let proceed: @Sendable () -> Void

    init(proceed: @escaping @Sendable () -> Void) {
        self.proceed = proceed
    }

    /// Runs the work of a delegate, which gets a closure to call when it is done.
    func run(_ work: (@escaping () -> Void) -> Void) {
        let isOpen = state.withLock { state in
            if state.isOver { return false }
            state.isWorking = true
            return true
        }
        if isOpen { work { [self] in close() } }
    }

    /// Continues with the suspension if no delegate took the opportunity.
    func closeUnlessWorking() {
        if !state.withLock({ $0.isWorking }) { close() }
    }

    /// Continues with the suspension.
    func close() {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { proceed() }
    }
}
