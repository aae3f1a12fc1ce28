import PubNubWire

extension OriginMachine {
    /// Responds to a call that reads, and proposes the entry of one that changes something.
    mutating func handle(_ arrived: ArrivedCall, id: OriginRequestID, at now: Moment) -> [OriginAction] {
        let call = arrived.call
        return switch call.route {
        case .time: [.respond(to: call, id, Self.time(giveOut(at: now)))]
        case .publish, .publishCompressed, .signal, .filePublish, .filePublishBody:
            publish(call, arrived.publication, id: id, at: now)
        case .subscribe, .subscribeV2: subscribe(arrived, id: id, at: now)
        case .leave: leave(call, id: id)
        case .heartbeat: heartbeat(arrived, id: id)
        case .history: [.read(call, id, state.history(call))]
        case .batchHistory: [.read(call, id, state.batchHistory(call))]
        case .historyWithActions: [.read(call, id, state.historyWithActions(call))]
        case .messageCounts: [.read(call, id, state.messageCounts(call))]
        case .messageActions: [.respond(to: call, id, state.messageActions(call, at: now))]
        case .hereNow, .hereNowGlobal: [hereNow(call, id: id)]
        case .whereNow:
            [.list(.whereNow(state.whereNow(call, arrived.token, at: now)), for: id, callback: call.callback)]
        case .state: [.respond(to: call, id, state.state(call))]
        case .channelGroups, .namespaceGroups: [.respond(to: call, id, state.channelGroups(call))]
        case .namespaces: [.respond(to: call, id, state.namespaces(call))]
        case .groupChannels, .namespaceGroupChannels:
            isChange(call) ? change(call, id: id) : [.respond(to: call, id, state.groupChannels(call, at: now))]
        case .pushChannels, .pushChannelsV2:
            isChange(call) ? change(call, id: id) : [.respond(to: call, id, state.pushChannels(call, at: now))]
        case .audit, .auditV2: [.respond(to: call, id, state.audit(call, at: now))]
        case .grant, .grantV2: grant(call, id: id, at: now)
        case .tokenGrant, .tokenRevocation: changeTokens(arrived, id: id)
        case .users, .channels, .memberships, .members: [listObjects(call, id: id, at: now)]
        case .user, .channel: [.respond(to: call, id, state.objects(call, at: now))]
        case .fileUploadAddress, .fileUpload, .files, .fileDownload, .fileContent, .fileRemoval:
            [.files(call, for: id, isPrivate: state.keysets.hasAccessManager(call.keyset))]
        case .messageActionAddition, .messageActionRemoval, .historyDeletion, .stateUpdate, .namespaceRemoval,
            .groupRemoval, .namespaceGroupRemoval, .pushRemoval, .pushRemovalV2, .userChange, .userRemoval,
            .channelChange, .channelRemoval, .membershipsChange, .membersChange:
            change(call, id: id)
        }
    }

    private func hereNow(_ call: OriginCall, id: OriginRequestID) -> OriginAction {
        if let refusal = state.hereNowRefusal(of: call) { return .respond(to: call, id, refusal) }
        let query = call.route == .hereNow ? state.hereNow(call) : state.hereNowGlobal(call)
        return .list(.presence(query), for: id, callback: call.callback)
    }

    private static func time(_ timetoken: UInt64) -> OriginResponse {
        var body: [UInt8] = []
        body.reserveCapacity(DecimalDigits.most + 2)
        body.append(UInt8(ascii: "["))
        body.append(decimal: timetoken)
        body.append(UInt8(ascii: "]"))
        return OriginResponse(body: body)
    }

    /// A list of objects. One with a filter or an order of its own may go through all of them, so it is written without the lock.
    private mutating func listObjects(_ call: OriginCall, id: OriginRequestID, at now: Moment) -> OriginAction {
        guard call.query["filter"] != nil || call.query["sort"] != nil else {
            return .respond(to: call, id, state.objects(call, at: now))
        }
        return .list(.objects(ObjectsReading(call, state, at: now)), for: id, callback: call.callback)
    }

    /// The timetoken of this moment, above which every later message is.
    private mutating func giveOut(at now: Moment) -> UInt64 {
        local.giveOut(date: now.date, latest: state.clock.latest)
    }

