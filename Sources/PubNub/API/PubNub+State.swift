import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubWire

/// State of clients on channels and groups (3.7.8 README, "Presence State Data").
extension PubNub {
    /// Requests a client's state on a channel, or on the channels of a group.
    ///
    /// - Parameters:
    ///   - clientIdentifier: The client's identifier, 1 to 92 characters (Unicode scalars), neither `.` nor `..`. Any client is
    ///     allowed.
    ///   - object: The ``PNChannel`` or ``PNChannelGroup``.
    ///   - handlerBlock: Called with a client that holds the state, or with the error, whose `associatedObject` is the
    ///     ``PNClient`` of the call. Pass `nil`, the default, to ignore the result.
    public func requestClientState(
        _ clientIdentifier: String,
        forObject object: any PNChannelProtocol,
        withCompletionHandling handlerBlock: PNClientStateRetrieveHandlingBlock? = nil
    ) {
        face.requestState(of: clientIdentifier, on: object, handlerBlock)
    }

    /// Changes a client's state on a channel, or on the channels of a group.
    ///
    /// Null removes a field, for any client.
    ///
    /// The client changes its own state field by field: fields that are not named stay. It sends the state again with
    /// later subscriptions and heartbeats until it leaves the channel. The state of another client is replaced as
    /// passed. If a field is null, the client first reads the other client's state, retains the fields that are not
    /// named, and then replaces it: two requests, between which another client may change the state. For a group, the
    /// client merges the fields of all its channels, and every channel of the group receives the result.
    ///
    /// - Parameters:
    ///   - clientIdentifier: The client's identifier, 1 to 92 characters (Unicode scalars), neither `.` nor `..`. This client's own
    ///     identifier needs a subscription to the object, else the call ends with error 136.
    ///   - clientState: Strings, numbers, booleans and nulls by field name; a nested value is error 135.
    ///   - object: The ``PNChannel`` or ``PNChannelGroup``.
    ///   - handlerBlock: Called with a client that holds the state as the service stored it, or with the error, whose
    ///     `associatedObject` is the ``PNClient`` with the state of the call. Pass `nil`, the default, to ignore the
    ///     result.
    public func updateClientState(
        _ clientIdentifier: String,
        state clientState: [String: Any],
        forObject object: any PNChannelProtocol,
        withCompletionHandling handlerBlock: PNClientStateUpdateHandlingBlock? = nil
    ) {
        face.updateState(of: clientIdentifier, clientState, on: object, handlerBlock)
    }
}

/// Requesting the channels of clients, and reading and changing their state.
extension ClientFace {
    func requestChannels(of identifier: String, _ handler: PNClientParticipantChannelsHandlingBlock?) {
        let completion = Completion(handler.map(PNEvent.whereNow.handler))
        inLine("where now") { [self] in requestChannels(of: identifier, completion, at: $0) }
    }

    private func requestChannels(of identifier: String, _ completion: Completion?, at position: CallPosition) {
        do throws(Failure) {
            try Validation.identifier(identifier)
            submit(StateEndpoints.whereNow(identifier), at: position) { [self] result in
                let outcome =
                    result
                    .map { PNWhereNow(identifier: identifier, channels: PNChannel.exactly(named: $0)) }
                    .mapError { $0.associated(with: identifier) }
                emit(.whereNow(identifier: identifier, outcome), completion: completion, ending: position)
            }
        } catch {
            let outcome = PNEvent.Outcome<PNWhereNow>.failure(error.associated(with: identifier))
            emit(.whereNow(identifier: identifier, outcome), completion: completion, ending: position)
        }
    }

    /// Requests the state of a client, after the calls before it unless `waits` is false.
    func requestState(
        of identifier: String,
        on object: any PNChannelProtocol,
        waits: Bool = true,
        _ handler: PNClientStateRetrieveHandlingBlock?
    ) {
        let completion = Completion(handler.map(PNEvent.clientState.handler))
        let call: LineCall = { [self] in requestState(of: identifier, on: object, completion, at: $0) }
        if waits { inLine("state", call) } else { call(.apart) }
    }

    private func requestState(
        of identifier: String,
        on object: any PNChannelProtocol,
        _ completion: Completion?,
        at position: CallPosition
    ) {
        let asked = PNClient(identifier: identifier, on: object)
        do throws(Failure) {
            try Validation.identifier(identifier)
            let target = try Validation.target(object)
            submit(StateEndpoints.state(of: identifier, on: target), at: position) { [self] result in
                let outcome =
                    result
                    .map { PNClient(identifier: identifier, on: object, states: $0) }
                    .mapError { $0.associated(with: asked) }
                emit(.clientState(outcome), completion: completion, ending: position)
            }
        } catch {
            emit(.clientState(.failure(error.associated(with: asked))), completion: completion, ending: position)
        }
    }

    /// Changes the state of a client, after the calls before it unless `waits` is false.
    func updateState(
        of identifier: String,
        _ state: [String: Any],
        on object: any PNChannelProtocol,
        waits: Bool = true,
        _ handler: PNClientStateUpdateHandlingBlock?
    ) {
        let completion = Completion(handler.map(PNEvent.clientStateUpdate.handler))
        let change = StateChange(identifier: identifier, object: object, state: state)
        let call: LineCall = { [self] in updateState(change, completion, at: $0) }
        if waits { inLine("state change", call) } else { call(.apart) }
    }

