@testable import PubNubMachines

/// Performs the steps of the schedule.
extension Simulation {
    func take(_ step: ScheduleStep) throws(Violation) {
        paceCheck.forget()
        switch step {
        case .connect: try input("\(step)") { $0.connect(into: &$1) }
        case .disconnect: try disconnect()
        case .suspend: try suspend()
        case .resume: try input("\(step)") { $0.resume(into: &$1) }
        case .networkBecameAvailable: try input("\(step)") { $0.networkBecameAvailable(into: &$1) }
        case .networkChanged: try input("\(step)") { $0.networkChanged(into: &$1) }
        case .change(let kind, let entries): try change(kind, entries, "\(step)")
        case .reconfigure(let new, let requiresReconnect): try reconfigure(new, requiresReconnect, "\(step)")
        case .changeKeys(let keyset): try changeKeys(to: keyset, "\(step)")
        case .call(let order, let isRepeatable): try call(order, isRepeatable, "\(step)", machine.nextCallID())
        case .inLine(let call): try enter(call, "\(step)")
        case .give(let channel, let count): for _ in 0..<count { try give(to: channel) }
        case .clearOutbox: try clearOutbox()
        case .iterate(let step): try take(step)
        case .kill:
            note("> \(step)")
            try kill()
        case .take(let pace):
            note("> \(step)")
            appetite = pace
            try takeMessages()
        case .replies, .publish, .link, .cut, .fault, .holdBack, .revoke, .grantAll, .spoil, .fillDisk:
            note("> \(step)")
            takeOutside(step)
        }
    }

    /// Performs a step that the application does not cause.
    private func takeOutside(_ step: ScheduleStep) {
        switch step {
        case .replies(let new): replies = new
        case .publish(let stream, let count): publish(on: stream, count)
        case .link(let new): link = new
        case .cut: cut()
        case .fault(let fault, let lane, let count):
            faults[lane, default: []] += Array(repeating: fault, count: count)
        case .holdBack(let count, let time): holds += Array(repeating: time, count: count)
        case .revoke(let name): service.revoked.insert(name)
        case .grantAll: grantAll()
        case .spoil(let channel): spoiled.insert(channel)
        case .fillDisk(let writes): outbox.failingWrites += writes
        case .connect, .disconnect, .suspend, .resume, .networkBecameAvailable, .networkChanged, .change, .reconfigure,
            .changeKeys, .call, .inLine, .give, .clearOutbox, .kill, .take, .iterate:
            break
        }
    }

    func publish(on stream: Int, _ count: Int) {
        if count > 100 { counts.note(.overrun) }
        for _ in 0..<count {
            // Messages to other keys matter only if they are delivered by mistake.
            for index in services.indices where index == keysInUse || usesOtherKeys {
                services[index].publish(on: stream, at: clock.now)
            }
            respondToHeld()
        }
    }

    func grantAll() {
        for index in services.indices { services[index].revoked = [] }
    }

    func disconnect() throws(Violation) {
        connectionCheck.interrupted(mayDisconnect: true)
        // The search for earlier losses ends, so the check does not expect a result.
        deliveryCheck.stoppedWaiting()
        iterations.holders.forgetCalls()
        try input("the application disconnects") { $0.disconnect(into: &$1) }
        changeCheck.forgot()
        deliveryCheck.forgot()
    }

    private func suspend() throws(Violation) {
        waitingForSuspension += 1
        try input("the application suspends") { $0.suspend(into: &$1) }
    }

    /// Changes the subscription.
    ///
    /// - Parameters:
    ///   - kind: The change.
    ///   - entries: The channels and groups of the call.
    ///   - text: The input in the trace.
    ///   - ticket: The call in line that ends with the change; nil, the default, for none.
    /// - Returns: Whether the call has ended, without a change of the subscription.
    /// - Throws: The violation of an invariant.
    @discardableResult
    func change(
        _ kind: SubscriptionChange.Kind,
        _ entries: [SubscriptionChange.Entry],
        _ text: String,
        endsCall ticket: CallLine.Ticket? = nil
    ) throws(Violation) -> Bool {
        changes += 1
        if case .identify(let new, let catchUp) = kind { return try identify(as: new, catchUp, text, endsCall: ticket) }
        var change = SubscriptionChange(id: changes, kind: kind, entries: named(entries, in: kind))
        iterations.holders.noteCall(&change)
        changeCheck.submitted(change)
        let submitted = change
        if let ticket { lineCheck.ends(ticket, with: change.id) }
        try input(text) { $0.change(submitted, endsCall: ticket, into: &$1) }
        return false
    }