    private func isChange(_ call: OriginCall) -> Bool {
        call.query["add"] != nil || call.query["remove"] != nil
    }

    private mutating func change(_ call: OriginCall, id: OriginRequestID) -> [OriginAction] {
        [propose(.request(call), for: requester(call, id))]
    }

    private func requester(_ call: OriginCall, _ id: OriginRequestID) -> Requester {
        Requester(id: id, route: call.route, callback: call.callback)
    }

    private mutating func grant(_ call: OriginCall, id: OriginRequestID, at now: Moment) -> [OriginAction] {
        if let refusal = state.grantRefusal(of: call, at: now) { return [.respond(to: call, id, refusal)] }
        guard state.keysets.hasAccessManager(call.keyset) else {
            return [.respond(to: call, id, state.grant(call, at: now))]
        }
        return change(call, id: id)
    }

    /// A token was issued, or refused, on arrival: the state does not contain it. It contains revocations.
    private mutating func changeTokens(_ arrived: ArrivedCall, id: OriginRequestID) -> [OriginAction] {
        switch arrived.token {
        case .issued(let response), .refused(let response): [.respond(to: arrived.call, id, response)]
        case .revocable: change(arrived.call, id: id)
        case .none, .use, .signed: [.respond(to: arrived.call, id, TokenResponse.notEnabled)]
        }
    }

    /// A message or a signal for a channel.
    private mutating func publish(
        _ call: OriginCall,
        _ publication: Result<Publication, PublishFault>?,
        id: OriginRequestID,
        at now: Moment
    ) -> [OriginAction] {
        switch publication {
        case .success(let publication)?:
            return [propose(.message(publication.message, publication.topic), for: requester(call, id))]
        case .failure(let fault)?:
            return [
                .respond(
                    to: call,
                    id,
                    ErrorResponse.publish(fault.rawValue, timetoken: giveOut(at: now), status: fault.status)
                )
            ]
        case nil:
            return [.respond(to: call, id, ErrorResponse.badRequest)]
        }
    }

    /// A sign of life: the client stays in, or comes to, the channels and groups it names.
    private mutating func heartbeat(_ arrived: ArrivedCall, id: OriginRequestID) -> [OriginAction] {
        let call = arrived.call
        let topics = state.presenceTopics(call)
        guard !topics.isEmpty else { return [.respond(to: call, id, ErrorResponse.noValidChannels)] }
        if let refusal = state.crowdRefusal(topics, for: arrived) { return [.respond(to: call, id, refusal)] }
        guard let stay = state.stay(in: topics, for: arrived) else {
            return [.respond(to: call, id, PresenceResponse.ok)]
        }
        guard let action = proposeIfNeeded(stay, for: requester(call, id)) else {
            return [.respond(to: call, id, PresenceResponse.ok)]
        }
        return [action]
    }

    /// The client leaves the channels and groups it names.
    private mutating func leave(_ call: OriginCall, id: OriginRequestID) -> [OriginAction] {
        guard let client = call.client else { return [.respond(to: call, id, PresenceResponse.left)] }
        return [propose(.leave(client: client, topics: state.presenceTopics(call)), for: requester(call, id))]
    }
}

/// How a call that reads is served.
enum ReadOutcome: Sendable {
    case response(OriginResponse)
    /// From the archive.
    case stored(HistoryQuery)
}

extension OriginAction {
    /// A response in the callback that the call names.
    fileprivate static func respond(
        to call: OriginCall,
        _ id: OriginRequestID,
        _ response: OriginResponse
    ) -> OriginAction {
        .respond(id, response.wrapped(in: call.callback))
    }

    /// The refusal of a call that comes too early.
    static func tooMany(_ call: OriginCall, _ id: OriginRequestID, retryAfter pause: Duration) -> OriginAction {
        .respond(to: call, id, ErrorResponse.tooManyRequests(retryAfter: pause))
    }

    fileprivate static func read(_ call: OriginCall, _ id: OriginRequestID, _ outcome: ReadOutcome) -> OriginAction {
        switch outcome {
        case .response(let response): .respond(to: call, id, response)
        case .stored(let query): .read(query, for: id, callback: call.callback)
        }
    }
}
