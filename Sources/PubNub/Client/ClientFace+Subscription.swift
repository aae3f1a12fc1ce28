import PubNubCore
import PubNubMachines
import PubNubWire

/// Makes the calls that change subscriptions, and reports their ends.
extension ClientFace {
    func subscribe(
        to objects: [any PNChannelProtocol],
        state clientState: [String: Any]?,
        _ handler: PNClientChannelSubscriptionHandlerBlock?
    ) {
        let completion = Completion(handler.map { .subscriptionState($0) })
        let states: Result<[String: JSON], Failure>
        do throws(Failure) {
            states = .success(try Validation.presenceState(clientState ?? [:], on: objects))
        } catch {
            states = .failure(error)
        }
        submit(.subscribe, objects, completion, with: states) { .subscription($0) }
    }

    func unsubscribe(from objects: [any PNChannelProtocol], _ handler: PNClientChannelUnsubscriptionHandlerBlock?) {
        submit(.unsubscribe, objects, Completion(handler.map(PNEvent.unsubscription.handler))) { .unsubscription($0) }
    }

    func observePresence(of objects: [any PNChannelProtocol], _ handler: PNClientPresenceEnableHandlingBlock?) {
        note(isObserved: true, objects)
        let completion = Completion(handler.map(PNEvent.presenceEnabling.handler))
        submit(.enablePresence, objects, completion) { .presenceEnabling($0) }
    }

    func ignorePresence(of objects: [any PNChannelProtocol], _ handler: PNClientPresenceDisableHandlingBlock?) {
        note(isObserved: false, objects)
        let completion = Completion(handler.map(PNEvent.presenceDisabling.handler))
        submit(.disablePresence, objects, completion) { .presenceDisabling($0) }
    }

    private func note(isObserved: Bool, _ objects: [any PNChannelProtocol]) {
        for case let channel as PNChannel in objects { channel.noteObservation(isObserved) }
    }

    /// The objects whose messages are received, in the order of subscription.
    func subscribedObjects() -> [any PNChannelProtocol] {
        objects(for: engine.confirmedSubscriptions.messageTargets)
    }

    private func entries(
        _ objects: [any PNChannelProtocol],
        of kind: SubscriptionChange.Kind
    ) throws(Failure) -> [SubscriptionChange.Entry] {
        if let missingKey = engine.missingKey(for: .subscribeV2) { throw missingKey }
        return try Validation.entries(objects, mayBeEmpty: kind.endsSomething)
    }

    /// Makes a change of the subscriptions after the calls before it.
    ///
    /// In a change that ends something, objects with an invalid name do not keep the others from ending: they are reported
    /// afterwards. Such a change succeeds for an empty list: apps unsubscribe from all subscribed objects, which may be none.
    ///
    /// - Parameters:
    ///   - kind: The change.
    ///   - objects: The channels and groups of the call.
    ///   - completion: The closure of the call.
    ///   - states: The state of this client by name, or why it cannot be sent; none by default.
    ///   - event: Makes the event of the failure of a change that is not made.
    private func submit(
        _ kind: SubscriptionChange.Kind,
        _ objects: [any PNChannelProtocol],
        _ completion: Completion?,
        with states: Result<[String: JSON], Failure> = .success([:]),
        _ event: @escaping @Sendable (PNEvent.Outcome<PNEvent.Objects>) -> PNEvent
    ) {
        let list = kind.endsSomething ? Validation.checked(objects) : nil
        let wanted = list.flatMap { $0.valid.isEmpty ? nil : $0.valid } ?? objects
        engine.inLine(kind.words, as: .change) { [self] position in
            do throws(Failure) {
                if let refusal = position.refusal { throw refusal }
                let entries = try entries(wanted, of: kind)
                make(kind, entries, wanted, try states.get(), completion, fault: list?.error, at: position)
            } catch {
                emit(event(.failure(error.associated(with: objects))), completion: completion, ending: position)
            }
        }
    }

    private func make(
        _ kind: SubscriptionChange.Kind,
        _ entries: [SubscriptionChange.Entry],
        _ objects: [any PNChannelProtocol],
        _ states: [String: JSON],
        _ completion: Completion?,
        fault: PNError?,
        at position: CallPosition
    ) {
        let call = ChangeCall(entries: entries, objects: objects, completion: completion, fault: fault)
        engine.make(kind, entries, states, at: position) { made in
            change { state in
                state.changes[made.id] = call
                for (entry, object) in zip(entries, objects) where entry.messages || state.objects[entry.target] == nil
                {
                    state.objects[entry.target] = object
                }
            }
        }
    }

    /// The application's objects for targets, or new ones for targets without an object.
    func objects(for targets: [SubscriptionTarget]) -> [any PNChannelProtocol] {
        let known = read { $0.objects }
        return targets.map { known[$0] ?? $0.object }
    }

