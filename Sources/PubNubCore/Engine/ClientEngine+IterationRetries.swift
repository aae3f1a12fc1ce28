import PubNubMachines

/// Repeats changes for iterations that the service could not make.
extension ClientEngine {
    /// Asks for the targets of a change again after a pause, in which the client receives the events of the others.
    func postpone(_ targets: [SubscriptionTarget], _ failure: Failure, in state: inout State) {
        state.holders.changeEnded(postponing: targets)
        let pause = state.iterationRetries.pause(after: failure)
        state.batch.run { [weak self, timers] in
            timers.start(.iterations, after: pause) { [weak self] _ in self?.retry() }
        }
        submitHeldChanges(&state)
    }

    /// Ends the pause without another attempt: the client is shut down, or its next connection asks for all targets.
    func cancelRetries(_ state: inout State) {
        state.iterationRetries.reset()
        guard state.holders.isPostponing else { return }
        state.batch.run { [timers] in timers.cancel(.iterations) }
    }

    private func retry() {
        apply { state in
            state.holders.pauseEnded()
            submitHeldChanges(&state)
        }
    }
}
