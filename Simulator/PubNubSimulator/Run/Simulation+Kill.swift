import PubNubMachines

/// The end of the process, and the begin of the next one.
extension Simulation {
    /// Nothing of the process is left but its file, and what it had sent.
    func kill() throws(Violation) {
        tally.kills += 1
        let isToConnect = machine.connection.isRunning
        for request in requests.values.sorted(by: { $0.serial < $1.serial }) {
            // What is on its way arrives, or does not.
            guard request.serial % 2 == 0, request.reply == nil, !request.isHeld, !request.isHeldBack,
                link.latency != nil
            else { continue }
            arriveForNobody(request)
        }
        (requests, timers, timerNumbers, news) = ([:], [:], [:], [])
        keysToAdopt = []
        keysInUse = configuration.keyset
        heartbeatCheck = HeartbeatCheck()
        clock.keep { occurrence in
            switch occurrence {
            case .step, .calm: true
            default: false
            }
        }
        machine = makeMachine(process: UInt64(tally.kills))
        deliveryCheck.restarted()
        callCheck.forgot()
        changeCheck = ChangeCheck()
        connectionCheck = ConnectionCheck()
        paceCheck = PaceCheck()
        waitingForSuspension = 0
        forgetBacklog()
        if sabotage.losesFile { outbox.loseFile() }
        try reopenOutbox()
        if isToConnect { try input("the application connects") { $0.connect(into: &$1) } }
    }

    /// The machines of a process, as its configuration has them.
    func makeMachine(process: UInt64) -> ClientMachine {
        var machine = ClientMachine(
            client: process,
            seed: schedule.seed,
            subscribeKey: configuration.subscribeKey,
            heartbeatInterval: configuration.heartbeatInterval
        )
        machine.allow(configuration.permission)
        machine.fillGaps(configuration.fillsGaps)
        return machine
    }
}
