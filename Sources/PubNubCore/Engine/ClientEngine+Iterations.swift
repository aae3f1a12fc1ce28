import PubNubMachines
import PubNubWire

/// The iterations of subscriptions: each holds channels and groups, and receives their events through a buffer.
extension ClientEngine {
    /// The channels and groups of an iteration, and where it begins.
    struct IterationTerms: Sendable {
        var targets: [SubscriptionTarget]
        var hasPresence: Bool
        var since: Timetoken?
        /// State of this client by target, sent with the subscription.
        var states: [SubscriptionTarget: JSON] = [:]
    }

    /// Begins an iteration. Its targets are subscribed with the present connection or the next one.
    func beginIteration(_ terms: IterationTerms) -> EventBuffer {
        let buffer = EventBuffer(id: Self.nextNumber())
        apply { state in
            guard !state.isShutDown else { return buffer.end(.success(())) }
            let position = state.position
            state.buffers[buffer.id] = buffer
            state.iterations.begin(
                buffer.id,
                terms.targets,
                hasPresence: terms.hasPresence,
                since: terms.since,
                at: position
            )
            // Before a change of the list interrupts the long poll.
            state.confirmIterations([buffer.id])
            for (target, presenceState) in terms.states { state.presenceState[target] = presenceState }
            // State is sent with a join, also if the targets are subscribed already.
            let mustAnnounce = position.isBehind || !terms.states.isEmpty
            state.holders.began(terms.targets, presence: terms.hasPresence, mustAnnounce: mustAnnounce)
            submitHeldChanges(&state)
        }
        return buffer
    }

    /// Ends an iteration. Its targets are unsubscribed if nothing else holds them.
    ///
    /// - Parameters:
    ///   - buffer: Its buffer, which ends without an error.
    ///   - dropsEvents: Whether the events that wait are dropped; `true` by default.
    ///   - completion: Called after the service has received the change, or when it cannot receive it.
    func endIteration(
        _ buffer: EventBuffer,
        dropsEvents: Bool = true,
        completion: (@Sendable () -> Void)? = nil
    ) {
        buffer.end(.success(()), dropping: dropsEvents)
        apply { state in
            remove(buffer.id, from: &state)
            submitHeldChanges(&state)
        }
        if let completion { settled(completion) }
    }

    /// Calls `completion` when the changes for the iterations that began or ended before have ended, or if the client is not
    /// connected, so that the service does not receive them.
    func settled(_ completion: @escaping @Sendable () -> Void) {
        apply { state in
            if state.holders.isChanging, state.machine.connection.isConnected {
                if state.holders.hasFurtherChanges {
                    state.nextIterationWaiters.append(completion)
                } else {
                    state.iterationWaiters.append(completion)
                }
            } else {
                state.batch.run(completion)
            }
        }
    }

    /// Adds targets to an iteration.
    func add(_ targets: [SubscriptionTarget], to buffer: EventBuffer) {
        apply { state in
            guard let iteration = state.iterations[buffer.id] else { return }
            let added = targets.filter { !iteration.targets.contains($0) }
            let position = state.position
            state.iterations.add(added, to: buffer.id, at: position)
            state.confirmIterations([buffer.id])
            state.holders.began(added, presence: iteration.hasPresence, mustAnnounce: position.isBehind)
            submitHeldChanges(&state)
        }
    }

    /// Removes targets from an iteration.
    func remove(_ targets: [SubscriptionTarget], from buffer: EventBuffer) {
        apply { state in
            guard let iteration = state.iterations[buffer.id] else { return }
            let removed = targets.filter { iteration.targets.contains($0) }
            state.iterations.remove(removed, from: buffer.id)
            state.holders.ended(removed, presence: iteration.hasPresence)
            submitHeldChanges(&state)
            // The other targets may be confirmed.
            state.confirmIterations([buffer.id])
        }
    }

