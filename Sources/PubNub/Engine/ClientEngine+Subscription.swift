import PubNubWire

/// Turning calls that change the subscription into inputs of the machine, and its events into events of the client.
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
                state.adopt(states, named: change.feeds)
                change.carriesState = !states.isEmpty
            }
        } catch {
            emit(.subscription(.failure(error.associated(with: objects))), completion: completion)
        }
    }

    func unsubscribe(from objects: [any PNChannelProtocol], _ handler: PNClientChannelUnsubscriptionHandlerBlock?) {
        let completion = completion(handler.map(PNEvent.unsubscription.handler), "unsubscribe", objects)
        do throws(PNError) {
            submit(.unsubscribe, try entries(objects), objects, completion)
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
            submit(.disablePresence, try entries(objects), objects, completion)
        } catch {
            emit(.presenceDisabling(.failure(error.associated(with: objects))), completion: completion)
        }
    }

    /// The objects whose messages are received, in the order of their subscription.
    func subscribedObjects() -> [any PNChannelProtocol] {
        let (feeds, known) = read { ($0.machine.subscription.confirmedList.messageFeeds, $0.objects) }
        return feeds.map { known[$0] ?? $0.object }
    }

    func identify(as identifier: String?, catchUp: Bool) {
        let name = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? PubNub.generatedIdentifier()
        do throws(PNError) {
            try Validation.identifier(name)
        } catch {
            return emit(.error(error))
        }
        applyEffects { state in
            guard state.machine.connection.isConnected, !state.machine.subscription.list.isEmpty else {
                state.identifier = name
                // What was decided on before goes out under the former identifier.
                return [.run { [self] in rebuild() }]
            }
            let feeds = state.machine.subscription.list.messageFeeds
            state.lastChange += 1
            let change = SubscriptionChange(
                id: state.lastChange,
                kind: .identify(name, catchUp: catchUp),
                entries: feeds.map { .init(feed: $0) }
            )
            return state.machine.change(change).map(Effect.act)
        }
    }

    private func entries(_ objects: [any PNChannelProtocol]) throws(PNError) -> [SubscriptionChange.Entry] {
        guard read({ $0.settings.hasKeys(for: .subscribeV2) }) else {
            throw PNError(code: kPNInvalidSubscribeOrPublishKeyError)
        }
        return try Validation.entries(objects)
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
        prepare: (inout State, inout SubscriptionChange) -> Void = { _, _ in }
    ) {
        apply { state in
            state.lastChange += 1
            var change = SubscriptionChange(id: state.lastChange, kind: kind, entries: entries)
            prepare(&state, &change)
            state.changes[change.id] = PendingChange(entries: entries, objects: objects, completion: completion)
            for (entry, object) in zip(entries, objects) where entry.messages || state.objects[entry.feed] == nil {
                state.objects[entry.feed] = object
            }
            return state.machine.change(change)
        }
    }

    /// The application's objects for feeds, or new ones where it has none.
    func objects(for feeds: [Feed]) -> [any PNChannelProtocol] {
        let known = read { $0.objects }
        return feeds.map { known[$0] ?? $0.object }
    }

    func report(_ event: SubscribeMachine.Event) {
        switch event {
        case .subscribed(let change):
            let objects = objects(for: change.feeds, of: change)
            finish(change, .subscription(.success(objects), onIdentifierUpdate: change.kind.isIdentify))
        case .subscriptionFailed(let change, let feeds, let failure):
            let error = PNError(failure).associated(with: objects(for: feeds, of: change))
            finish(change, .subscription(.failure(error), onIdentifierUpdate: change?.kind.isIdentify == true))
        case .unsubscribed(let change):
            let objects = objects(for: change.feeds, of: change)
            finish(change, .unsubscription(.success(objects), onIdentifierUpdate: change.kind.isIdentify))
        case .unsubscriptionFailed(let change, let failure):
            let error = PNError(failure).associated(with: objects(for: change.feeds, of: change))
            finish(change, .unsubscription(.failure(error), onIdentifierUpdate: change.kind.isIdentify))
        case .presenceEnabled(let change, let feeds):
            let isOwn = change.kind == .enablePresence
            let objects = isOwn ? objects(for: feeds, of: change) : objects(for: feeds)
            finish(isOwn ? change : nil, .presenceEnabling(.success(objects)))
        case .presenceDisabled(let change, let feeds):
            let isOwn = change.kind == .disablePresence
            let objects = isOwn ? objects(for: feeds, of: change) : objects(for: feeds)
            finish(isOwn ? change : nil, .presenceDisabling(.success(objects)))
        case .presenceFailed(let change, let failure):
            let error = PNError(failure).associated(with: objects(for: change.feeds, of: change))
            let isEnabling = change.kind == .enablePresence
            finish(change, isEnabling ? .presenceEnabling(.failure(error)) : .presenceDisabling(.failure(error)))
        case .willRestore(let feeds): emit(.willRestoreSubscription(objects(for: feeds)))
        case .restored(let feeds): emit(.didRestoreSubscription(objects(for: feeds)))
        case .gap(let start, let end): emit(.gap(from: start, to: end))
        }
    }

    /// The objects that a call named for these feeds, each once; without a call the objects of the feeds.
    private func objects(for feeds: [Feed], of change: SubscriptionChange?) -> [any PNChannelProtocol] {
        guard let pending = change.flatMap({ change in read { $0.changes[change.id] } }) else {
            return objects(for: feeds)
        }
        return pending.objects(for: feeds)
    }

    /// Tells the event, ends the call that it belongs to, and lets go of objects that are not subscribed any more.
    private func finish(_ change: SubscriptionChange?, _ event: PNEvent) {
        var completion: Completion?
        applyEffects { state in
            if let change { completion = state.changes.removeValue(forKey: change.id)?.completion }
            state.forgetUnsubscribed()
            return []
        }
        emit(event, completion: completion)
    }
}

extension Array where Element == any PNChannelProtocol {
    /// The names, to tell identical calls by.
    var names: [String] { map { $0.isChannelGroup ? "group \($0.name)" : $0.name } }
}

extension ClientEngine.State {
    /// Lets go of the objects and the state of what is not subscribed any more, unless a change still needs them.
    mutating func forgetUnsubscribed() {
        guard changes.isEmpty else { return }
        let list = machine.subscription.list
        objects = objects.filter { list[$0.key] != FeedList.Interest() }
        presenceState = presenceState.filter { list[$0.key].messages }
    }

    /// Keeps states that a call gives by name. A name stands for each channel and group of that name in the call, or, if
    /// the call does not subscribe to any, for whatever has that name.
    mutating func adopt(_ states: [String: JSONValue], named feeds: [Feed]) {
        guard !states.isEmpty else { return }
        let named = Dictionary(grouping: feeds, by: \.name)
        for (key, value) in states {
            let name = PresenceName.stripAll(key).name
            let meant = named[name] ?? [Feed(name: name, isGroup: false), Feed(name: name, isGroup: true)]
            for feed in meant { presenceState[feed] = value }
        }
    }
}
