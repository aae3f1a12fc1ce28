import PubNubMachines
import PubNubWire

/// Turns calls that change the subscription into inputs of the machine, and its events into events of the client.
extension ClientEngine {
    func subscribe(
        to objects: [any PNChannelProtocol],
        state clientState: [String: Any]?,
        _ handler: PNClientChannelSubscriptionHandlerBlock?
    ) {
        let completion = completion(handler.map { .subscriptionState($0) }, "subscribe", objects)
        do throws(PNError) {
            let entries = try entries(objects)
            let states = try Validation.presenceState(clientState ?? [:])
            submit(.subscribe, entries, objects, completion) { state, change in
                state.adopt(states, named: change.targets)
                change.carriesState = !states.isEmpty
            }
        } catch {
            emit(.subscription(.failure(error.associated(with: objects))), completion: completion)
        }
    }

    func unsubscribe(from objects: [any PNChannelProtocol], _ handler: PNClientChannelUnsubscriptionHandlerBlock?) {
        let completion = completion(handler.map(PNEvent.unsubscription.handler), "unsubscribe", objects)
        do throws(PNError) {
            try end(.unsubscribe, objects, completion)
        } catch {
            emit(.unsubscription(.failure(error.associated(with: objects))), completion: completion)
        }
    }

    func observePresence(of objects: [any PNChannelProtocol], _ handler: PNClientPresenceEnableHandlingBlock?) {
        let completion = completion(handler.map(PNEvent.presenceEnabling.handler), "enable presence", objects)
        do throws(PNError) {
            submit(.enablePresence, try entries(objects), objects, completion)
        } catch {
            emit(.presenceEnabling(.failure(error.associated(with: objects))), completion: completion)
        }
    }

    func ignorePresence(of objects: [any PNChannelProtocol], _ handler: PNClientPresenceDisableHandlingBlock?) {
        let completion = completion(handler.map(PNEvent.presenceDisabling.handler), "disable presence", objects)
        do throws(PNError) {
            try end(.disablePresence, objects, completion)
        } catch {
            emit(.presenceDisabling(.failure(error.associated(with: objects))), completion: completion)
        }
    }

    /// The objects whose messages are received, in the order of subscription.
    func subscribedObjects() -> [any PNChannelProtocol] {
        let (targets, known) = read { ($0.machine.subscription.confirmedList.messageTargets, $0.objects) }
        return targets.map { known[$0] ?? $0.object }
    }

    func identify(as identifier: String?, catchUp: Bool) {
        let name = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? PubNub.generatedIdentifier()
        do throws(PNError) {
            try Validation.identifier(name)
        } catch {
            return emit(.error(error))
        }
        apply { state in
            guard state.machine.connection.isConnected, !state.machine.subscription.list.isEmpty else {
                state.identifier = name
                // Actions that were decided before are performed with the former identifier.
                return state.batch.run { [self] in rebuild() }
            }
            let targets = state.machine.subscription.list.messageTargets
            state.lastChange += 1
            let change = SubscriptionChange(
                id: state.lastChange,
                kind: .identify(name, catchUp: catchUp),
                entries: targets.map { .init(target: $0) }
            )
            state.machine.change(change, into: &state.batch.actions)
        }
    }

    private func entries(_ objects: [any PNChannelProtocol]) throws(PNError) -> [SubscriptionChange.Entry] {
        let missingKey = read { $0.settings.hasKeys(for: .subscribeV2) ? nil : $0.settings.missingKey }
        if let missingKey { throw missingKey }
        return try Validation.entries(objects)
    }

    /// Ends what a list has. Objects with an invalid name do not keep the others from it: they are reported afterwards.
    private func end(
        _ kind: SubscriptionChange.Kind,
        _ objects: [any PNChannelProtocol],
        _ completion: Completion?
    ) throws(PNError) {
        let list = Validation.checked(objects)
        let entries = try entries(list.valid.isEmpty ? objects : list.valid)
        submit(kind, entries, list.valid, completion, fault: list.fault)
    }

    private func completion(
        _ handler: EventHandler?,
        _ operation: String,
        _ objects: [any PNChannelProtocol]
    ) -> Completion? {
        hub.completion(handler, for: .init(operation, objects.names))
    }

