import PubNubWire

extension Endpoint {
    static let time = Endpoint(
        .time,
        .anyone,
        .machine { machine, arrived, id, now in [.respond(to: arrived.call, id, machine.time(at: now))] },
        keys: .unchecked,
        token: .none
    )
}

extension OriginMachine {
    /// Responds to a call that reads, and proposes the entry of one that changes something.
    mutating func handle(_ arrived: ParsedCall, id: OriginRequestID, at now: Moment) -> [OriginAction] {
        let call = arrived.call
        switch arrived.endpoint.kind {
        case .publication: return publish(call, arrived.publication, id: id, at: now)
        case .subscription: return subscribe(arrived, id: id, at: now)
        case .read(let serve): return [.respond(to: call, id, serve(&state, call, now))]
        case .storedRead(let query): return [.read(call, id, query(state, call))]
        case .list(let serve):
            // A filter or an order may go through all objects.
            guard call.query["filter"] != nil || call.query["sort"] != nil else {
                return [.respond(to: call, id, serve(&state, call, now))]
            }
            let reading = ObjectsReading(call, state, at: now, serve)
            return [.list(reading, for: id, callback: call.callback)]
        case .change: return change(call, id: id)
        case .readOrChange(let serve):
            let isChange = call.query["add"] != nil || call.query["remove"] != nil
            return isChange ? change(call, id: id) : [.respond(to: call, id, serve(&state, call, now))]
        case .files: return [.files(call, for: id, isPrivate: state.keysets.hasAccessManager(call.keyset))]
        case .machine(let handle, _): return handle(&self, arrived, id, now)
        }
    }

    fileprivate mutating func time(at now: Moment) -> OriginResponse {
        let timetoken = issueTimetoken(at: now)
        var body: [UInt8] = []
        body.reserveCapacity(DecimalDigits.most + 2)
        body.append(UInt8(ascii: "["))
        body.append(decimal: timetoken)
        body.append(UInt8(ascii: "]"))
        return OriginResponse(body: body)
    }

    /// The timetoken of this moment, above which every later message is.
    private mutating func issueTimetoken(at now: Moment) -> UInt64 {
        local.issueTimetoken(date: now.date, latest: state.clock.latest)
    }

    mutating func change(_ call: OriginCall, id: OriginRequestID) -> [OriginAction] {
        [propose(.request(call), for: requester(call, id))]
    }

    func requester(_ call: OriginCall, _ id: OriginRequestID) -> Requester {
        Requester(id: id, route: call.route, callback: call.callback)
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
            var requester = requester(call, id)
            requester.namedTimetoken = publication.namedTimetoken
            return [propose(.message(publication.message, publication.topic), for: requester)]
        case .failure(let fault)?:
            return [
                .respond(
                    to: call,
                    id,
                    ErrorResponse.publish(fault.rawValue, timetoken: issueTimetoken(at: now), status: fault.status)
                )
            ]
        case nil:
            return [.respond(to: call, id, ErrorResponse.badRequest)]
        }
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
    static func respond(to call: OriginCall, _ id: OriginRequestID, _ response: OriginResponse) -> OriginAction {
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
