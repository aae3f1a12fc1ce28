/// Whether the client is connected, and the steps by which it connects and stays connected.
///
/// HTTP has no connection to hold open, so "connected" means: the origin responded to a time request, and nothing has
/// shown since that it is unreachable (Documentation/WireProtocol.md, "Connecting" and "Losing the network"). The first
/// connect reports each step to the application. Attempts after a loss stay silent until one succeeds, as the
/// reachability probe of 3.7.8 did. A first connect that finds no network waits for one, whether or not the client may
/// reconnect after a loss, and calls wait with it; any other failure ends it. If the delegate refuses to reconnect, it is
/// asked again when the service can be reached again.
package struct ConnectionMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// Never connected, disconnected by the application, or not allowed to reconnect by the configuration. Can
        /// become: connecting.
        case idle
        /// The application asked to connect; a time request is in flight. Can become: connected, asking, waiting,
        /// reconfiguring, suspended, idle.
        case connecting(probe: RequestID)
        /// Can become: checking, asking, reconfiguring, suspended, idle.
        case connected
        /// Connected as far as is known: after a change of the network, a time request checks the connection. `isStale`
        /// if the network changed again since. Can become: connected, asking, reconfiguring, suspended, idle.
        case checking(probe: RequestID, isStale: Bool)
        /// The delegate is asked whether to reconnect. Can become: connected, waiting, connecting, suspended, idle.
        case asking(attempt: Int)
        /// A timer runs until the next attempt. Can become: probing, connecting, suspended, idle.
        /// With a refusal, the attempt only checks whether the service can be reached.
        case waiting(attempt: Int)
        /// A time request checks whether the origin is reachable again. Can become: connected, asking, waiting,
        /// connecting, suspended, idle.
        case probing(probe: RequestID, attempt: Int)
        /// Disconnected to apply a new configuration. Can become: connecting, suspended, idle.
        case reconfiguring
        /// Paused by the application, perhaps while it was trying to reconnect after a loss. Can become: connecting,
        /// asking, idle.
        case suspended(wasTrying: Bool)
    }

    package enum Event: Sendable, Equatable {
        case willConnect
        case didConnect
        case alreadyConnecting
        case connectionFailed(Failure)
        /// The first attempt found no network. The client connects once there is one.
        case waitingForNetwork
        case willDisconnect(Failure)
        case didDisconnect
        case didDisconnectWithError(Failure)
    }

    static let probeLimit: Duration = .seconds(10)
    static let reconfigurationPause: Duration = .seconds(1)

    var state: State = .idle
    private var ids: RequestIDs
    private var backoff: Backoff
    private var ladder = SecurityLadder()
    /// Set from the delegate's refusal to reconnect until the client connects or is stopped.
    var refusal: Refusal?
    /// Whether the first connect found no network, and the client connects once there is one. Its calls wait with it.
    package internal(set) var isAwaitingNetwork = false
    /// The wait that the service asked for with its latest refusal, until the client has waited or connected.
    private var retryAfter: Duration?
    /// The losses since the last response to a subscribe request after which the origin still responded: only the subscription
    /// fails. Each makes the pause before the next connection longer.
    private var subscriptionLosses = 0
    /// Whether the present connection, or the attempt to connect, is for another configuration and not for a call to connect.
    var isForConfiguration = false
    /// The number of times that the client has connected for another configuration.
    package private(set) var reconfigurations: UInt64 = 0

    init(client: UInt64 = 0, seed: UInt64 = 0) {
        ids = RequestIDs(.connection, client: client)
        backoff = Backoff(seed: seed)
    }

    package var isConnected: Bool {
        switch state {
        case .connected, .checking: true
        case .idle, .connecting, .asking, .waiting, .probing, .reconfiguring, .suspended: false
        }
    }

    /// Whether the first request is in flight.
    package var isConnecting: Bool {
        if case .connecting = state { true } else { false }
    }

    /// Whether the probe needs a new connection: one from before a change of the network proves nothing.
    package var needsNewConnection: Bool {
        switch state {
        case .checking, .probing: true
        case .idle, .connecting, .connected, .asking, .waiting, .reconfiguring, .suspended: false
        }
    }

    /// Whether the client is suspended, so that it continues when it is resumed.
    var isSuspended: Bool {
        if case .suspended = state { true } else { false }
    }

    /// Whether there is anything for a suspension to stop.
    package var isRunning: Bool {
        switch state {
        case .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring: true
        case .idle, .suspended: false
        }
    }

    /// The application calls for a connection. A call that joins the connection for another configuration adds no action.
    ///
    /// - Parameters:
    ///   - known: The number of ``reconfigurations`` that the application knew at its call; `nil`, the default, for all.
    ///   - actions: Receives the resulting actions, in order.
    mutating func connectRequested(knowing known: UInt64? = nil, into actions: inout ClientActions) {
        guard !joinsReconfiguration(knowing: known) else { return }
        switch state {
        case .connecting, .connected, .checking, .reconfiguring:
            actions.append(.reportConnection(.alreadyConnecting))
        // The application does not know of a silent attempt, so its call is the one that connects.
        case .idle, .asking, .waiting, .probing, .suspended:
            stopTrying(into: &actions)
            startConnecting(into: &actions)
        }
    }

    mutating func disconnectRequested(into actions: inout ClientActions) {
        isAwaitingNetwork = false
        refusal = nil
        // After a loss without reconnecting, no connection is left to close, but the subscriptions are remembered.
        guard state != .idle else { return actions.append(.forward(.resetSubscription)) }
        stopTrying(into: &actions)
        state = .idle
        actions.append(.forward(.resetSubscription))
        actions.append(.forward(.close(code: ErrorCode.notConnected)))
        actions.append(.reportConnection(.didDisconnect))
    }

    mutating func probeSucceeded(_ id: RequestID, into actions: inout ClientActions) {
        switch state {
        case .connecting(id):
            state = .connected
            if isForConfiguration { reconfigurations += 1 }
            actions.append(.cancelTimer(.probe))
            actions.append(.reportConnection(.didConnect))
            actions.append(.forward(.open))
        case .probing(id, let attempt):
            actions.append(.cancelTimer(.probe))
            reached(attempt: attempt, into: &actions)
        case .checking(id, let isStale):
            state = .connected
            actions.append(.cancelTimer(.probe))
            guard !isStale else { return networkChanged(into: &actions) }
            actions.append(.forward(.renewSubscription))
        case .idle, .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring, .suspended:
            break
        }
    }

    mutating func probeFailed(_ id: RequestID, _ failure: Failure, into actions: inout ClientActions) {
        if failure.kind == .insecure, descend(id, failure, into: &actions) { return }
        switch state {
        case .connecting(id):
            retryAfter = failure.retryAfter
            actions.append(.cancelTimer(.probe))
            guard !failure.showsNoNetwork else {
                // The delegate is not asked: the application called for this connection, and nothing was lost.
                isAwaitingNetwork = true
                actions.append(.reportConnection(.waitingForNetwork))
                return wait(attempt: 1, into: &actions)
            }
            // A failure within the process says nothing about the network.
            let code = failure.kind == .local ? ErrorCode.notConnected : ErrorCode.requestFailedWithoutNetwork
            connectionFailed(failure, closing: code, attempt: 1, into: &actions)
        case .probing(id, let attempt):
            retryAfter = failure.retryAfter
            actions.append(.cancelTimer(.probe))
            if failure.kind != .local {
                // A network that does not lead to the origin ends the wait for a network.
                guard !isAwaitingNetwork || failure.showsNoNetwork else {
                    let code = ErrorCode.requestFailedWithoutNetwork
                    return connectionFailed(failure, closing: code, attempt: attempt + 1, into: &actions)
                }
                if refusal != nil { refusal = .whileAway }
            }
            wait(attempt: attempt + 1, into: &actions)
        case .checking(id, _):
            state = .connected
            actions.append(.cancelTimer(.probe))
            guard failure.kind == .local else { return connectionLost(failure, into: &actions) }
            // The check did not take place: the long poll finds out.
            actions.append(.forward(.renewSubscription))
        case .idle, .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring, .suspended:
            break
        }
    }

    /// A request of the subscribe loop or of the application showed that the origin is unreachable.
    mutating func connectionLost(_ failure: Failure, into actions: inout ClientActions) {
        guard isConnected else { return }
        stopTrying(into: &actions)
        state = .asking(attempt: failure.isLoss ? 0 : subscriptionLosses)
        if !failure.isLoss { subscriptionLosses += 1 }
        retryAfter = failure.retryAfter
        let reported = failure.whileConnected
        actions.append(.forward(.interruptSubscription))
        actions.append(.reportConnection(.willDisconnect(reported)))
        actions.append(.forward(.close(code: ErrorCode.requestFailedWithoutNetwork)))
        actions.append(.reportConnection(.didDisconnectWithError(reported)))
        actions.append(.ask(.reconnect))
    }

    /// The service responded to a subscribe request.
    mutating func subscribeSucceeded() { subscriptionLosses = 0 }

    mutating func timerFired(_ timer: TimerName, into actions: inout ClientActions) {
        switch (timer, state) {
        case (.reconnect, .waiting(let attempt)):
            retryAfter = nil
            let probe = ids.next()
            state = .probing(probe: probe, attempt: attempt)
            send(probe, into: &actions)
        case (.probe, .connecting(let probe)), (.probe, .probing(let probe, _)), (.probe, .checking(let probe, _)):
            actions.append(.cancel(probe))
            probeFailed(probe, .probeTimedOut, into: &actions)
        case (.reconfigure, .reconfiguring):
            startConnecting(forConfiguration: true, into: &actions)
        case (.reconnect, _), (.probe, _), (.reconfigure, _), (.poll, _), (.join, _), (.leave, _),
            (.suspension, _), (.heartbeat, _), (.heartbeatLimit, _), (.outbox, _), (.iterations, _), (.shutdown, _),
            (.request, _), (.connection, _), (.pause, _), (.line, _):
            break
        }
    }

    /// The network came back: a delayed attempt starts immediately, unless the service asked the client to wait.
    mutating func networkBecameAvailable(into actions: inout ClientActions) {
        guard case .waiting = state, retryAfter == nil else { return }
        actions.append(.cancelTimer(.reconnect))
        timerFired(.reconnect, into: &actions)
    }

    /// Something that the connection may depend on changed: one request checks whether the origin is still reachable,
    /// and everything else continues in the meantime.
    mutating func networkChanged(into actions: inout ClientActions) {
        switch state {
        case .connected:
            let probe = ids.next()
            state = .checking(probe: probe, isStale: false)
            send(probe, into: &actions)
        case .checking(let probe, _):
            state = .checking(probe: probe, isStale: true)
        case .waiting, .probing:
            // The service may have been away in the meantime.
            if refusal != nil { refusal = .whileAway }
        case .idle, .connecting, .asking, .reconfiguring, .suspended:
            break
        }
    }

    /// A setting changed that needs a new connection (Documentation/WireProtocol.md, "Changing the configuration").
    ///
    /// - Parameters:
    ///   - changesKeys: Whether the subscribe key changes. The subscription has left the old keyset before.
    ///   - actions: Receives the resulting actions, in order.
    mutating func reconfigured(changesKeys: Bool = false, into actions: inout ClientActions) {
        switch state {
        case .connected, .checking, .connecting:
            let wasConnected = isConnected
            stopTrying(into: &actions)
            state = .reconfiguring
            isForConfiguration = true
            if !changesKeys { actions.append(.forward(.interruptSubscription)) }
            actions.append(.forward(.awaitConnection))
            if wasConnected { actions.append(.reportConnection(.didDisconnect)) }
            actions.append(.adoptConfiguration)
            // 3.7.8 changed the subscribe key without a pause in its connection.
            guard !changesKeys else { return startConnecting(forConfiguration: true, into: &actions) }
            actions.append(.startTimer(.reconfigure, after: Self.reconfigurationPause))
        case .probing, .waiting:
            stopTrying(into: &actions)
            actions.append(.adoptConfiguration)
            guard refusal != nil else { return startConnecting(forConfiguration: true, into: &actions) }
            refusal = .whileAway
            wait(attempt: 0, into: &actions)
        case .idle, .asking, .reconfiguring, .suspended:
            actions.append(.adoptConfiguration)
        }
    }

    /// The application receives no event: a suspension is not a disconnection.
    mutating func suspendRequested(into actions: inout ClientActions) {
        let wasTrying: Bool
        switch state {
        case .connected, .checking, .connecting, .reconfiguring: wasTrying = false
        // A first connect that waits for a network starts again.
        case .asking, .waiting, .probing: wasTrying = !isAwaitingNetwork
        case .idle, .suspended: return
        }
        stopTrying(into: &actions)
        isAwaitingNetwork = false
        refusal = nil
        state = .suspended(wasTrying: wasTrying)
        actions.append(.forward(.interruptSubscription))
        actions.append(.forward(.close(code: ErrorCode.suspended)))
    }

    /// The client continues in its former state: it connects again, or asks again whether it may.
    mutating func resumeRequested(into actions: inout ClientActions) {
        switch state {
        case .suspended(wasTrying: false):
            startConnecting(into: &actions)
        case .suspended(wasTrying: true):
            state = .asking(attempt: 0)
            actions.append(.forward(.close(code: ErrorCode.requestFailedWithoutNetwork)))
            actions.append(.ask(.reconnect))
        case .idle, .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring:
            break
        }
    }

    /// Sets which lower TLS levels the configuration allows. The next connect starts with full security.
    mutating func allow(_ permission: SecurityLadder.Permission) {
        ladder.permission = permission
    }

    /// Returns to full security over a new connection if the present level is not allowed any more.
    ///
    /// - Returns: Whether it did.
    mutating func permissionChanged(changesKeys: Bool = false, into actions: inout ClientActions) -> Bool {
        guard !ladder.isPermitted else { return false }
        ladder.reset()
        actions.append(.secure(.strict, because: nil))
        reconfigured(changesKeys: changesKeys, into: &actions)
        return true
    }

    private mutating func startConnecting(forConfiguration: Bool = false, into actions: inout ClientActions) {
        let probe = ids.next()
        state = .connecting(probe: probe)
        isForConfiguration = forConfiguration
        isAwaitingNetwork = false
        refusal = nil
        retryAfter = nil
        subscriptionLosses = 0
        if ladder.level != .strict { actions.append(.secure(.strict, because: nil)) }
        ladder.reset()
        actions.append(.forward(.awaitConnection))
        actions.append(.reportConnection(.willConnect))
        send(probe, into: &actions)
    }

    /// Asks the origin again with less security if that is allowed.
    ///
    /// - Returns: Whether it did.
    private mutating func descend(_ id: RequestID, _ failure: Failure, into actions: inout ClientActions) -> Bool {
        let again = ids.next()
        let next: State
        switch state {
        case .connecting(id): next = .connecting(probe: again)
        // Without permission to reconnect the client sends nothing with less security.
        case .probing(id, let attempt) where refusal == nil: next = .probing(probe: again, attempt: attempt)
        case .idle, .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring, .suspended:
            return false
        }
        guard let level = ladder.descend() else { return false }
        state = next
        actions.append(.secure(level, because: failure))
        send(again, into: &actions)
        return true
    }

    private func send(_ probe: RequestID, into actions: inout ClientActions) {
        actions.append(.probe(probe))
        actions.append(.startTimer(.probe, after: Self.probeLimit))
    }

    mutating func wait(attempt: Int, into actions: inout ClientActions) {
        state = .waiting(attempt: attempt)
        actions.append(.startTimer(.reconnect, after: backoff.delay(attempt: attempt, atLeast: retryAfter)))
    }

    private func stopTrying(into actions: inout ClientActions) {
        switch state {
        case .connecting(let probe), .probing(let probe, _), .checking(let probe, _):
            actions.append(.cancel(probe))
            actions.append(.cancelTimer(.probe))
        case .waiting: actions.append(.cancelTimer(.reconnect))
        case .reconfiguring: actions.append(.cancelTimer(.reconfigure))
        case .idle, .connected, .asking, .suspended: break
        }
    }
}