    func subscription(_ event: SubscribeMachine.Event, remaining: SubscriptionTargetList?) {
        /// Reports the event, ends its call, and releases the objects of ended subscriptions.
        func finish(_ change: SubscriptionChange?, _ event: PNEvent) {
            emit(event, completion: end(change, remaining)?.completion)
        }
        /// Reports the end of a call that ends something, and then the objects of its list that have an invalid name.
        func finish(
            _ change: SubscriptionChange?,
            _ outcome: PNEvent.Outcome<PNEvent.Objects>,
            _ event: (PNEvent.Outcome<PNEvent.Objects>) -> PNEvent
        ) {
            let call = end(change, remaining)
            emit(outcome, fault: call?.fault, completion: call?.completion, event)
        }
        switch event {
        case .subscribed(let change) where change.isWithoutEvent,
            .unsubscribed(let change) where change.isWithoutEvent:
            end(change, remaining)
        case .subscribed(let change):
            let objects = objects(for: change.targets, of: change)
            finish(change, .subscription(.success(objects), onIdentifierUpdate: change.kind.isIdentify))
        case .subscriptionFailed(let change, let targets, let failure):
            let error = failure.associated(with: objects(for: targets, of: change))
            finish(change, .subscription(.failure(error), onIdentifierUpdate: change?.kind.isIdentify == true))
        case .unsubscribed(let change):
            let objects = objects(for: change.targets, of: change)
            finish(change, .success(objects)) { .unsubscription($0, onIdentifierUpdate: change.kind.isIdentify) }
        case .unsubscriptionFailed(let change, let failure):
            let error = failure.associated(with: objects(for: change.targets, of: change))
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
            let error = failure.associated(with: objects(for: change.targets, of: change))
            let isEnabling = change.kind == .enablePresence
            finish(change, .failure(error)) { isEnabling ? .presenceEnabling($0) : .presenceDisabling($0) }
        case .forgotten(let targets): finish(nil, .unsubscription(.success(objects(for: targets))))
        case .willRestore(let targets) where !targets.isEmpty: emit(.willRestoreSubscription(objects(for: targets)))
        case .restored(let targets) where !targets.isEmpty: emit(.didRestoreSubscription(objects(for: targets)))
        case .willRestore, .restored: break
        case .gap(let start, let end): emit(.gap(from: start, to: end))
        }
    }

    /// The objects of a call for these targets, each once; without a call the objects of the targets.
    private func objects(for targets: [SubscriptionTarget], of change: SubscriptionChange?) -> [any PNChannelProtocol] {
        guard change?.isForIterations != true, let call = change.flatMap({ change in read { $0.changes[change.id] } })
        else { return objects(for: targets) }
        return call.objects(for: targets)
    }

    /// Ends a call, and releases the objects of ended subscriptions.
    @discardableResult
    private func end(_ ended: SubscriptionChange?, _ remaining: SubscriptionTargetList?) -> ChangeCall? {
        change { state in
            let call = ended.flatMap { state.changes.removeValue(forKey: $0.id) }
            state.forgetUnsubscribed(remaining)
            return call
        }
    }
}

extension ClientFace.State {
    /// Releases the objects of ended subscriptions, unless a change still needs them.
    ///
    /// - Parameter remaining: The subscriptions; `nil` while a change is in progress.
    mutating func forgetUnsubscribed(_ remaining: SubscriptionTargetList?) {
        // Another call may have begun since the list was read.
        guard let remaining, changes.isEmpty else { return }
        objects = objects.filter { target, object in
            guard remaining[target] == SubscriptionTargetList.Interest() else { return true }
            if let channel = object as? PNChannel { knownChannels.retain(channel) }
            return false
        }
    }
}

extension SubscriptionChange {
    /// Whether the application learns nothing new from the end of the change.
    fileprivate var isWithoutEvent: Bool { isForIterations && entries.isEmpty }
}

extension SubscriptionChange.Kind {
    /// Whether the application asks for fewer events.
    fileprivate var endsSomething: Bool { self == .unsubscribe || self == .disablePresence }

    /// The call in the log.
    fileprivate var words: String {
        switch self {
        case .subscribe: "subscribe"
        case .unsubscribe: "unsubscribe"
        case .enablePresence: "enable presence"
        case .disablePresence: "disable presence"
        case .identify: "change of identifier"
        }
    }
}

/// A call that changes subscriptions and has not ended: the application's objects and its completion closure.
struct ChangeCall: Sendable {
    /// The entry of each of the objects.
    let entries: [SubscriptionChange.Entry]
    let objects: [any PNChannelProtocol]
    /// `nil` for a call without a closure.
    let completion: Completion?

    /// The error about the objects of the call with invalid names; `nil` if all names are valid.
    let fault: PNError?

    /// The objects for these targets in the order of the call. Of several objects for one target, the last one.
    func objects(for targets: [SubscriptionTarget]) -> [any PNChannelProtocol] {
        struct Part: Hashable {
            let target: SubscriptionTarget
            let messages: Bool
        }
        let targets = Set(targets)
        var indexes: [Part: Int] = [:]
        var result: [any PNChannelProtocol] = []
        for (entry, object) in zip(entries, objects) where targets.contains(entry.target) {
            let part = Part(target: entry.target, messages: entry.messages)
            if let position = indexes[part] {
                result[position] = object
            } else {
                indexes[part] = result.count
                result.append(object)
            }
        }
        return result
    }
}
