package import PubNubMachines
import PubNubWire

/// Sends the requests of the machines, and passes the results to them.
extension ClientEngine {
    /// Sends a call of the application, now or after the calls before it.
    ///
    /// - Parameters:
    ///   - call: the request, and the decoder of its reply.
    ///   - order: calls with the same value form a line; `nil` waits for no other call.
    ///   - traffic: the behaviour of the call in its line.
    ///   - revise: called each time the call is about to be sent, to adapt it to the results of earlier calls. If it
    ///     throws, nothing is sent and the call ends with that error.
    ///   - completion: called exactly once, on any thread.
    /// - Returns: The number with which the caller can abandon the call; `nil` if it has failed.
    @discardableResult
    package func submit<Value: Sendable>(
        _ call: Call<Value>,
        order: String? = nil,
        as traffic: Traffic = .call,
        revise: (@Sendable () throws(Failure) -> Call<Value>)? = nil,
        completion: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> RequestID? {
        var pending = PendingCall(
            start: { [weak self] id, builder in
                guard let self else { return }
                var call = call
                do throws(Failure) {
                    if let revise { call = try revise() }
                } catch {
                    return finished(id, call.route, Result<Value, Failure>.failure(error.endingCall), completion)
                }
                do throws(Failure) {
                    var request = try builder.build(call, id: id)
                    request.heldBack = heldBack
                    ExchangeLog.log(.sent, of: call.route)
                    start(request) { [weak self, call, url = request.url] outcome in
                        self?.finished(id, call.route, call.result(of: outcome, from: url), completion)
                    }
                } catch {
                    finished(id, call.route, .failure(error), completion)
                }
            },
            fail: { failure in
                ExchangeLog.log(.failed(failure), of: call.route)
                completion(.failure(failure))
            }
        )
        var submitted: RequestID?
        apply { state in
            if let failure = state.missingKey(for: call.route) {
                return state.batch.run { completion(.failure(failure)) }
            }
            let id = state.machine.nextCallID()
            submitted = id
            pending.keys = state.keys
            state.calls[id] = pending
            let terms = RequestQueue.Terms(
                order: order,
                timeout: state.limits.call,
                isRepeatable: call.isRepeatable,
                width: traffic == .publish ? state.limits.publishesInFlight : 1,
                isBounded: traffic != .outbox
            )
            state.machine.submit(id, terms, into: &state.batch.actions)
            if state.machine.isHeldUp(id) { log(.waiting, of: call.route, in: &state) }
        }
        return submitted
    }

    /// Ends all transfers of files.
    func cancelTransfers() {
        for id in read({ $0.transfers }) { transport.cancel(id) }
    }

    /// Ends a call that its caller does not wait for any more. A call that was not sent is not sent.
    func abandon(_ id: RequestID) {
        apply { $0.machine.callAbandoned(id, into: &$0.batch.actions) }
    }

    /// The behaviour of calls of a line.
    package enum Traffic {
        /// One is in flight at a time.
        case call
        /// As many are in flight as the configuration allows publishes to one channel.
        case publish
        /// One is in flight at a time, and the queue always takes it: the outbox has a bound of its own.
        case outbox
    }

    private func finished<Value: Sendable>(
        _ id: RequestID,
        _ route: Route,
        _ result: Result<Value, Failure>,
        _ completion: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) {
        switch result {
        case .success(let value):
            ExchangeLog.log(.finished, of: route)
            apply { state in
                guard state.machine.isWaiting(id) else { return }
                state.calls[id] = nil
                // Reported before the next call of the same order is sent.
                state.batch.run { completion(.success(value)) }
                state.machine.callFinished(id, into: &state.batch.actions)
            }
        case .failure(let failure):
            apply { state in
                state.machine.callFailed(id, failure, into: &state.batch.actions)
                // A call that ended is not waited for any more.
                if state.machine.isWaiting(id) { log(.repeated(failure), of: route, in: &state) }
            }
        }
    }

    /// What logs the stage of a call outside of the lock; nothing if its level is off.
    private func log(_ stage: ExchangeLog.Stage, of route: Route, in state: inout State) {
        guard ClientLog.logs(stage.level) else { return }
        state.batch.run { ExchangeLog.log(stage, of: route) }
    }

    func sendCall(_ id: RequestID) {
        let (call, builder) = read { ($0.calls[id], $0.builder(of: $0.calls[id])) }
        call?.start(id, builder)
    }

    func failCall(_ id: RequestID, _ failure: Failure) {
        let call = change { $0.calls.removeValue(forKey: id) }
        call?.fail(explained(failure))
    }

    /// A failure of a client that is not connected, with the reason.
    func explained(_ failure: Failure) -> Failure {
        guard failure.code == ErrorCode.notConnected, failure.text == nil else { return failure }
        var failure = failure
        failure.text = read { $0.absence?.text }
        return failure
    }

    func sendProbe(_ id: RequestID) {
        let needsNewConnection = read { $0.machine.connection.needsNewConnection }
        send(TimeEndpoints.time(), id, needsNewConnection: needsNewConnection) { state, result in
            state.machine.probeFinished(id, result.failure, into: &state.batch.actions)
        }
    }

    func sendSubscribe(_ id: RequestID, _ names: SubscriptionTargetList.Names, _ cursor: Cursor, isFirst: Bool) {
        let call = read { state in
            SubscribeEndpoints.subscribe(
                channels: names.channels,
                groups: names.groups,
                cursor: cursor,
                heartbeat: Int(state.settings.heartbeat.timeout),
                state: isFirst ? state.presenceState(of: state.machine.subscription.list.messageTargets) : nil,
                version: state.settings.subscribeVersion
            )
        }
        send(call, id) { state, result in
            state.machine.subscribeFinished(id, result, into: &state.batch.actions)
        }
    }

    func sendLeave(_ id: RequestID, _ targets: [SubscriptionTarget]) {
        send(PresenceEndpoints.leave(channels: targets.channelNames, groups: targets.groupNames), id) { state, result in
            state.machine.leaveFinished(id, result.failure, into: &state.batch.actions)
        }
    }

    func sendHeartbeat(_ id: RequestID, _ targets: [SubscriptionTarget]) {
        let call = read { state in
            PresenceEndpoints.heartbeat(
                channels: targets.channelNames,
                groups: targets.groupNames,
                state: state.presenceState(of: targets),
                timeout: Int(state.settings.heartbeat.timeout)
            )
        }
        send(call, id) { state, result in
            state.machine.heartbeatFinished(id, result.failure, into: &state.batch.actions)
        }
    }

    /// Sends a request of a machine. A cancelled request reports nothing, because the machine cancelled it.
    private func send<Value: Sendable>(
        _ call: Call<Value>,
        _ id: RequestID,
        needsNewConnection: Bool = false,
        finish: @escaping @Sendable (inout State, Result<Value, Failure>) -> Void
    ) {
        do throws(Failure) {
            var request = try read { $0.builder }.build(call, id: id)
            request.needsNewConnection = needsNewConnection
            request.isUrgent = true
            let url = request.url
            ExchangeLog.log(.sent, of: call.route)
            start(request) { [weak self] outcome in
                let result = call.result(of: outcome, from: url)
                let stage: ExchangeLog.Stage = result.failure.map { .interrupted($0) } ?? .finished
                ExchangeLog.log(stage, of: call.route)
                self?.apply { finish(&$0, result) }
            }
        } catch {
            apply { finish(&$0, .failure(error)) }
        }
    }
}

extension ClientEngine.State {
    /// The state known for these targets, by name; `nil` if none is known.
    ///
    /// The request has one place for each name. If a channel and a group of one name have different states, neither is
    /// sent: the service would take the state of one for the other.
    func presenceState(of targets: [SubscriptionTarget]) -> JSON? {
        guard !presenceState.isEmpty else { return nil }
        var known: [String: JSON] = [:]
        var ambiguous: Set<String> = []
        for target in targets {
            guard let state = presenceState[target] else { continue }
            if let other = known.updateValue(state, forKey: target.name), other != state {
                ambiguous.insert(target.name)
            }
        }
        for name in ambiguous { known[name] = nil }
        return known.isEmpty ? nil : .object(known)
    }
}

extension Array where Element == SubscriptionTarget {
    package var channelNames: NameList { NameList(filter { !$0.isGroup }.map(\.name)) }
    package var groupNames: NameList { NameList(filter(\.isGroup).map(\.name)) }
}

/// A call of the application that has not ended: the request, and the closure for its failure.
struct PendingCall: Sendable {
    let start: @Sendable (RequestID, RequestBuilder) -> Void
    let fail: @Sendable (Failure) -> Void
    /// The keys at the time of the call, with which it is sent.
    var keys: Keyset?
}

/// Passes requests to the transport, and logs requests and responses.
extension ClientEngine {
    func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        let log = ExchangeLog(request)
        log.sent()
        let begin = observers.isMeasured ? ContinuousClock.now : nil
        let end: TransportCompletion = { [observers, route = request.route] outcome in
            log.ended(outcome)
            if let begin, let route {
                let status = try? outcome.get().status
                observers.measure { $0.requestEnded(route, status: status, after: begin.duration(to: .now)) }
            }
            completion(outcome)
        }
        guard log.needsHead else { return transport.start(request, completion: end) }
        // A copy of the request that only logging pays for.
        var request = request
        request.keepsHead = true
        transport.start(request, completion: end)
    }

    /// Logs the stage of a connection.
    func log(_ event: ConnectionMachine.Event) {
        switch event {
        case .willConnect, .didConnect, .didDisconnect, .waitingForNetwork:
            ClientLog.log(.reachability, "\(event)")
        case .alreadyConnecting, .connectionFailed, .willDisconnect, .didDisconnectWithError:
            ClientLog.log(.connectionError, "\(event)")
        }
    }
}