    /// Ends all iterations, and refuses new ones.
    func endIterations(_ result: Result<Void, Failure>) {
        apply { state in
            state.isShutDown = true
            cancelRetries(&state)
            for buffer in state.buffers.values { buffer.end(result) }
            for id in state.iterations.all.keys.sorted() { remove(id, from: &state) }
            submitHeldChanges(&state)
        }
    }

    /// Counts events that an iteration has processed, and continues polling if it is not behind any more.
    func processed(_ count: Int, of buffer: EventBuffer) {
        releasePoll { $0.backlog.delivered(count, to: .iteration(buffer.id)) }
    }

    /// Passes the events of a page to the listeners, and to the iterations that hold their targets and began before them.
    func distribute(_ page: SubscribePage) {
        let (table, buffers, cryptor, list) = read { state in
            (state.iterations, state.buffers, state.cryptor, state.machine.subscription.confirmedList)
        }
        let listeners = listeners.all
        guard !table.isEmpty || !listeners.isEmpty else { return measure(page) }
        var events: [ReceivedEvent] = []
        var batches: [UInt64: [ReceivedEvent]] = [:]
        for envelope in page.envelopes {
            let group = list.group(of: envelope)
            let name = envelope.subscription ?? envelope.channel
            let target = group ?? SubscriptionTarget(name: name, isGroup: false)
            let receivers = table.receivers(
                of: target,
                isPresence: envelope.isPresence,
                at: envelope.timetoken ?? page.cursor.timetoken
            )
            guard !receivers.isEmpty || !listeners.isEmpty else { continue }
            let event = ReceivedEvent(envelope, group: group?.name, page: page.cursor.timetoken, cryptor: cryptor)
            for id in receivers { batches[id, default: []].append(event) }
            if !listeners.isEmpty { events.append(event) }
        }
        change { state in
            for (id, events) in batches where state.iterations[id] != nil {
                state.backlog.handedOver(events.count, to: .iteration(id))
            }
            guard !events.isEmpty else { return }
            for entry in listeners { state.backlog.handedOver(events.count, to: .listener(entry.id)) }
        }
        // A fast consumer may report that it has caught up as soon as it has the events.
        measure(page)
        pass(events, to: listeners)
        for (id, events) in batches { buffers[id]?.append(events) }
    }

    /// Passes an event to every iteration.
    func distribute(_ event: ReceivedEvent) {
        for buffer in read({ $0.buffers }).values { buffer.append([event]) }
    }

    /// Reports a gap to the iterations that received messages before its end.
    private func distributeGap(from start: Timetoken, to end: Timetoken) {
        let (table, buffers) = read { ($0.iterations, $0.buffers) }
        for (id, buffer) in buffers {
            guard let gap = table.gap(from: start, to: end, for: id) else { continue }
            buffer.append([.gap(from: gap.lowerBound, to: gap.upperBound)])
        }
    }

    /// Makes the changes for the iterations that began or ended, unless earlier ones are in progress or the client is not
    /// connected.
    func submitHeldChanges(_ state: inout State) {
        guard state.machine.acceptsCalls else { return releaseAllIterationWaiters(&state) }
        guard !state.holders.isChanging else { return }
        releaseIterationWaiters(&state)
        let changes = state.holders.takeChanges()
        if !changes.subscribe.isEmpty {
            submitHeldChange(.subscribe, changes.subscribe, isAnnounced: changes.isAnnounced, in: &state)
        }
        if !changes.unsubscribe.isEmpty { submitHeldChange(.unsubscribe, changes.unsubscribe, in: &state) }
        if !state.holders.isChanging { releaseIterationWaiters(&state) }
    }

    /// Calls those that waited for the changes that were in progress. The others wait for the next ones, and not for those that
    /// follow: with many iterations that come and go, there always are some.
    private func releaseIterationWaiters(_ state: inout State) {
        for waiter in state.iterationWaiters { state.batch.run(waiter) }
        state.iterationWaiters = state.nextIterationWaiters
        state.nextIterationWaiters = []
    }

    private func releaseAllIterationWaiters(_ state: inout State) {
        for _ in 0..<2 { releaseIterationWaiters(&state) }
    }

