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
        var states: [SubscriptionTarget: JSONValue] = [:]
    }

    /// Begins an iteration. Its targets are subscribed with the present connection or the next one.
    func beginIteration(_ terms: IterationTerms) -> EventBuffer {
        let buffer = EventBuffer(id: Self.nextNumber())
        var isLive = false
        apply { state in
            guard !state.isShutDown else { return buffer.end(.failure(.notReady)) }
            if let since = terms.since {
                // The long poll of other subscriptions does not go back; the iteration reads history then.
                let isFirst = state.machine.subscription.list.isEmpty && state.iterations.isEmpty
                if isFirst { state.machine.begin(at: since) } else { buffer.setNeedsHistory() }
            }
            state.iterations.add(buffer, terms.targets, hasPresence: terms.hasPresence)
            for (target, presenceState) in terms.states { state.presenceState[target] = presenceState }
            state.holders.began(terms.targets, presence: terms.hasPresence)
            submitHeldChanges(&state)
            isLive = !takeLive([buffer.id], in: &state).isEmpty
        }
        if isLive { reportLive([buffer]) }
        return buffer
    }

    /// Ends an iteration. Its targets are unsubscribed if nothing else holds them.
    ///
    /// - Parameters:
    ///   - buffer: Its buffer, which ends without an error.
    ///   - completion: Called after the service has received the change, or when it cannot receive it.
    func endIteration(_ buffer: EventBuffer, completion: (@Sendable () -> Void)? = nil) {
        buffer.end(.success(()), dropping: true)
        apply { state in
            remove(buffer.id, from: &state)
            submitHeldChanges(&state)
        }
        if let completion { settled(completion) }
    }

    /// Calls `completion` when no change for iterations is in progress.
    func settled(_ completion: @escaping @Sendable () -> Void) {
        apply { state in
            if state.holders.isChanging {
                state.iterationWaiters.append(completion)
            } else {
                state.batch.run(completion)
            }
        }
    }

    /// Adds targets to an iteration.
    func add(_ targets: [SubscriptionTarget], to buffer: EventBuffer) {
        var live: [EventBuffer] = []
        apply { state in
            guard let iteration = state.iterations[buffer.id] else { return }
            let added = targets.filter { !iteration.targets.contains($0) }
            state.iterations.add(added, to: buffer.id)
            state.holders.began(added, presence: iteration.hasPresence)
            submitHeldChanges(&state)
            live = takeLive([buffer.id], in: &state)
        }
        reportLive(live)
    }

    /// Removes targets from an iteration.
    func remove(_ targets: [SubscriptionTarget], from buffer: EventBuffer) {
        apply { state in
            guard let iteration = state.iterations[buffer.id] else { return }
            let removed = targets.filter { iteration.targets.contains($0) }
            state.iterations.remove(removed, from: buffer.id)
            state.holders.ended(removed, presence: iteration.hasPresence)
            submitHeldChanges(&state)
        }
    }

    /// Ends all iterations, and refuses new ones.
    func endIterations(_ result: Result<Void, Failure>) {
        apply { state in
            state.isShutDown = true
            for iteration in state.iterations.all.values { iteration.buffer.end(result) }
            for id in state.iterations.all.keys.sorted() { remove(id, from: &state) }
            submitHeldChanges(&state)
        }
    }

    /// Counts events that an iteration has processed, and continues polling if it is not behind any more.
    func processed(_ count: Int, of buffer: EventBuffer) {
        releasePoll { $0.iterations[buffer.id] != nil && $0.backlog.delivered(count, to: .iteration(buffer.id)) }
    }

    /// Passes the events of a page to the iterations that hold their targets.
    func distribute(_ page: SubscribePage) {
        let (table, cryptor, list) = read { ($0.iterations, $0.cryptor, $0.machine.subscription.confirmedList) }
        guard !table.isEmpty else { return }
        var buffers: [UInt64: EventBuffer] = [:]
        var batches: [UInt64: [ReceivedEvent]] = [:]
        for envelope in page.envelopes {
            let group = list.group(of: envelope)
            let name = envelope.subscription ?? envelope.channel
            let target = group ?? SubscriptionTarget(name: name, isGroup: false)
            let receivers = table.buffers(for: target, isPresence: envelope.isPresence)
            guard !receivers.isEmpty else { continue }
            let event = ReceivedEvent(envelope, group: group?.name, page: page.cursor.timetoken, cryptor: cryptor)
            for (id, buffer) in receivers {
                buffers[id] = buffer
                batches[id, default: []].append(event)
            }
        }
        guard !batches.isEmpty else { return }
        change { state in
            for (id, events) in batches where state.iterations[id] != nil {
                state.backlog.handedOver(events.count, to: .iteration(id))
            }
        }
        for (id, buffer) in buffers { buffer.append(batches[id] ?? []) }
    }

    /// Passes an event to every iteration.
    func distribute(_ event: ReceivedEvent) {
        let table = read { $0.iterations }
        for iteration in table.all.values { iteration.buffer.append([event]) }
    }

    /// Makes the changes for the iterations that began or ended, unless earlier ones are in progress or the client is not
    /// connected.
    func submitHeldChanges(_ state: inout State) {
        guard state.machine.acceptsCalls else { return releaseIterationWaiters(&state) }
        let changes = state.holders.takeChanges()
        if !changes.subscribe.isEmpty { submitHeldChange(.subscribe, changes.subscribe, in: &state) }
        if !changes.unsubscribe.isEmpty { submitHeldChange(.unsubscribe, changes.unsubscribe, in: &state) }
        if !state.holders.isChanging { releaseIterationWaiters(&state) }
    }

    private func releaseIterationWaiters(_ state: inout State) {
        for waiter in state.iterationWaiters { state.batch.run(waiter) }
        state.iterationWaiters = []
    }

    private func submitHeldChange(
        _ kind: SubscriptionChange.Kind,
        _ entries: [SubscriptionChange.Entry],
        in state: inout State
    ) {
        state.lastChange += 1
        var change = SubscriptionChange(id: state.lastChange, kind: kind, entries: entries)
        change.isForIterations = true
        if kind == .unsubscribe {
            for target in change.targets { change.retained[target] = state.holders.interest(in: target) }
        } else {
            change.carriesState = change.targets.contains { state.presenceState[$0] != nil }
        }
        let finished: @Sendable (Failure?) -> Void = { [weak self] in self?.heldChangeEnded(entries, $0) }
        state.changes[change.id] = PendingChange(finished: finished)
        state.machine.change(change, into: &state.batch.actions)
    }

    /// A change for iterations ended.
    private func heldChangeEnded(_ entries: [SubscriptionChange.Entry], _ failure: Failure?) {
        var live: [EventBuffer] = []
        apply { state in
            let targets = entries.map(\.target)
            guard let failure else {
                state.holders.changeEnded()
                live = takeLive(state.iterations.holding(targets), in: &state)
                return submitHeldChanges(&state)
            }
            guard failure.isFinal else {
                state.holders.changeEnded(unfinished: targets)
                // The next connection asks for them again. After other failures, the machine has waited between its attempts.
                if failure.kind == .local { return releaseIterationWaiters(&state) }
                return submitHeldChanges(&state)
            }
            let named = failure.named(among: targets)
            fail(named.isEmpty ? targets : named, failure, in: &state)
            state.holders.changeEnded(unfinished: named.isEmpty ? [] : targets)
            submitHeldChanges(&state)
        }
        // Not as a step of the batch: the page that follows the subscription is delivered after this.
        reportLive(live)
    }

    /// The service refused targets: the iterations that hold them end.
    func refused(_ targets: [SubscriptionTarget], _ failure: Failure) {
        apply { state in
            state.holders.forgetCalls(for: targets)
            fail(targets, failure, in: &state)
            submitHeldChanges(&state)
        }
    }

    private func fail(_ targets: [SubscriptionTarget], _ failure: Failure, in state: inout State) {
        var failure = failure
        failure.targets = targets
        for id in state.iterations.holding(targets) {
            state.iterations[id]?.buffer.end(.failure(failure))
            remove(id, from: &state)
        }
    }

    /// Takes the buffers of the iterations whose targets are subscribed and that do not know it.
    private func takeLive(_ ids: some Sequence<UInt64>, in state: inout State) -> [EventBuffer] {
        guard state.machine.connection.isConnected else { return [] }
        let list = state.machine.subscription.confirmedList
        var live: [EventBuffer] = []
        for id in ids {
            guard let iteration = state.iterations[id], !iteration.isLive else { continue }
            let isSubscribed = iteration.targets.allSatisfy { target in
                list[target].messages && (list[target].presence || !iteration.hasPresence)
            }
            guard isSubscribed else { continue }
            state.iterations.setLive(true, id)
            live.append(iteration.buffer)
        }
        return live
    }

    private func reportLive(_ buffers: [EventBuffer]) {
        guard !buffers.isEmpty else { return }
        let cursor = read { $0.machine.subscription.cursor?.timetoken }
        for buffer in buffers { buffer.append([.subscribed(at: cursor)]) }
    }

    private func remove(_ id: UInt64, from state: inout State) {
        guard let iteration = state.iterations.remove(id) else { return }
        state.holders.ended(iteration.targets, presence: iteration.hasPresence)
        if state.backlog.ended(.iteration(id)) { state.batch.run { [weak self] in self?.releasePoll { _ in true } } }
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
        case .didDisconnect:
            apply { $0.holders.forgetCalls() }
            disconnected(nil)
        case .connectionFailed(let failure): disconnected(failure)
        case .alreadyConnecting, .waitingForNetwork, .didDisconnectWithError: break
        }
    }

    private func disconnected(_ failure: Failure?) {
        apply { state in
            for id in state.iterations.all.keys { state.iterations.setLive(false, id) }
            submitHeldChanges(&state)
        }
        observers.report(.disconnected(failure))
        distribute(.disconnected(failure))
    }

    /// Takes over the outcome of a change of the subscription, or a gap.
    func noteIterations(of event: SubscribeMachine.Event) {
        switch event {
        case .subscribed(let change), .unsubscribed(let change), .unsubscriptionFailed(let change, _):
            read { $0.changes[change.id]?.finished }?(nil)
        case .subscriptionFailed(let change, let targets, let failure):
            if let finished = change.flatMap({ change in read { $0.changes[change.id]?.finished } }) {
                finished(failure)
            } else if failure.kind == .forbidden || failure.code == ErrorCode.invalidKey {
                refused(targets, failure)
            } else if change != nil {
                apply { $0.holders.forgetCalls(for: targets) }
            }
        case .restored:
            var live: [EventBuffer] = []
            apply { live = takeLive($0.iterations.all.keys.sorted(), in: &$0) }
            reportLive(live)
        case .gap(let start, let end):
            observers.measure { $0.gapReported() }
            distribute(.gap(from: start, to: end))
        case .presenceEnabled, .presenceDisabled, .presenceFailed, .forgotten, .willRestore: break
        }
    }
}

extension Failure {
    /// A call that ends because the client does.
    static let notReady = Failure(.local, code: ErrorCode.notConnected)

    /// Whether a change of the subscription would fail again on the next connection.
    fileprivate var isFinal: Bool {
        switch kind {
        case .forbidden, .refused, .malformed, .unsent: true
        case .local:
            ![
                ErrorCode.notConnected, ErrorCode.suspended, ErrorCode.requestFailedWithoutNetwork,
                ErrorCode.requestQueueFull,
            ].contains(code)
        case .unreachable, .interrupted, .insecure, .serverError, .timedOut: false
        }
    }
}
