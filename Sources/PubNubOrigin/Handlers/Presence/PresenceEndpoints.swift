import PubNubWire

extension Endpoint {
    static let leave = Endpoint(
        .leave,
        .right(.read, on: .subscriptions),
        .machine { machine, arrived, id, _ in machine.leave(arrived.call, id: id) }
    )
    static let heartbeat = Endpoint(
        .heartbeat,
        .right(.read, on: .subscriptions),
        .machine { machine, arrived, id, _ in machine.heartbeat(arrived, id: id) },
        givesStates: true
    )
    static let hereNow = Endpoint(
        .hereNow,
        .right(.read, on: .subscriptions),
        .machine { machine, arrived, id, _ in [machine.hereNow(arrived.call, id: id) { $0.hereNow($1) }] }
    )
    static let hereNowGlobal = Endpoint(
        .hereNow,
        .right(.read, on: .groupsOrChannels),
        .machine { machine, arrived, id, _ in [machine.hereNow(arrived.call, id: id) { $0.hereNowGlobal($1) }] }
    )
    /// Lists only the channels that may be read.
    static let whereNow = Endpoint(
        .hereNow,
        .anyone,
        .machine { machine, arrived, id, now in
            let query = machine.state.whereNow(arrived.call, arrived.token, at: now)
            return [.list(query, for: id, callback: arrived.call.callback)]
        }
    )
    static let state = Endpoint(
        .state,
        .right(.read, on: .subscriptions),
        .read { state, call, _ in state.state(call) }
    )
    static let stateUpdate = Endpoint(
        .state,
        .right(.read, on: .subscriptions),
        .change { $0.updateState($1, at: $2) }
    )
}

extension OriginMachine {
    fileprivate func hereNow(
        _ call: OriginCall,
        id: OriginRequestID,
        _ query: (OriginState, OriginCall) -> PresenceQuery
    ) -> OriginAction {
        if let refusal = state.hereNowRefusal(of: call) { return .respond(to: call, id, refusal) }
        return .list(query(state, call), for: id, callback: call.callback)
    }

    /// A sign of timeout: the client stays in, or comes to, the channels and groups it names.
    fileprivate mutating func heartbeat(_ arrived: ParsedCall, id: OriginRequestID) -> [OriginAction] {
        let call = arrived.call
        let topics = state.presenceTopics(call)
        guard !topics.isEmpty else { return [.respond(to: call, id, ErrorResponse.noValidChannels)] }
        if let refusal = state.crowdRefusal(topics, for: arrived) { return [.respond(to: call, id, refusal)] }
        guard let update = state.update(in: topics, for: arrived) else {
            return [.respond(to: call, id, PresenceResponse.ok)]
        }
        guard let action = proposeIfNeeded(update, for: requester(call, id)) else {
            return [.respond(to: call, id, PresenceResponse.ok)]
        }
        return [action]
    }

    /// The client leaves the channels and groups it names.
    fileprivate mutating func leave(_ call: OriginCall, id: OriginRequestID) -> [OriginAction] {
        guard let client = call.client else { return [.respond(to: call, id, PresenceResponse.left)] }
        return [propose(.leave(client: client, topics: state.presenceTopics(call)), for: requester(call, id))]
    }
}
