import PubNubMachines

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
        case .call(let order, let isRepeatable): try call(order, isRepeatable, "\(step)")
        case .give(let channel, let count): for _ in 0..<count { try give(to: channel) }
        case .clearOutbox: try clearOutbox()
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
            .changeKeys, .call, .give, .clearOutbox, .kill, .take:
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

    private func disconnect() throws(Violation) {
        connectionCheck.interrupted(mayDisconnect: true)
        // The search for earlier losses ends, so the check does not expect a result.
        deliveryCheck.stoppedWaiting()
        try input("the application disconnects") { $0.disconnect(into: &$1) }
        changeCheck.forgot()
        deliveryCheck.forgot()
    }

    private func suspend() throws(Violation) {
        waitingForSuspension += 1
        try input("the application suspends") { $0.suspend(into: &$1) }
    }

    private func change(
        _ kind: SubscriptionChange.Kind,
        _ entries: [SubscriptionChange.Entry],
        _ text: String
    ) throws(Violation) {
        var entries = entries
        if case .identify(let new, let catchUp) = kind {
            guard machine.connection.isConnected, !machine.subscription.list.isEmpty else {
                note("> \(text), which takes effect at once")
                identifier = new
                return
            }
            entries = machine.subscription.list.messageTargets.map { .init(target: $0) }
            if !catchUp { skippingIdentifiers.insert(new) }
        }
        changes += 1
        let change = SubscriptionChange(id: changes, kind: kind, entries: named(entries, in: kind))
        changeCheck.submitted(change)
        try input(text) { $0.change(change, into: &$1) }
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

    private func reconfigure(_ new: Configuration, _ requiresReconnect: Bool, _ text: String) throws(Violation) {
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
    private func changeKeys(to keyset: Int, _ text: String) throws(Violation) {
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

    private func call(_ order: Int?, _ isRepeatable: Bool, _ text: String) throws(Violation) {
        let id = machine.nextCallID()
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