    /// Changes the identifier, which has no effect if it is in use.
    private func identify(
        as new: String,
        _ catchUp: Bool,
        _ text: String,
        endsCall ticket: CallLine.Ticket?
    ) throws(Violation) -> Bool {
        let isInUse = machine.identity == ClientIdentity(current: new)
        let isDeferred = machine.connection.isConnected && !machine.subscription.list.isEmpty && !isInUse
        if isDeferred, !catchUp { skippingIdentifiers.insert(new) } else { skippingIdentifiers.remove(new) }
        if let ticket, isDeferred { lineCheck.ends(ticket, with: changes) }
        let (change, endedCall) = (changes, isDeferred ? ticket : nil)
        let actions = try inputWithActions(text) {
            $0.identify(as: new, catchUp: catchUp, change: change, endsCall: endedCall, into: &$1)
        }
        guard !isInUse || actions.isEmpty else {
            throw Violation(.changes, "the client acts although it has the identifier \(new) already")
        }
        return !isDeferred
    }

    /// Returns the same entries in other forms that an application may use: a target and its presence part separately, in either
    /// order, and some of them twice. The result must be the same.
    private func named(
        _ entries: [SubscriptionChange.Entry],
        in kind: SubscriptionChange.Kind
    ) -> [SubscriptionChange.Entry] {
        guard changes.isMultiple(of: 2), !kind.isIdentity else { return entries }
        let parts = entries.flatMap { entry -> [SubscriptionChange.Entry] in
            guard entry.messages else { return [entry, entry] }
            guard entry.presence == true || kind != .subscribe else { return [entry] }
            return [.init(target: entry.target), .init(target: entry.target, messages: false)]
        }
        return changes.isMultiple(of: 4) ? parts.reversed() : parts
    }

    func reconfigure(_ new: Configuration, _ requiresReconnect: Bool, _ text: String) throws(Violation) {
        var new = new
        new.keyset = configuration.keyset
        let before = configuration
        let after = new
        let isWithdrawn =
            before.mayReduceSecurity && !after.mayReduceSecurity || before.mayGoPlain && !after.mayGoPlain
        configuration = new
        mayFill = mayFill || new.fillsGaps
        // The client leaves a level that is not allowed any more immediately.
        if requiresReconnect || isWithdrawn { connectionCheck.interrupted(mayDisconnect: true) }
        keysToAdopt.append(new.keyset)
        try input(text) { machine, actions in
            machine.allow(new.permission)
            machine.fillGaps(new.fillsGaps)
            machine.reconfigure(
                requiresReconnect: requiresReconnect,
                heartbeatInterval: new.heartbeatInterval,
                into: &actions
            )
        }
    }

    /// The application sets the subscribe key of another keyset.
    func changeKeys(to keyset: Int, _ text: String) throws(Violation) {
        guard configuration.keyset != keyset else { return note("> \(text), which are its own") }
        counts.keyChanges += 1
        configuration.keyset = keyset
        keysToAdopt.append(keyset)
        connectionCheck.interrupted(mayDisconnect: true)
        // Losses of the old keys that are still unknown are not expected to be reported.
        deliveryCheck.stoppedWaiting()
        let interval = configuration.heartbeatInterval
        let keepsKeys = sabotage.keepsKeys
        if keepsKeys {
            keysInUse = keyset
            deliveryCheck.keysChanged()
        }
        let key = keepsKeys ? nil : configuration.subscribeKey
        try input(text) {
            $0.reconfigure(
                requiresReconnect: !keepsKeys,
                newSubscribeKey: key,
                heartbeatInterval: interval,
                into: &$1
            )
        }
    }

    func call(_ order: Int?, _ isRepeatable: Bool, _ text: String, _ id: RequestID) throws(Violation) {
        callNumbers += 1
        callCheck.submitted(id, number: callNumbers, order: order, keyset: configuration.keyset)
        let terms = RequestQueue.Terms(
            order: order.map { "channel \($0)" },
            timeout: CallCheck.limit,
            isRepeatable: isRepeatable
        )
        try input(text) { $0.submit(id, terms, into: &$1) }
        guard sabotage.isImpatient, machine.connection.isConnected, callCheck.isQueued(id) else { return }
        try perform(.send(id))
    }
}