    private func submit(
        _ kind: SubscriptionChange.Kind,
        _ entries: [SubscriptionChange.Entry],
        _ objects: [any PNChannelProtocol],
        _ completion: Completion?,
        fault: PNError? = nil,
        prepare: (inout State, inout SubscriptionChange) -> Void = { _, _ in }
    ) {
        apply { state in
            state.lastChange += 1
            var change = SubscriptionChange(id: state.lastChange, kind: kind, entries: entries)
            prepare(&state, &change)
            state.holders.noteCall(&change)
            state.changes[change.id] = PendingChange(
                entries: entries,
                objects: objects,
                completion: completion,
                fault: fault
            )
            for (entry, object) in zip(entries, objects) where entry.messages || state.objects[entry.target] == nil {
                state.objects[entry.target] = object
            }
            state.machine.change(change, into: &state.batch.actions)
        }
    }

    /// The application's objects for targets, or new ones for targets without an object.
    func objects(for targets: [SubscriptionTarget]) -> [any PNChannelProtocol] {
        let known = read { $0.objects }
        return targets.map { known[$0] ?? $0.object }
    }

    func report(_ event: SubscribeMachine.Event) {
        noteIterations(of: event)
        switch event {
        case .subscribed(let change) where change.isWithoutEvent,
            .unsubscribed(let change) where change.isWithoutEvent:
            end(change)
        case .subscribed(let change):
            let objects = objects(for: change.targets, of: change)
            finish(change, .subscription(.success(objects), onIdentifierUpdate: change.kind.isIdentify))
        case .subscriptionFailed(let change, let targets, let failure):
            let error = PNError(failure).associated(with: objects(for: targets, of: change))
            finish(change, .subscription(.failure(error), onIdentifierUpdate: change?.kind.isIdentify == true))
        case .unsubscribed(let change):
            let objects = objects(for: change.targets, of: change)
            finish(change, .success(objects)) { .unsubscription($0, onIdentifierUpdate: change.kind.isIdentify) }
        case .unsubscriptionFailed(let change, let failure):
            let error = PNError(failure).associated(with: objects(for: change.targets, of: change))
            finish(change, .failure(error)) { .unsubscription($0, onIdentifierUpdate: change.kind.isIdentify) }
        case .presenceEnabled(let change, let targets):
            let isOwn = change.kind == .enablePresence
            let objects = isOwn ? objects(for: targets, of: change) : objects(for: targets)
            finish(isOwn ? change : nil, .presenceEnabling(.success(objects)))
        case .presenceDisabled(let change, let targets):
            let isOwn = change.kind == .disablePresence
            let objects = isOwn ? objects(for: targets, of: change) : objects(for: targets)
            finish(isOwn ? change : nil, .success(objects)) { .presenceDisabling($0) }
        case .presenceFailed(let change, let failure):
            let error = PNError(failure).associated(with: objects(for: change.targets, of: change))
            let isEnabling = change.kind == .enablePresence
            finish(change, .failure(error)) { isEnabling ? .presenceEnabling($0) : .presenceDisabling($0) }
        case .willRestore(let targets): emit(.willRestoreSubscription(objects(for: targets)))
        case .restored(let targets): emit(.didRestoreSubscription(objects(for: targets)))
        case .gap(let start, let end): emit(.gap(from: start, to: end))
        }
    }

    /// The objects of a call for these targets, each once; without a call the objects of the targets.
    private func objects(for targets: [SubscriptionTarget], of change: SubscriptionChange?) -> [any PNChannelProtocol] {
        guard change?.isForIterations != true,
            let pending = change.flatMap({ change in read { $0.changes[change.id] } })
        else {
            return objects(for: targets)
        }
        return pending.objects(for: targets)
    }

    /// Reports the event, ends its call, and releases the objects of ended subscriptions.
    private func finish(_ change: SubscriptionChange?, _ event: PNEvent) {
        emit(event, completion: end(change)?.completion)
    }

    /// Reports the end of a call that ends something, and then the objects of its list that have an invalid name.
    private func finish(
        _ change: SubscriptionChange?,
        _ outcome: PNEvent.Outcome<PNEvent.Objects>,
        _ event: (PNEvent.Outcome<PNEvent.Objects>) -> PNEvent
    ) {
        let pending = end(change)
        emit(outcome, fault: pending?.fault, completion: pending?.completion, event)
    }