    private func updateState(_ change: StateChange, _ completion: Completion?, at position: CallPosition) {
        let (identifier, object) = (change.identifier, change.object)
        do throws(Failure) {
            try Validation.identifier(identifier)
            let target = try Validation.target(object)
            let fields = try change.fields.get()
            let sent = Locked(try stateToSend(fields, of: identifier, on: target))
            let order = "state \(identifier) \(target.isGroup ? "group " : "")\(target.name)"
            let needsCurrent = needsCurrentState(of: identifier, for: fields)
            let current = Locked(Result<[String: JSON], Failure>.success([:]))
            if needsCurrent {
                submit(StateEndpoints.state(of: identifier, on: target), order: order, at: position) { result in
                    current.withLock { $0 = result.map(Self.joined).mapError(\.failure) }
                }
            }
            let call = { @Sendable in
                StateEndpoints.update(.object(sent.withLock { $0 }), of: identifier, on: target)
            }
            // The result of an earlier change is known when it has ended, so changes follow one another.
            let revised = { @Sendable [self] () throws(Failure) in
                if needsCurrent {
                    let now = try current.withLock { $0 }.get().merging(fields) { _, new in new }.filter {
                        !$0.value.isNull
                    }
                    sent.withLock { $0 = now }
                } else if let now = try? stateToSend(fields, of: identifier, on: target) {
                    sent.withLock { $0 = now }
                }
                return call()
            }
            submit(call(), order: order, at: position, revise: revised) { [self] result in
                if let state = result.value { engine.remember(state, of: identifier, on: target) }
                let outcome =
                    result
                    .map { PNClient(identifier: identifier, on: object, states: [target.name: $0]) }
                    .mapError { error in
                        let state = JSON.object(sent.withLock { $0 })
                        return error.associated(
                            with: PNClient(identifier: identifier, on: object, states: [target.name: state])
                        )
                    }
                emit(.clientStateUpdate(outcome), completion: completion, ending: position)
            }
        } catch {
            let asked = PNClient(identifier: identifier, on: object, states: change.states)
            emit(.clientStateUpdate(.failure(error.associated(with: asked))), completion: completion, ending: position)
        }
    }

    /// Changes the state of a client on all subscriptions of this client.
    func updateStateEverywhere(of identifier: String, _ state: [String: Any]) {
        let objects = subscribedObjects()
        for object in objects { updateState(of: identifier, state, on: object, nil) }
        guard objects.isEmpty else { return }
        let error = PNError(
            reason: "The client is not subscribed to any channel or group.",
            code: kPNCantUpdateStateForNotSubscribedChannelsError
        )
        emit(.clientStateUpdate(.failure(error.associated(with: PNClient(identifier: identifier)))))
    }

    /// Whether a change removes a field of another client's state. The service only replaces states as a whole, so the
    /// client has to read the other fields first. The own state is known, and a state without null is sent as passed.
    private func needsCurrentState(of identifier: String, for fields: [String: JSON]) -> Bool {
        fields.values.contains(where: \.isNull) && identifier != engine.identifier
    }

    /// The state of a group, which merges those of all its channels.
    private static func joined(_ states: [String: JSON]) -> [String: JSON] {
        states.sorted { $0.key < $1.key }.reduce(into: [:]) { all, channel in
            all.merge(channel.value.object ?? [:]) { _, new in new }
        }
    }

    /// The own state is changed field by field, and null removes a field; another client's state is sent as passed.
    private func stateToSend(
        _ fields: [String: JSON],
        of identifier: String,
        on target: SubscriptionTarget
    ) throws(Failure) -> [String: JSON] {
        guard identifier == engine.identifier else { return fields }
        guard let known = engine.ownState(on: target) else {
            let kind = target.isGroup ? "group" : "channel"
            let message = "The client is not subscribed to the \(kind) \(Validation.quoted(target.name))."
            throw Failure(unsent: ErrorCode.notSubscribed, message)
        }
        return known.merging(fields) { _, new in new }.filter { !$0.value.isNull }
    }

}

/// A change of the state of a client: the arguments of the call, with the state as it was at the call.
private struct StateChange: Sendable {
    let identifier: String
    let object: any PNChannelProtocol
    /// The fields, or the failure of fields that cannot be sent.
    let fields: Result<[String: JSON], Failure>
    /// The state by the name of the object, as far as JSON can hold it.
    let states: [String: JSON]

    init(identifier: String, object: any PNChannelProtocol, state: [String: Any]) {
        self.identifier = identifier
        self.object = object
        do throws(Failure) {
            fields = .success(try Validation.stateFields(state))
        } catch {
            fields = .failure(error)
        }
        states = (try? JSONBridge.json(state)).map { [object.name: $0] } ?? [:]
    }
}

extension PNClient {
    /// A client on a channel or group of a call; `states` are keyed by channel name, or by the group's own.
    convenience init(identifier: String, on object: any PNChannelProtocol, states: [String: JSON] = [:]) {
        let group = object as? PNChannelGroup
        self.init(
            identifier: identifier,
            channel: group == nil ? object as? PNChannel : nil,
            group: group,
            states: states
        )
    }
}
