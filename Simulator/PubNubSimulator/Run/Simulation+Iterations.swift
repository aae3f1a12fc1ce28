@testable import PubNubMachines
@testable import PubNubWire

/// Runs the iterations of the application, as the engine does.
extension Simulation {
    func take(_ step: IterationModel.Step) throws(Violation) {
        let running = iterations.running
        switch step {
        case .begin(let targets, let hasPresence, let goesBack):
            try begin(targets, hasPresence: hasPresence, goesBack: goesBack, "\(step)")
        case .end(let index):
            guard !running.isEmpty else { return }
            note("> \(step)")
            end(running[index % running.count])
        case .add(let target, let index):
            guard !running.isEmpty else { return }
            try add(target, to: running[index % running.count], "\(step)")
        case .remove(let target, let index):
            guard !running.isEmpty else { return }
            let id = running[index % running.count]
            guard let iteration = iterations.table[id], iteration.targets.contains(target) else { return }
            note("> \(step)")
            iterations.table.remove([target], from: id)
            iterations.holders.ended([target], presence: iteration.hasPresence)
            iterationCheck.ended(target, of: id)
            // The other targets may be confirmed.
            try confirm([id])
        }
        try submitHeldChanges()
    }

    private func begin(
        _ targets: [SubscriptionTarget],
        hasPresence: Bool,
        goesBack: Int?,
        _ text: String
    ) throws(Violation) {
        note("> \(text)")
        counts.iterations += 1
        let id = iterations.nextNumber()
        let since = goesBack.map { service.latest - min(service.latest, UInt64($0) * 10) }
        let position = position
        for target in targets { expect(target, of: id, since: since, at: position, hasPresence: hasPresence) }
        iterations.table.begin(
            id,
            targets,
            hasPresence: hasPresence,
            since: since.map { Timetoken(rawValue: $0) },
            at: position
        )
        // Before a change of the list interrupts the long poll.
        try confirm([id])
        iterations.holders.began(targets, presence: hasPresence, mustAnnounce: position.isBehind)
    }

    private func add(_ target: SubscriptionTarget, to id: UInt64, _ text: String) throws(Violation) {
        guard let iteration = iterations.table[id], !iteration.targets.contains(target) else { return }
        note("> \(text)")
        let position = position
        expect(target, of: id, since: nil, at: position, hasPresence: iteration.hasPresence)
        iterations.table.add([target], to: id, at: position)
        try confirm([id])
        iterations.holders.began([target], presence: iteration.hasPresence, mustAnnounce: position.isBehind)
    }

    private func end(_ id: UInt64) {
        guard let iteration = iterations.table.end(id) else { return }
        iterations.holders.ended(iteration.targets, presence: iteration.hasPresence)
        iterationCheck.ended(id)
    }

    /// Notes what an iteration has to receive of a target.
    private func expect(
        _ target: SubscriptionTarget,
        of id: UInt64,
        since: UInt64?,
        at position: IterationTable.Position,
        hasPresence: Bool
    ) {
        // In version 1, messages have no times of their own.
        guard !schedule.behaviour.isVersion1 else { return }
        let isJoining = requests.values.contains { if case .join = $0.content { true } else { false } }
        let bound =
            position.isBehind
            ? (isJoining ? iterations.joinSent : service.latest) : position.cursor?.rawValue ?? service.latest
        let interest = position.list[target]
        let isListening = !position.isBehind && interest.messages && (interest.presence || !hasPresence)
        iterationCheck.began(id, target, since: since, bound: bound, due: isListening ? service.latest : nil)
    }

    private var position: IterationTable.Position {
        IterationTable.Position(
            list: machine.subscription.confirmedList,
            cursor: machine.subscription.cursor?.timetoken,
            joined: machine.subscription.joined,
            joins: machine.subscription.joins,
            isBehind: machine.subscription.isBehind || machine.gaps.isFilling || backlog.held != nil
        )
    }

    /// Makes the changes for the iterations that began or ended.
    private func submitHeldChanges() throws(Violation) {
        guard machine.acceptsCalls else { return }
        let held = iterations.holders.takeChanges()
        if !held.subscribe.isEmpty {
            try submit(.subscribe, held.subscribe, isAnnounced: held.isAnnounced)
        }
        if !held.unsubscribe.isEmpty { try submit(.unsubscribe, held.unsubscribe) }
    }

    private func submit(
        _ kind: SubscriptionChange.Kind,
        _ entries: [SubscriptionChange.Entry],
        isAnnounced: Bool = false
    ) throws(Violation) {
        changes += 1
        var change = SubscriptionChange(id: changes, kind: kind, entries: entries, isAnnounced: isAnnounced)
        change.isForIterations = true
        if kind == .subscribe {
            if machine.subscription.joins == 0 { change.since = iterations.table.earliestSince(of: change.targets) }
        } else {
            for target in change.targets { change.retained[target] = iterations.holders.interest(in: target) }
        }
        changeCheck.submitted(change)
        iterations.changes[change.id] = entries
        try input("iterations \(kind.words) \(entries.map(\.words).joined(separator: ", "))") {
            $0.change(change, into: &$1)
        }
    }

