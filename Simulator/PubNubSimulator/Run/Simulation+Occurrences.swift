@testable import PubNubMachines
@testable import PubNubWire

/// The inputs of the simulation: steps of the schedule, responses and timers.
extension Simulation {
    func handle(_ occurrence: Occurrence) throws(Violation) {
        switch occurrence {
        case .step(let index): try take(schedule.steps[index].step)
        case .heldBack(let id, let serial): try heldBack(id, serial)
        case .released(let id, let serial): try released(id, serial)
        case .arrival(let id, let serial): arrived(id, serial)
        case .reply(let id, let serial):
            guard let request = requests[id], request.serial == serial, link.latency != nil else { return }
            guard let reply = request.reply else { return }
            try ended(request, reply)
        case .failure(let id, let serial, let failure):
            guard let request = requests[id], request.serial == serial else { return }
            try ended(request, .failure(failure))
        case .echo(let request, let reply): try tellMachine(request, reply)
        case .loaded(let load, let keyset): try loaded(load, keyset)
        case .holdEnds(let id, let serial): holdEnded(id, serial)
        case .timer(let timer, let started): try timerFired(timer, started)
        case .staleTimer(let timer, let number): try staleTimerFired(timer, number)
        case .answer(let question, let number, let answer): try answered(question, number, answer)
        case .workDone(let window):
            try input("the delegate's work is done") { $0.suspensionWindowClosed(window, into: &$1) }
        case .disk(let event): try diskEvent(event)
        case .taken: try taken()
        case .iterationPauseEnds: try iterationPauseEnded()
        case .finalPhase(let phase): try take(phase)
        }
    }

    private func ended(_ request: SimulatedRequest, _ reply: SimulatedRequest.Reply) throws(Violation) {
        requests[request.id] = nil
        if case (.join, .page(let page)) = (request.content, reply) { deliveryCheck.joinSucceeded(page) }
        if case .page = reply { heartbeatCheck.sent(at: clock.now) }
        if request.lane == .call { callCheck.requestEnded(request.id, reply.failure, at: clock.now) }
        if let failure = reply.failure { paceCheck.failed(request.lane, failure, at: clock.now) }
        if request.lane == .heartbeat, let wait = reply.failure?.retryAfter {
            heartbeatCheck.postponed(by: wait.microseconds, at: clock.now)
        }
        try tellMachine(request, reply)
    }

    private func tellMachine(_ request: SimulatedRequest, _ reply: SimulatedRequest.Reply) throws(Violation) {
        let id = request.id
        let text = "\(request.lane.rawValue) request \(id.number): \(reply.words)"
        switch request.content {
        case .probe: try input(text) { $0.probeFinished(id, reply.failure, into: &$1) }
        case .join, .poll:
            let page = SubscribePage(cursor: .now, envelopes: [])
            try input(text) { machine, actions in
                switch reply {
                case .page(let page): machine.subscribeFinished(id, .success(page), into: &actions)
                case .failure(let failure): machine.subscribeFinished(id, .failure(failure), into: &actions)
                case .done: machine.subscribeFinished(id, .success(page), into: &actions)
                }
            }
        case .leave: try input(text) { $0.leaveFinished(id, reply.failure, into: &$1) }
        case .heartbeat: try input(text) { $0.heartbeatFinished(id, reply.failure, into: &$1) }
        case .call: try callEnded(id, reply, text)
        }
    }

    /// As in the engine, a response counts only while its call is open.
    private func callEnded(_ id: RequestID, _ reply: SimulatedRequest.Reply, _ text: String) throws(Violation) {
        if let failure = reply.failure {
            try input(text) { $0.callFailed(id, failure, into: &$1) }
        } else if machine.isWaiting(id) {
            try callCheck.ended(id)
            outboxCallEnded(id, nil)
            deferredInputs.append(.lineRequestEnded(id, succeeded: true))
            try input(text) { $0.callFinished(id, into: &$1) }
        }
    }

    private func loaded(_ load: GapFillMachine.Load, _ keyset: Int) throws(Violation) {
        let fault = takeFault(for: .history)
        if let fault { counts.note(fault.kind) }
        let messages = fault == nil && link.latency != nil ? services[keyset].history(of: load) : nil
        let text = messages.map { "history: \($0.count) messages" } ?? "history: nothing"
        try input(text) { $0.loadFinished(load, messages, into: &$1) }
    }

    private func timerFired(_ timer: TimerName, _ started: Int) throws(Violation) {
        guard timers[timer] == started else { return }
        timers[timer] = nil
        let number = timerNumbers.removeValue(forKey: timer) ?? 0
        if case .outbox(let ticket) = timer { return try outboxTimerFired(ticket) }
        let actions = try inputWithActions("timer \(timer.words)") {
            $0.timerFired(timer, number: number, into: &$1)
        }
        guard actions.isEmpty else { return }
        // A call whose pause ends before the client is connected then waits for the connection.
        if case .pause(let id) = timer, machine.queue.isAwaitingConnection, callCheck.isOpen(id) { return }
        throw Violation(.timers, "timer \(timer.words) fires for what is gone")
    }

    private func staleTimerFired(_ timer: TimerName, _ number: UInt64) throws(Violation) {
        let number = sabotage.takesStaleTimers ? machine.number(of: timer) : number
        let actions = try inputWithActions("timer \(timer.words), too late") {
            $0.timerFired(timer, number: number, into: &$1)
        }
        guard !actions.isEmpty else { return }
        throw Violation(.timers, "timer \(timer.words) acts although it was cancelled")
    }

    private func answered(_ question: ClientAction.Question, _ number: UInt64, _ answer: Bool) throws(Violation) {
        paceCheck.forget()
        let actions = try inputWithActions("the delegate answers \(question): \(answer ? "yes" : "no")") {
            $0.answered(question, number: number, answer, into: &$1)
        }
        guard !actions.isEmpty, !answer else { return }
        switch question {
        case .keepTimetoken, .restoreFromLastTimetoken: deliveryCheck.skipAllowed()
        // The application receives the end of its subscriptions as an event.
        case .resubscribe: deliveryCheck.forgot()
        case .reconnect, .runInBackground: break
        }
    }
}

extension RequestID {
    /// A short number, unique for each request of one machine.
    var number: UInt64 { rawValue >> 2 & 0xFFFF }
}

extension SimulatedRequest.Reply {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }

    var words: String {
        switch self {
        case .done: "done"
        case .page(let page): "\(page.envelopes.count) messages up to \(page.cursor.timetoken)"
        case .failure(let failure): "\(failure.kind) \(failure.code)"
        }
    }
}
