import NIOConcurrencyHelpers
import PubNubSupport
package import PubNubWire

/// Taking in requests.
extension OriginCore {
    /// Takes in a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - address: The address of the client; nil, the default, for one without an address.
    ///   - tick: The tick of an event loop in which it arrived; nil outside of ticks.
    ///   - receiver: Takes the reply, possibly before this returns, on any thread. With a tick, the replies of an input that another
    ///     thread takes in are passed together on the thread of the event loop.
    /// - Returns: The name of the request.
    @discardableResult
    func submit(
        _ request: OriginRequest,
        from address: AddressKey? = nil,
        tick: Int? = nil,
        receiver: any ReplyReceiver
    ) -> OriginRequestID {
        let now = configuration.clock.moment
        let arrival = ParsedRequest(request, limits: configuration.limits, partition: partition) { call, role in
            tokens.check(call, role, at: now)
        }
        var work = Outcome()
        let (id, early) = guarded.withLockedValue { guarded -> (OriginRequestID, OriginReply?) in
            guarded.lastID += 1
            let id = OriginRequestID(rawValue: guarded.lastID)
            let fault = guarded.faults.requestArrived(arrival)
            if guarded.isStopped { return (id, .close) }
            if let early = OriginReply.early(fault) { return (id, early) }
            guarded.tick = tick
            defer { guarded.tick = nil }
            let pending = Pending(receiver: receiver, address: address, fault: fault, tick: tick)
            guarded.arriving = Arriving(id: id, pending: pending)
            let hasQuotas = guarded.machine.state.keysets.hasQuotas
            let fitting = hasQuotas ? arrival.fitting(guarded.machine, archive.storedBytes) : arrival
            var actions = guarded.machine.requestArrived(fitting, id: id, at: now)
            if guarded.isEnding { actions += guarded.machine.stopping() }
            gather(actions, &guarded, into: &work)
            if let pending = guarded.take(id) { guarded.pending[id] = pending }
            return (id, nil)
        }
        if let early { receiver.take(early) }
        perform(work, on: tick)
        return id
    }

    /// Takes in a request whose reply a closure takes.
    @discardableResult
    func submit(
        _ request: OriginRequest,
        tick: Int? = nil,
        completion: @escaping @Sendable (OriginReply) -> Void
    ) -> OriginRequestID {
        submit(request, tick: tick, receiver: ReplyClosure(completion))
    }

    /// Adds an event loop that serves requests in ticks.
    ///
    /// - Parameters:
    ///   - execute: Runs work on the thread of the event loop.
    ///   - schedule: Runs work there after some time; by default immediately.
    /// - Returns: The number of its ticks.
    func addTicks(_ execute: @escaping Executor, schedule: @escaping Scheduler = { $1() }) -> Int {
        guarded.withLockedValue { guarded in
            guarded.ticks.append(Proposals())
            guarded.eventLoops.append(EventLoopAccess(execute: execute, schedule: schedule))
            return guarded.ticks.count - 1
        }
    }

    /// An event loop begins to serve requests. Their changes are proposed together, no later than ``tickEnded(_:)``.
    func tickBegan() {
        guarded.withLockedValue { $0.tickCount += 1 }
    }

    /// An event loop has served the requests that had arrived.
    func tickEnded(_ tick: Int) {
        process(on: tick) { guarded, work in
            guarded.tickCount -= 1
            gather([], &guarded, into: &work, endOf: tick)
        }
    }

    /// Issues an access token without a signed request.
    package func issueToken(_ terms: AccessTokenTerms, keyset: String) -> TokenArrival {
        tokens.issue(terms, subscribeKey: keyset, at: configuration.clock.moment)
    }

    /// An access token that this server issued, also one that has ended; nil for any other string.
    package func token(_ text: String, keyset: String) -> VerifiedToken? {
        tokens.token(text, subscribeKey: keyset, at: configuration.clock.moment)
    }

    /// Makes the change that a request asks for, without its access rights, and returns the response when it is stored.
    package func change(_ request: OriginRequest) async -> OriginResponse {
        guard let call = request.call else { return ErrorResponse.notFound }
        if let refusal = call.refusal(partition) { return refusal }
        return await withHandover(of: OriginResponse.self, throwing: Never.self) { handover in
            var work = Outcome()
            let isTaken = guarded.withLockedValue { guarded in
                guard !guarded.isStopped else { return false }
                guarded.lastID += 1
                let id = OriginRequestID(rawValue: guarded.lastID)
                let receiver = ReplyClosure { reply in
                    guard case .response(let response, _) = reply else {
                        return handover.resume(returning: ErrorResponse.storageFailed)
                    }
                    handover.resume(returning: response)
                }
                guarded.pending[id] = Pending(receiver: receiver)
                let action = guarded.machine.propose(
                    .request(call),
                    for: Requester(id: id, route: call.route, callback: nil)
                )
                gather([action], &guarded, into: &work)
                return true
            }
            guard isTaken else { return handover.resume(returning: ErrorResponse.storageFailed) }
            perform(work)
        }
    }

    /// Forgets a request whose client is gone; its receiver gets no reply any more.
    func cancel(_ id: OriginRequestID) {
        guarded.withLockedValue { guarded in
            guarded.pending[id] = nil
            guarded.machine.clientLeft(id)
            guarded.delays.removeValue(forKey: id)?.cancel()
        }
    }

    /// Forgets a request if it waits for messages; otherwise the server is sending its response. Returns whether it was forgotten.
    func releaseHeld(_ id: OriginRequestID) -> Bool {
        let isHeld = guarded.withLockedValue { guarded in
            // A call whose messages are being read gets what there is, and does not wait for more.
            guarded.machine.local.catchingUp[id]?.mayWait = false
            return guarded.machine.local.held[id] != nil
        }
        guard isHeld else { return false }
        cancel(id)
        return true
    }
}

/// A closure that takes a reply.
private final class ReplyClosure: ReplyReceiver {
    let body: @Sendable (OriginReply) -> Void

    init(_ body: @escaping @Sendable (OriginReply) -> Void) {
        self.body = body
    }

    func take(_ reply: OriginReply) { body(reply) }
}
