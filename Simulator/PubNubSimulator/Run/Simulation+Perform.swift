@testable import PubNubMachines
@testable import PubNubWire

/// Performs the actions of the machines, as the engine does.
extension Simulation {
    /// Time limits with the defaults of the configuration (``PNConfiguration``).
    private static let subscribeLimit = Int.seconds(310)
    private static let requestLimit = Int.seconds(15)

    func perform(_ action: ClientAction) throws(Violation) {
        switch action {
        case .send(let id): try sendCall(id)
        case .probe(let id):
            try paceCheck.sent(.probe, at: clock.now)
            send(.probe, id)
        case .join(let id, let names):
            try checkOnePoll()
            try paceCheck.sent(.join, at: clock.now)
            iterations.joinSent = service.latest
            send(.join(names), id)
        case .poll(let id, let names, let cursor):
            try checkOnePoll()
            try paceCheck.sent(.poll, at: clock.now)
            polls.append((names, cursor))
            try sendPoll(DeliveryBacklog.Poll(request: id, names: names, cursor: cursor))
        case .leave(let id, let targets):
            try paceCheck.sent(.leave, at: clock.now)
            send(.leave(targets), id)
        case .load(let load):
            clock.plan(.loaded(load, keyset: keysInUse), after: link.latency.map { 2 * $0 } ?? Self.requestLimit)
        case .heartbeat(let id, let targets):
            heartbeatCheck.sent(at: clock.now)
            send(.heartbeat(targets), id)
        case .cancel(let id): cancel(id)
        case .startTimer(let timer, let delay, let number):
            let usual = timer == .leave ? Self.requestLimit : Self.subscribeLimit
            cancelTimer(timer)
            startTimer(timer, after: delay?.microseconds ?? usual)
            timerNumbers[timer] = number
        case .cancelTimer(let timer): cancelTimer(timer)
        case .ask(let question, let number):
            clock.plan(.answer(question, number: number, replies.answer(to: question)), after: replies.delay)
        case .openWindow(let window):
            if let work = replies.work { clock.plan(.workDone(window), after: work) }
        case .fail(let id, let failure):
            try callCheck.failed(id, failure, at: clock.now)
            outboxCallEnded(id, failure)
            deferredInputs.append(.lineRequestEnded(id, succeeded: false))
        case .beginCall(let ticket):
            lineCheck.mayBegin(ticket)
            deferredInputs.append(.begin(ticket))
        case .refuseCall(let ticket, _): try refuse(ticket)
        case .adoptConfiguration: try adoptConfiguration()
        case .storeMessage(let ticket): try storeMessage(ticket)
        case .acceptMessage(let ticket): try acceptMessage(ticket)
        case .sendMessage(let ticket): try sendMessage(ticket)
        case .endMessage(let ticket, let ending): try endMessage(ticket, ending)
        case .reportConnection, .reportSubscription, .deliver, .adoptIdentifier, .secure, .suspensionSettled:
            try report(action)
        case .warnOfMessage, .forward, .runStep: break
        }
    }

    /// Passes an action that the application can observe to the checks.
    private func report(_ action: ClientAction) throws(Violation) {
        switch action {
        case .reportConnection(let event):
            paceCheck.forget()
            noteIterations(of: event)
            try connectionCheck.reported(event)
            switch event {
            case .willDisconnect, .didDisconnect: changeCheck.interrupted()
            case .didConnect: deferredInputs.append(.opened)
            case .willConnect, .alreadyConnecting, .connectionFailed, .waitingForNetwork, .didDisconnectWithError: break
            }
        case .reportSubscription(let event): try report(event)
        case .deliver(let page):
            pages.append(page)
            try checkKeys(of: page)
            try deliveryCheck.pageDelivered(page, by: service)
            try distribute(page)
            try handOver(page.envelopes.count)
        case .adoptIdentifier(let new):
            identifier = new
            maySkip = skippingIdentifiers.contains(new)
        case .secure(let level, _): try connectionCheck.secured(level, allowed: configuration)
        case .suspensionSettled(let isSuspended):
            if isSuspended { connectionCheck.interrupted(mayDisconnect: false) }
            guard waitingForSuspension > 0 else { throw Violation(.suspension, "nobody waits for what is settled") }
            waitingForSuspension = 0
        default: break
        }
    }

    private func report(_ event: SubscribeMachine.Event) throws(Violation) {
        // The request after the end of a change is not a repetition.
        paceCheck.forget()
        if case .gap(let start, let end) = event { try deliveryCheck.gapReported(from: start, to: end) }
        // A client that is not connected leaves when it is connected again.
        if case .unsubscribed(let change) = event, change.kind == .unsubscribe, machine.connection.isConnected {
            for entry in change.entries where entry.messages && changeCheck.subscribed.contains(entry.target) {
                guard change.retained[entry.target]?.messages != true else { continue }
                guard service.present[identifier]?.contains(entry.target) == true else { continue }
                throw Violation(.presence, "still present in \(entry.target.name), which was unsubscribed")
            }
        }
        try noteIterations(of: event)
        try changeCheck.reported(event)
        deliveryCheck.abandoned(event.abandonedNames)
    }

    private func checkOnePoll() throws(Violation) {
        guard let other = requests.values.first(where: \.isSubscribe) else { return }
        throw Violation(.onePoll, "a subscribe request is sent while another \(other.lane.rawValue) is under way")
    }

    private func sendCall(_ id: RequestID) throws(Violation) {
        try callCheck.sent(id, at: clock.now)
        guard callCheck.keyset(of: id) == keysInUse else {
            throw Violation(.keys, "call \(callCheck.number(of: id)) is sent with other keys than it was made for")
        }
        let message = outbox.calls[id].flatMap { outbox.messages[$0] }
        send(.call(number: callCheck.number(of: id), order: callCheck.order(of: id), message), id)
    }

    /// Cancels a timer; it may have fired already, so that its input is still processed.
    private func cancelTimer(_ timer: TimerName) {
        guard timers.removeValue(forKey: timer) != nil, let number = timerNumbers.removeValue(forKey: timer) else {
            return
        }
        serial += 1
        guard serial % 4 == 0, number != 0 else { return }
        counts.note(.staleTimer)
        clock.plan(.staleTimer(timer, number: number), after: 50)
    }

    private func adoptConfiguration() throws(Violation) {
        guard !keysToAdopt.isEmpty else { return }
        let keyset = keysToAdopt.removeFirst()
        guard keyset != keysInUse else { return }
        // Messages that were delivered before the change are compared with the subscription of the old keys.
        for page in pages { try deliveryCheck.checkWanted(page) }
        pages = []
        keysInUse = keyset
        deliveryCheck.keysChanged()
        iterationCheck.forget()
    }

    /// Throws if a page contains a message of other keys.
    private func checkKeys(of page: SubscribePage) throws(Violation) {
        for envelope in page.envelopes {
            guard let serial = Int(envelope.payload.text), ServiceModel.keyset(of: serial) != keysInUse else {
                continue
            }
            throw Violation(.keys, "message \(serial) of other keys is delivered")
        }
    }

    func startTimer(_ timer: TimerName, after delay: Int) {
        serial += 1
        timers[timer] = serial
        clock.plan(.timer(timer, started: serial), after: delay)
    }
}