    /// Ends a call, and releases the objects of ended subscriptions.
    @discardableResult
    private func end(_ change: SubscriptionChange?) -> PendingChange? {
        self.change { state in
            let pending = change.flatMap { state.changes.removeValue(forKey: $0.id) }
            state.forgetUnsubscribed()
            return pending
        }
    }
}

extension SubscriptionChange {
    /// Whether the application learns nothing new from the end of the change.
    fileprivate var isWithoutEvent: Bool { isForIterations && entries.isEmpty }
}

extension Array where Element == any PNChannelProtocol {
    /// The names, which identify identical calls.
    var names: [String] { map { $0.isChannelGroup ? "group \($0.name)" : $0.name } }
}

extension ClientEngine.State {
    /// Releases the objects and the state of ended subscriptions, unless a change still needs them.
    mutating func forgetUnsubscribed() {
        guard changes.isEmpty else { return }
        let list = machine.subscription.list
        objects = objects.filter { target, object in
            guard list[target] == SubscriptionTargetList.Interest() else { return true }
            if let channel = object as? PNChannel { knownChannels.retain(channel) }
            return false
        }
        presenceState = presenceState.filter { list[$0.key].messages }
    }

    /// Stores the states of a call by name. A name means each channel and group of that name in the call, or, if the
    /// call does not subscribe to any, every target of that name.
    mutating func adopt(_ states: [String: JSONValue], named targets: [SubscriptionTarget]) {
        guard !states.isEmpty else { return }
        let named = Dictionary(grouping: targets) { NameKey($0.name) }
        for (key, value) in states {
            let name = PresenceName.stripAll(key).name
            let meant =
                named[NameKey(name)] ?? [
                    SubscriptionTarget(name: name, isGroup: false), SubscriptionTarget(name: name, isGroup: true),
                ]
            for target in meant { presenceState[target] = value }
        }
    }
}

/// A change of the subscription list that has not been reported: the application's objects and its completion closure.
struct PendingChange: Sendable {
    /// The entry of each of the objects.
    let entries: [SubscriptionChange.Entry]
    let objects: [any PNChannelProtocol]
    /// `nil` for a call without a closure.
    let completion: Completion?

    /// The error about the objects of the call with invalid names; `nil` if all names are valid.
    var fault: PNError?

    /// Called with the failure when the change of iterations has ended; `nil` for a call.
    var finished: (@Sendable (Failure?) -> Void)?

    /// The objects for these targets in the order of the call. Of several objects for one target, the last one.
    func objects(for targets: [SubscriptionTarget]) -> [any PNChannelProtocol] {
        struct Part: Hashable {
            let target: SubscriptionTarget
            let messages: Bool
        }
        let targets = Set(targets)
        var places: [Part: Int] = [:]
        var result: [any PNChannelProtocol] = []
        for (entry, object) in zip(entries, objects) where targets.contains(entry.target) {
            let part = Part(target: entry.target, messages: entry.messages)
            if let place = places[part] {
                result[place] = object
            } else {
                places[part] = result.count
                result.append(object)
            }
        }
        return result
    }
}

/// Converts between the application's objects and the targets of the subscribe loop.
extension SubscriptionChange.Entry {
    /// The target of an object of the application, or its presence part if the name ends in `-pnpres`.
    init(_ object: any PNChannelProtocol) {
        let (name, isPresence) = PresenceName.stripAll(object.name)
        let presence = isPresence ? nil : (object as? PNChannel)?.observesPresence
        self.init(
            target: SubscriptionTarget(name: name, isGroup: object.isChannelGroup),
            presence: presence,
            messages: !isPresence
        )
    }
}

extension SubscriptionTarget {
    /// A new object for this target.
    var object: any PNChannelProtocol {
        guard isGroup else { return PNChannel.exactly(named: name) }
        let (first, second) = name.cut(at: ":")
        guard let second else { return PNChannelGroup(name: name) }
        return PNChannelGroup(name: String(second), inNamespace: String(first))
    }
}