    private func submitHeldChange(
        _ kind: SubscriptionChange.Kind,
        _ entries: [SubscriptionChange.Entry],
        isAnnounced: Bool = false,
        in state: inout State
    ) {
        state.lastChange += 1
        var change = SubscriptionChange(id: state.lastChange, kind: kind, entries: entries)
        change.isForIterations = true
        if kind == .unsubscribe {
            for target in change.targets { change.retained[target] = state.holders.interest(in: target) }
        } else {
            change.isAnnounced = isAnnounced || change.targets.contains { state.presenceState[$0] != nil }
            // Only the first subscription goes back: others would receive again what they have received.
            if state.machine.subscription.joins == 0 {
                change.since = state.iterations.earliestSince(of: change.targets)
            }
            state.heldSubscription = change
        }
        let id = change.id
        let finished: @Sendable (Failure?) -> Void = { [weak self] failure in
            if kind == .unsubscribe {
                self?.heldLeaveEnded(entries, failure)
            } else {
                self?.heldChangeEnded(id, entries, failure)
            }
        }
        state.changes[change.id] = PendingChange(finished: finished)
        state.machine.change(change, into: &state.batch.actions)
    }

    /// A change that unsubscribes targets of iterations ended. Those that could not be left are left after the next connect.
    private func heldLeaveEnded(_ entries: [SubscriptionChange.Entry], _ failure: Failure?) {
        apply { state in
            state.holders.leaveEnded(unfinished: failure == nil ? [] : entries)
            // The next connection makes the other changes.
            if let failure, failure.kind == .local, !failure.endsIterations {
                return releaseAllIterationWaiters(&state)
            }
            submitHeldChanges(&state)
        }
    }

    /// A change that subscribes targets of iterations ended.
    private func heldChangeEnded(_ id: UInt64, _ entries: [SubscriptionChange.Entry], _ failure: Failure?) {
        apply { state in
            if state.heldSubscription?.id == id { state.heldSubscription = nil }
            let targets = entries.map(\.target)
            guard let failure else {
                state.holders.changeEnded()
                if !state.holders.isPostponing { state.iterationRetries.reset() }
                return submitHeldChanges(&state)
            }
            guard failure.endsIterations else {
                guard failure.kind == .local else { return postpone(targets, failure, in: &state) }
                // The next connection asks for them again.
                state.holders.changeEnded(unfinished: targets)
                return releaseAllIterationWaiters(&state)
            }
            let named = failure.named(among: targets)
            fail(named.isEmpty ? targets : named, failure, in: &state)
            state.holders.changeEnded(unfinished: named.isEmpty ? [] : targets)
            submitHeldChanges(&state)
        }
    }

    /// The service refused targets: the iterations that hold them end.
    func refused(_ targets: [SubscriptionTarget], _ failure: Failure) {
        apply { state in
            state.holders.forgetCalls(for: targets, retaining: state.machine.subscription.confirmedList)
            fail(targets, failure, in: &state)
            submitHeldChanges(&state)
        }
    }

    private func fail(_ targets: [SubscriptionTarget], _ failure: Failure, in state: inout State) {
        var failure = failure
        failure.targets = targets
        for id in state.iterations.holding(targets) {
            state.buffers[id]?.end(.failure(failure))
            remove(id, from: &state)
        }
    }

    private func remove(_ id: UInt64, from state: inout State) {
        state.buffers[id] = nil
        guard let iteration = state.iterations.end(id) else { return }
        state.holders.ended(iteration.targets, presence: iteration.hasPresence)
        withdraw(iteration, from: &state)
        let mayRelease = state.backlog.ended(.iteration(id))
        state.batch.run { [weak self] in self?.releasePoll { _ in mayRelease } }
    }

    /// Withdraws the state and the start of an iteration that ended before its targets were subscribed.
    private func withdraw(_ iteration: IterationTable.Iteration, from state: inout State) {
        for target in iteration.targets where !state.machine.subscription.list[target].messages {
            if state.holders.interest(in: target) == SubscriptionTargetList.Interest() {
                state.presenceState[target] = nil
            }
        }
        guard let change = state.heldSubscription, change.since != nil else { return }
        state.machine.set(since: state.iterations.earliestSince(of: change.targets), ofChange: change.id)
    }

