@testable import PubNubMachines
@testable import PubNubWire

/// The path of a request to the service and of its response back, with the faults of both.
extension Simulation {
    /// The time after which the system reports that it cannot connect.
    private static let connectLimit = Int.seconds(10)

    func send(_ content: SimulatedRequest.Content, _ id: RequestID) {
        serial += 1
        let request = SimulatedRequest(
            serial: serial,
            id: id,
            content: content,
            identifier: identifier,
            keyset: keysInUse
        )
        requests[id] = request
        guard request.lane == .call, !holds.isEmpty else { return transmit(request) }
        counts.note(.heldBack)
        requests[id]?.isHeldBack = true
        clock.plan(.heldBack(id, serial: serial), after: 0)
        clock.plan(.released(id, serial: serial), after: holds.removeFirst())
    }

    /// Reports to the machine that the transport holds a call back, as the engine does.
    func heldBack(_ id: RequestID, _ serial: Int) throws(Violation) {
        guard requests[id]?.serial == serial else { return }
        callCheck.heldBack(id)
        guard !sabotage.countsHeldTime else { return }
        try input("the transport holds back call \(id.number)") { $0.callHeldBack(id, true, into: &$1) }
    }

    func released(_ id: RequestID, _ serial: Int) throws(Violation) {
        guard let request = requests[id], request.serial == serial else { return }
        requests[id]?.isHeldBack = false
        callCheck.released(id, at: clock.now)
        transmit(request)
        guard !sabotage.countsHeldTime else { return }
        try input("the transport sends call \(id.number)") { $0.callHeldBack(id, false, into: &$1) }
    }

    private func transmit(_ request: SimulatedRequest) {
        let id = request.id
        let serial = request.serial
        switch link {
        case .good(let latency):
            // Heartbeats have their own connections, which may be slower.
            let isSlow = request.lane == .heartbeat && serial % 3 == 0
            clock.plan(.arrival(id, serial: serial), after: isSlow ? 4 * latency : latency)
        case .refused: fail(request, .unreachable, as: .refused, after: .milliseconds(1))
        case .unnamed: fail(request, .noNetwork, as: .unnamed, after: .milliseconds(5))
        case .insecure(let evenReduced):
            let works = connectionCheck.security == .plain || (connectionCheck.security == .reduced && !evenReduced)
            if works {
                clock.plan(.arrival(id, serial: serial), after: link.latency ?? 0)
            } else {
                fail(request, .insecure, as: .insecure, after: .milliseconds(40))
            }
        case .silent:
            // The long poll uses a connection that seems to be open; other requests try to open one.
            if request.isSubscribe {
                counts.note(.silent)
            } else {
                fail(request, .noNetwork, as: .silent, after: Self.connectLimit)
            }
        }
    }

    private func fail(_ request: SimulatedRequest, _ failure: Failure, as kind: Fault.Kind, after delay: Int) {
        counts.note(kind)
        clock.plan(.failure(request.id, serial: request.serial, failure), after: delay)
    }

    /// The client cancels a request. The transport may still report data that it has read before.
    func cancel(_ id: RequestID) {
        backlog.cancelled(id)
        guard let request = requests.removeValue(forKey: id) else { return }
        if request.lane == .call { callCheck.requestEnded(id, nil, at: clock.now) }
        let wasRead = request.serial % 3 == 0
        clock.plan(.echo(request, (wasRead ? request.reply : nil) ?? .failure(.cancelled)), after: 100)
    }

    /// Every open connection breaks.
    func cut() {
        for request in requests.values.sorted(by: { $0.serial < $1.serial }) where !request.isHeldBack {
            fail(request, .interrupted, as: .cut, after: 0)
        }
    }

    func arrived(_ id: RequestID, _ serial: Int) {
        guard var request = requests[id], request.serial == serial, link.latency != nil else { return }
        request.fault = takeFault(for: request.lane)
        if let fault = request.fault { counts.note(fault.kind) }
        requests[id] = request
        switch request.fault {
        case .dropBefore?: reply(to: request, .failure(.interrupted))
        case .serverError?: reply(to: request, .failure(.serverError))
        case .busy(let isRateLimit, let time)?:
            reply(to: request, .failure(.busy(isRateLimit: isRateLimit, retryAfter: time)))
        case .refusal?: reply(to: request, .failure(.refused))
        case .forbidden(let named)?: reply(to: request, .failure(refusal(of: request, named: named)))
        case .stall?: break
        case .dropAfter?, .malformed?, .delay?, .repeatPage?, .rewind?, nil:
            if let response = act(on: request) { reply(to: request, response) } else { hold(request) }
        }
    }

