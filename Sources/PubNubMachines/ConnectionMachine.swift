/// Whether the client is connected, and what it does to become or stay so.
///
/// HTTP has no connection to hold open, so "connected" means: the origin answered a time request, and nothing has shown
/// since that it is gone (wire reference 7.4 and 7.6). The first connect tells the application of each step; tries after
/// a loss are made in silence until one succeeds, as the reachability probe of 3.7.8 was. A first connect that finds no
/// network waits for one if the client may reconnect, and calls wait with it; any other failure ends it.
package struct ConnectionMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// Never connected, disconnected by the application, or told not to reconnect.
        /// Can become: connecting.
        case idle
        /// The application asked to connect; a time request is under way.
        /// Can become: connected, asking, reconfiguring, suspended, idle.
        case connecting(probe: RequestID)
        /// Can become: checking, asking, reconfiguring, suspended, idle.
        case connected
        /// Connected, as far as anybody knows: after a change of the network a time request finds out. `isStale` when the
        /// network changed again meanwhile. Can become: connected, asking, reconfiguring, suspended, idle.
        case checking(probe: RequestID, isStale: Bool)
        /// The delegate is asked whether to reconnect. Can become: waiting, connecting, suspended, idle.
        case asking(attempt: Int)
        /// A timer runs until the next try. Can become: probing, connecting, suspended, idle.
        case waiting(attempt: Int)
        /// A time request finds out whether the origin is back. Can become: connected, waiting, connecting, suspended, idle.
        case probing(probe: RequestID, attempt: Int)
        /// Disconnected to apply a new configuration. Can become: connecting, suspended, idle.
        case reconfiguring
        /// Paused by the application, perhaps while it was trying to reconnect after a loss.
        /// Can become: connecting, asking, idle.
        case suspended(wasTrying: Bool)
    }

    package enum Event: Sendable, Equatable {
        case willConnect
        case didConnect
        case alreadyConnecting
        case connectionFailed(Failure)
        /// The first try found no network. The client connects once there is one.
        case waitingForNetwork
        case willDisconnect(Failure)
        case didDisconnect
        case didDisconnectWithError(Failure)
    }

    enum Action: Sendable, Equatable {
        case emit(Event)
        /// Requests go out with this security from now on; the failure is what led to it.
        case secure(SecurityLadder.Level, because: Failure?)
        case probe(RequestID)
        case cancel(RequestID)
        case startTimer(TimerName, after: Duration)
        case cancelTimer(TimerName)
        case askReconnect
        /// Calls may be sent; remembered subscriptions are restored.
        case open
        /// Calls wait until the connection is there.
        case park
        /// Calls fail from now on with this code.
        case close(code: Int)
        /// The subscribe request is made anew: its connection may have died with the old network.
        case renewSubscription
        /// The subscribe loop stops and remembers its list.
        case interruptSubscription
        /// The subscribe loop stops and forgets its list.
        case resetSubscription
        /// Requests are built with the new configuration from now on.
        case adoptConfiguration
    }

    static let probeLimit: Duration = .seconds(10)
    static let reconfigurationPause: Duration = .seconds(1)

    private(set) var state: State = .idle
    private var ids: RequestIDs
    private var backoff: Backoff
    private var ladder = SecurityLadder()
    /// Why the client could not connect, while it waits for a network to connect for the first time. Calls wait with it.
    private var missingNetwork: Failure?
    /// How long the service asked to wait when it last refused, until the client has waited or connected.
    private var retryAfter: Duration?

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

    /// Whether the probe is to go out on a new connection: one from before a change of the network proves nothing.
    package var needsNewConnection: Bool {
        switch state {
        case .checking, .probing: true
        case .idle, .connecting, .connected, .asking, .waiting, .reconfiguring, .suspended: false
        }
    }

    /// Whether it stopped so that it goes on when it is resumed.
    var isSuspended: Bool {
        if case .suspended = state { true } else { false }
    }

    /// Whether there is anything that a suspension would stop.
    package var isRunning: Bool {
        switch state {
        case .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring: true
        case .idle, .suspended: false
        }
    }

    mutating func connectRequested() -> [Action] {
        switch state {
        case .connecting, .connected, .checking, .probing, .reconfiguring:
            [.emit(.alreadyConnecting)]
        case .idle, .asking, .suspended:
            startConnecting()
        case .waiting:
            [.cancelTimer(.reconnect)] + startConnecting()
        }
    }

    mutating func disconnectRequested() -> [Action] {
        let stop = stopTrying()
        missingNetwork = nil
        // A client that gave up after a loss has nothing to close, but remembers what was subscribed.
        guard state != .idle else { return [.resetSubscription] }
        state = .idle
        return stop + [
            .resetSubscription, .close(code: ErrorCode.notConnected), .emit(.didDisconnect),
        ]
    }

    mutating func probeSucceeded(_ id: RequestID) -> [Action] {
        switch state {
        case .connecting(id):
            state = .connected
            return [.cancelTimer(.probe), .emit(.didConnect), .open]
        case .probing(id, _):
            state = .connected
            missingNetwork = nil
            return [.cancelTimer(.probe), .emit(.willConnect), .emit(.didConnect), .open]
        case .checking(id, let isStale):
            state = .connected
            return [.cancelTimer(.probe)] + (isStale ? networkChanged() : [.renewSubscription])
        case .idle, .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring, .suspended:
            return []
        }
    }

    mutating func probeFailed(_ id: RequestID, _ failure: Failure) -> [Action] {
        if failure.kind == .insecure, let lower = descend(id, failure) { return lower }
        switch state {
        case .connecting(id):
            state = .asking(attempt: 1)
            retryAfter = failure.retryAfter
            guard !failure.showsNoNetwork else {
                missingNetwork = failure.whileConnecting
                return [.cancelTimer(.probe), .askReconnect]
            }
            return [
                .cancelTimer(.probe), .close(code: ErrorCode.requestFailedWithoutNetwork),
                .emit(.connectionFailed(failure.whileConnecting)), .askReconnect,
            ]
        case .probing(id, let attempt):
            retryAfter = failure.retryAfter
            // A network that is there, but does not lead to the origin, is no longer waited for.
            let ending = failure.showsNoNetwork ? [] : networkWaitEnded(failure.whileConnecting)
            return [.cancelTimer(.probe)] + ending + wait(attempt: attempt + 1)
        case .checking(id, _):
            state = .connected
            return [.cancelTimer(.probe)] + connectionLost(failure)
        case .idle, .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring, .suspended:
            return []
        }
    }

    /// A request of the subscribe loop or of the application showed that the origin is gone.
    mutating func connectionLost(_ failure: Failure) -> [Action] {
        guard isConnected else { return [] }
        let stop = stopTrying()
        state = .asking(attempt: 0)
        retryAfter = failure.retryAfter
        let reported = failure.whileConnected
        return stop + [
            .interruptSubscription, .emit(.willDisconnect(reported)),
            .close(code: ErrorCode.requestFailedWithoutNetwork),
            .emit(.didDisconnectWithError(reported)), .askReconnect,
        ]
    }

    mutating func reconnectAnswered(_ shouldReconnect: Bool) -> [Action] {
        guard case .asking(let attempt) = state else { return [] }
        guard shouldReconnect else {
            state = .idle
            // The leave of an earlier keyset goes on over the tries to connect. It ends with them.
            return [.interruptSubscription] + (missingNetwork.map { networkWaitEnded($0) } ?? [])
        }
        return (missingNetwork == nil ? [] : [.emit(.waitingForNetwork)]) + wait(attempt: attempt)
    }

    /// The first connect fails after all; calls that waited for it fail too.
    private mutating func networkWaitEnded(_ failure: Failure) -> [Action] {
        guard missingNetwork != nil else { return [] }
        missingNetwork = nil
        return [.close(code: ErrorCode.requestFailedWithoutNetwork), .emit(.connectionFailed(failure))]
    }

    mutating func timerFired(_ timer: TimerName) -> [Action] {
        switch (timer, state) {
        case (.reconnect, .waiting(let attempt)):
            retryAfter = nil
            let probe = ids.next()
            state = .probing(probe: probe, attempt: attempt)
            return [.probe(probe), .startTimer(.probe, after: Self.probeLimit)]
        case (.probe, .connecting(let probe)), (.probe, .probing(let probe, _)), (.probe, .checking(let probe, _)):
            return [.cancel(probe)] + probeFailed(probe, .probeTimedOut)
        case (.reconfigure, .reconfiguring):
            return startConnecting()
        case (.reconnect, _), (.probe, _), (.reconfigure, _), (.poll, _), (.join, _), (.leave, _),
            (.suspension, _), (.heartbeat, _), (.heartbeatLimit, _), (.outbox, _), (.request, _), (.connection, _),
            (.pause, _):
            return []
        }
    }

    /// The network came back: a waiting try is made immediately, unless the service asked the client to wait.
    mutating func networkBecameAvailable() -> [Action] {
        guard case .waiting = state, retryAfter == nil else { return [] }
        return [.cancelTimer(.reconnect)] + timerFired(.reconnect)
    }

    /// Something that the connection may depend on changed: one request finds out whether the origin is still there, and
    /// everything else goes on meanwhile.
    mutating func networkChanged() -> [Action] {
        switch state {
        case .connected:
            let probe = ids.next()
            state = .checking(probe: probe, isStale: false)
            return [.probe(probe), .startTimer(.probe, after: Self.probeLimit)]
        case .checking(let probe, _):
            state = .checking(probe: probe, isStale: true)
            return []
        case .idle, .connecting, .asking, .waiting, .probing, .reconfiguring, .suspended:
            return []
        }
    }

    /// A setting changed that needs a new connection (wire reference 7.2).
    ///
    /// - Parameter changesKeys: Whether the subscribe key is another one. The subscription has left the old one before.
    /// - Returns: What is to be done, in order.
    mutating func reconfigured(changesKeys: Bool = false) -> [Action] {
        switch state {
        case .connected, .checking, .connecting:
            let wasConnected = isConnected
            let stop = stopTrying()
            state = .reconfiguring
            return stop + (changesKeys ? [] : [.interruptSubscription]) + [.park]
                + (wasConnected ? [.emit(.didDisconnect)] : [])
                + [.adoptConfiguration, .startTimer(.reconfigure, after: Self.reconfigurationPause)]
        case .probing, .waiting:
            return stopTrying() + [.adoptConfiguration] + startConnecting()
        case .idle, .asking, .reconfiguring, .suspended:
            return [.adoptConfiguration]
        }
    }

    /// Nobody is told: a suspension is no disconnection.
    mutating func suspendRequested() -> [Action] {
        let wasTrying: Bool
        switch state {
        case .connected, .checking, .connecting, .reconfiguring: wasTrying = false
        // A first connect that waits for a network begins anew.
        case .asking, .waiting, .probing: wasTrying = missingNetwork == nil
        case .idle, .suspended: return []
        }
        let stop = stopTrying()
        missingNetwork = nil
        state = .suspended(wasTrying: wasTrying)
        return stop + [.interruptSubscription, .close(code: ErrorCode.suspended)]
    }

    /// The client goes on where it was: it connects again, or asks again whether it may.
    mutating func resumeRequested() -> [Action] {
        switch state {
        case .suspended(wasTrying: false):
            return startConnecting()
        case .suspended(wasTrying: true):
            state = .asking(attempt: 0)
            return [.close(code: ErrorCode.requestFailedWithoutNetwork), .askReconnect]
        case .idle, .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring:
            return []
        }
    }

    /// What the configuration allows when TLS fails. The next connect starts at the top again.
    mutating func allow(_ permission: SecurityLadder.Permission) {
        ladder.permission = permission
    }

    /// Goes back to full security, over a new connection, when the level reached is no longer allowed.
    mutating func permissionChanged(changesKeys: Bool = false) -> [Action] {
        guard !ladder.isPermitted else { return [] }
        ladder.reset()
        return [.secure(.strict, because: nil)] + reconfigured(changesKeys: changesKeys)
    }

    private mutating func startConnecting() -> [Action] {
        let probe = ids.next()
        state = .connecting(probe: probe)
        missingNetwork = nil
        retryAfter = nil
        let secure: [Action] = ladder.level == .strict ? [] : [.secure(.strict, because: nil)]
        ladder.reset()
        return secure + [.park, .emit(.willConnect), .probe(probe), .startTimer(.probe, after: Self.probeLimit)]
    }

    /// Asks the origin again with less security, where that is allowed.
    private mutating func descend(_ id: RequestID, _ failure: Failure) -> [Action]? {
        let again = ids.next()
        switch state {
        case .connecting(id):
            guard let level = ladder.descend() else { return nil }
            state = .connecting(probe: again)
            return [.secure(level, because: failure), .probe(again), .startTimer(.probe, after: Self.probeLimit)]
        case .probing(id, let attempt):
            guard let level = ladder.descend() else { return nil }
            state = .probing(probe: again, attempt: attempt)
            return [.secure(level, because: failure), .probe(again), .startTimer(.probe, after: Self.probeLimit)]
        case .idle, .connecting, .connected, .checking, .asking, .waiting, .probing, .reconfiguring, .suspended:
            return nil
        }
    }

    private mutating func wait(attempt: Int) -> [Action] {
        state = .waiting(attempt: attempt)
        return [.startTimer(.reconnect, after: backoff.delay(attempt: attempt, atLeast: retryAfter))]
    }

    private func stopTrying() -> [Action] {
        switch state {
        case .connecting(let probe), .probing(let probe, _), .checking(let probe, _):
            [.cancel(probe), .cancelTimer(.probe)]
        case .waiting: [.cancelTimer(.reconnect)]
        case .reconfiguring: [.cancelTimer(.reconfigure)]
        case .idle, .connected, .asking, .suspended: []
        }
    }
}
