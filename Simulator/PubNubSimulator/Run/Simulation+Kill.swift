@testable import PubNubMachines

/// The end of the process, and the start of the next one.
extension Simulation {
    /// Ends the process; only its file and the requests that it had sent remain.
    func kill() throws(Violation) {
        counts.kills += 1
        let isToConnect = machine.connection.isRunning
        for request in requests.values.sorted(by: { $0.serial < $1.serial }) {
            // A request in transit may or may not arrive.
            guard request.serial % 2 == 0, request.reply == nil, !request.isHeld, !request.isHeldBack,
                link.latency != nil
            else { continue }
            arriveUnawaited(request)
        }
        requests = [:]
        timers = [:]
        timerNumbers = [:]
        deferredInputs = []
        line = LineModel()
        lineCheck = LineCheck()
        keysToAdopt = []
        keysInUse = configuration.keyset
        heartbeatCheck = HeartbeatCheck()
        clock.keep { occurrence in
            switch occurrence {
            case .step, .finalPhase: true
            default: false
            }
        }
        machine = makeMachine(process: UInt64(counts.kills))
        deliveryCheck.restarted()
        callCheck.forgot()
        changeCheck = ChangeCheck()
        iterations = IterationModel()
        iterationCheck.forget()
        connectionCheck = ConnectionCheck()
        paceCheck = PaceCheck()
        waitingForSuspension = 0
        forgetBacklog()
        if sabotage.losesFile { outbox.loseFile() }
        try reopenOutbox()
        if isToConnect { try input("the application connects") { $0.connect(into: &$1) } }
    }

    /// Returns the machines of a process with its configuration.
    func makeMachine(process: UInt64) -> ClientMachine {
        var machine = ClientMachine(
            client: process,
            seed: schedule.seed,
            subscribeKey: configuration.subscribeKey,
            identifier: identifier,
            heartbeatInterval: configuration.heartbeatInterval
        )
        machine.allow(configuration.permission)
        machine.fillGaps(configuration.fillsGaps)
        return machine
    }
}