    private func hold(_ request: SimulatedRequest) {
        requests[request.id]?.isHeld = true
        clock.plan(
            .holdEnds(request.id, serial: request.serial),
            after: .seconds(ServiceLimits.longPollSeconds)
        )
    }

    /// The service responds to the request that it holds.
    func respondToHeld() {
        // At most one request is held.
        guard let request = requests.values.first(where: \.isHeld), let response = act(on: request) else { return }
        requests[request.id]?.isHeld = false
        reply(to: request, response)
    }

    func holdEnded(_ id: RequestID, _ serial: Int) {
        guard let request = requests[id], request.serial == serial, request.isHeld else { return }
        requests[id]?.isHeld = false
        reply(to: request, .page(services[request.keyset].emptyPage(at: clock.now)))
    }

    /// Returns the service's response to a request; nil if the service holds the request.
    private func act(on request: SimulatedRequest) -> SimulatedRequest.Reply? {
        let keyset = request.keyset
        let before = services[keyset].messages
        defer { if services[keyset].messages != before, !request.isHeld { respondToHeld() } }
        switch request.content {
        case .probe: return .done
        case .heartbeat(let targets):
            services[keyset].beat(targets, as: request.identifier, at: clock.now)
            return .done
        case .join(let names):
            return reply(services[keyset].join(names, as: request.identifier, at: clock.now))
        case .poll(let names, let cursor):
            return reply(
                services[keyset].poll(
                    names,
                    from: cursor,
                    as: request.identifier,
                    repeating: request.fault?.repetition,
                    at: clock.now
                )
            )
        case .leave(let targets):
            services[keyset].leave(targets, as: request.identifier, at: clock.now)
            return .done
        case .call(let number, let order, let message):
            if let message, spoiled.contains(message.channel) { return .failure(.serverError) }
            services[keyset].called(number, order: order)
            if let message {
                let (envelope, cursor) = services[keyset].keep(message, isMarked: !sabotage.losesMarks, at: clock.now)
                outboxCheck.arrived(message, as: envelope, at: cursor)
            }
            return .done
        }
    }

    /// A request reaches the service after its process has ended.
    func arriveUnawaited(_ request: SimulatedRequest) {
        _ = act(on: request)
    }

    private func reply(_ response: ServiceModel.Response) -> SimulatedRequest.Reply? {
        switch response {
        case .page(let page): .page(page)
        case .failure(let failure): .failure(failure)
        case .hold: nil
        }
    }

    private func reply(to request: SimulatedRequest, _ response: SimulatedRequest.Reply) {
        var delay = link.latency ?? 0
        var response = response
        switch request.fault {
        case .dropAfter?: response = .failure(.interrupted)
        case .malformed?: response = .failure(.malformed)
        case .delay(let time)?: delay += time
        case .dropBefore?, .serverError?, .busy?, .refusal?, .forbidden?, .stall?, .repeatPage?, .rewind?, nil: break
        }
        requests[request.id]?.reply = response
        clock.plan(.reply(request.id, serial: request.serial), after: delay)
    }

    func takeFault(for lane: Fault.Lane) -> Fault? {
        guard faults[lane]?.isEmpty == false else { return nil }
        return faults[lane]?.removeFirst()
    }

    private func refusal(of request: SimulatedRequest, named: Bool) -> Failure {
        guard named, let names = request.names else { return .refusal(channels: [], groups: []) }
        if let channel = names.channels.names.last { return .refusal(channels: [channel], groups: []) }
        return .refusal(channels: [], groups: Array(names.groups.names.suffix(1)))
    }
}

extension Fault {
    var repetition: ServiceModel.Repetition? {
        switch self {
        case .repeatPage(let count): .repeats(count)
        case .rewind(let count): .rewinds(count)
        case .dropBefore, .dropAfter, .malformed, .serverError, .busy, .refusal, .forbidden, .stall, .delay: nil
        }
    }
}