    /// Takes over a change of the connection.
    func noteIterations(of event: ConnectionMachine.Event) {
        switch event {
        case .willConnect:
            observers.report(.connecting)
            distribute(.connecting)
        case .didConnect:
            observers.report(.connected)
            apply { state in
                state.holders.connected()
                submitHeldChanges(&state)
            }
        case .willDisconnect(let failure): disconnected(failure)
        // Also for another configuration, after which the client restores its subscriptions.
        case .didDisconnect: disconnected(nil)
        case .connectionFailed(let failure): disconnected(failure)
        case .alreadyConnecting, .waitingForNetwork, .didDisconnectWithError: break
        }
    }

    private func disconnected(_ failure: Failure?) {
        apply { state in
            state.iterations.disconnected()
            cancelRetries(&state)
            submitHeldChanges(&state)
        }
        observers.report(.disconnected(failure))
        distribute(.disconnected(failure))
    }

    /// Takes over the outcome of a change of the subscription, or a gap.
    func noteIterations(of event: SubscribeMachine.Event) {
        switch event {
        case .subscribed(let change), .unsubscribed(let change):
            read { $0.changes[change.id]?.finished }?(nil)
        case .unsubscriptionFailed(let change, let failure):
            read { $0.changes[change.id]?.finished }?(failure)
        case .subscriptionFailed(let change, let targets, let failure):
            if let finished = change.flatMap({ change in read { $0.changes[change.id]?.finished } }) {
                finished(failure)
            } else if failure.kind == .forbidden || failure.code == ErrorCode.invalidKey {
                refused(targets, failure)
            } else if change != nil {
                callFailed(targets)
            }
        case .presenceFailed(let change, _): callFailed(change.targets)
        case .gap(let start, let end):
            observers.measure { $0.gapReported() }
            distributeGap(from: start, to: end)
        case .forgotten(let targets):
            apply { state in
                state.holders.forgotten(targets, by: state.machine.subscription)
                submitHeldChanges(&state)
            }
        case .presenceEnabled, .presenceDisabled, .willRestore, .restored: break
        }
    }

    /// A call failed, so iterations may need what it did not get.
    private func callFailed(_ targets: [SubscriptionTarget]) {
        apply { state in
            state.holders.forgetCalls(for: targets, retaining: state.machine.subscription.confirmedList)
            submitHeldChanges(&state)
        }
    }
}

extension ClientEngine.State {
    /// Gives starts to the iterations whose targets the service has confirmed with the last decision, and tells them.
    ///
    /// This belongs to the decision: once a later page has been received, the position is that of the page.
    mutating func confirmIterations() {
        let joins = machine.subscription.joins
        guard joins != confirmedJoins else { return }
        confirmedJoins = joins
        confirmIterations(iterations.unconfirmed)
    }

    /// Gives starts to those of these iterations whose targets are confirmed, and tells them.
    fileprivate mutating func confirmIterations(_ ids: some Sequence<UInt64>) {
        guard machine.connection.isConnected else { return }
        for confirmation in iterations.confirm(ids, at: position) {
            guard let buffer = buffers[confirmation.id] else { continue }
            batch.run { buffer.append([.subscribed(past: confirmation.past)]) }
        }
    }

    /// Where the subscribe loop is.
    fileprivate var position: IterationTable.Position {
        IterationTable.Position(
            list: machine.subscription.confirmedList,
            cursor: machine.subscription.cursor?.timetoken,
            joined: machine.subscription.joined,
            joins: machine.subscription.joins,
            isBehind: machine.subscription.isBehind || machine.gaps.isFilling || backlog.held != nil
        )
    }
}

extension Failure {
    /// A call that ends because the client does.
    static let notReady = Failure(.local, code: ErrorCode.notConnected)
}