    /// Gives starts to the iterations that the service has confirmed with the input.
    func confirmIterations() throws(Violation) {
        guard machine.subscription.joins != iterations.confirmedJoins else { return }
        iterations.confirmedJoins = machine.subscription.joins
        try confirm(iterations.table.unconfirmed)
    }

    private func confirm(_ ids: [UInt64]) throws(Violation) {
        guard machine.connection.isConnected else { return }
        for confirmation in iterations.table.confirm(ids, at: position) {
            note("    iteration \(confirmation.id) is subscribed")
            try iterationCheck.confirmed(confirmation, latest: service.latest)
        }
    }

    /// Passes the messages of a page to the iterations.
    func distribute(_ page: SubscribePage) throws(Violation) {
        guard !iterations.table.isEmpty else { return }
        let list = machine.subscription.confirmedList
        for envelope in page.envelopes {
            let target =
                list.group(of: envelope)
                ?? SubscriptionTarget(name: envelope.subscription ?? envelope.channel, isGroup: false)
            let time = envelope.timetoken ?? page.cursor.timetoken
            let receivers =
                sabotage.sharesStarts
                ? iterations.table.holding([target])
                : iterations.table.receivers(of: target, isPresence: envelope.isPresence, at: time)
            try iterationCheck.arrived(
                time.rawValue,
                for: target,
                isPresence: envelope.isPresence,
                receivers: receivers,
                in: iterations.table
            )
        }
    }

    /// Takes over an event of the connection.
    func noteIterations(of event: ConnectionMachine.Event) {
        switch event {
        case .didConnect:
            iterations.holders.connected()
            deferredInputs.append(.changeIterations)
        case .willDisconnect, .didDisconnect, .connectionFailed:
            iterations.table.disconnected()
            iterations.retries.reset()
        case .willConnect, .alreadyConnecting, .waitingForNetwork, .didDisconnectWithError: break
        }
    }

    /// Takes over an event of the subscriptions.
    func noteIterations(of event: SubscribeMachine.Event) throws(Violation) {
        switch event {
        case .subscribed(let change), .unsubscribed(let change):
            guard iterations.changes.removeValue(forKey: change.id) != nil else { return }
            iterations.holders.changeEnded()
            if !iterations.holders.isPostponing { iterations.retries.reset() }
            deferredInputs.append(.changeIterations)
        case .unsubscriptionFailed(let change, _):
            guard let entries = iterations.changes.removeValue(forKey: change.id) else { return }
            iterations.holders.leaveEnded(unfinished: entries)
            deferredInputs.append(.changeIterations)
        case .subscriptionFailed(let change, let targets, let failure):
            if let entries = change.flatMap({ iterations.changes.removeValue(forKey: $0.id) }) {
                heldChangeFailed(entries.map(\.target), failure)
            } else if failure.kind == .forbidden {
                forgetCalls(for: targets)
                refuse(targets)
            } else if change != nil {
                forgetCalls(for: targets)
            }
            deferredInputs.append(.changeIterations)
        case .presenceFailed(let change, _):
            forgetCalls(for: change.targets)
            deferredInputs.append(.changeIterations)
        case .gap(let start, let end):
            for id in iterations.running {
                guard let gap = iterations.table.gap(from: start, to: end, for: id) else { continue }
                try iterationCheck.reported(gap, to: id)
            }
        case .forgotten(let targets):
            iterations.holders.forgotten(targets, by: machine.subscription)
            deferredInputs.append(.changeIterations)
        case .presenceEnabled, .presenceDisabled, .willRestore, .restored: break
        }
    }

    private func forgetCalls(for targets: [SubscriptionTarget]) {
        iterations.holders.forgetCalls(for: targets, retaining: machine.subscription.confirmedList)
    }

    private func heldChangeFailed(_ targets: [SubscriptionTarget], _ failure: Failure) {
        guard failure.endsIterations else {
            guard failure.kind != .local else { return iterations.holders.changeEnded(unfinished: targets) }
            iterations.holders.changeEnded(postponing: targets)
            clock.plan(.iterationPauseEnds, after: iterations.retries.pause(after: failure).microseconds)
            return
        }
        let named = failure.named(among: targets)
        refuse(named.isEmpty ? targets : named)
        iterations.holders.changeEnded(unfinished: named.isEmpty ? [] : targets)
    }

    /// The iterations that hold refused targets end.
    private func refuse(_ targets: [SubscriptionTarget]) {
        for id in iterations.table.holding(targets) { end(id) }
    }

    /// Asks again for the targets that the service could not subscribe the client to.
    func iterationPauseEnded() throws(Violation) {
        iterations.holders.pauseEnded()
        try submitHeldChanges()
    }

    /// Makes the changes that earlier ones delayed.
    func changeIterations() throws(Violation) { try submitHeldChanges() }
}
