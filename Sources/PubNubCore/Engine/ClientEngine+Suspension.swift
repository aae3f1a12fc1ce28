import PubNubMachines

/// Suspending and resuming the client (Documentation/WireProtocol.md, "Suspension and identifier").
extension ClientEngine {
    /// Suspends the client unless its delegate objects.
    ///
    /// - Parameter settled: Called once, on any thread, with whether the client was suspended by this call.
    package func suspend(settled: (@Sendable (Bool) -> Void)? = nil) {
        apply { state in
            if let settled { state.suspensionWaiters.append(settled) }
            state.machine.suspend(into: &state.batch.actions)
        }
    }

    package func resume() {
        ClientLog.log(.general, "Resumes")
        apply { $0.machine.resume(into: &$0.batch.actions) }
    }

    /// Reports to the delegate that the client is about to stop, and lets it finish its work.
    func openWindow(_ number: UInt64) {
        let proceed: @Sendable () -> Void = { [weak self] in
            self?.apply { $0.machine.suspensionWindowClosed(number, into: &$0.batch.actions) }
        }
        if let delegate { delegate.willSuspend(proceed: proceed) } else { proceed() }
    }

    func suspensionSettled(_ isSuspended: Bool) {
        ClientLog.log(.general, isSuspended ? "Suspended" : "Not suspended")
        let waiters = change { state in
            defer { state.suspensionWaiters = [] }
            return state.suspensionWaiters
        }
        for waiter in waiters { waiter(isSuspended) }
    }

    /// Follows the suspension of the process from now on, or stops following it, as the configuration requires.
    package func followProcess() {
        if read({ $0.settings.suspendsWithProcess }) { process.add(self) } else { process.remove(self) }
    }
}
