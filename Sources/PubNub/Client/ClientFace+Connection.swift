import PubNubCore
import PubNubMachines

/// Connecting and disconnecting.
extension ClientFace {
    /// Connects, after the calls before it. The calls after it wait until the attempt has ended.
    func connect(_ handler: EventHandler) {
        let completion = Completion(handler)
        let known = read { $0.knownReconfigurations }
        engine.inLine("connect", as: .control) { [self] position in
            connect(completion, knowing: known, refusal: position.refusal)
            engine.leave(position)
        }
    }

    private func connect(_ completion: Completion, knowing known: UInt64, refusal: Failure?) {
        let origin = engine.origin
        if let refusal { return emit(.connectionFailed(origin: origin, PNError(refusal)), completion: completion) }
        if let fault = engine.settingsFault {
            let error = PNError(fault)
            emit(.error(error))
            // As in 3.7.8, no connection has failed. A delegate that connects again after a failure would never stop.
            return hub.emit(.connectionFailed(origin: origin, error), to: completion)
        }
        engine.connect(knowing: known) { [self] in
            // A call to connect that was suspended before it ended waits for the same connection.
            change { $0.connecting = completion.joined(by: $0.connecting) }
        } joined: { [self] in
            // Delegate and observers have received the event of this connection.
            hub.emit(.didConnect(origin: origin), to: completion)
        } refused: { [self] in
            // The call under way keeps its closures; this one learns immediately that it changed nothing.
            let error = Failure(unsent: ErrorCode.alreadyConnected).associated(with: origin)
            emit(.connectionFailed(origin: origin, error), completion: completion)
        }
    }

    /// Reports that the client has connected.
    func connected(to origin: String, _ connecting: Completion?) {
        let reconfigurations = engine.reconfigurations
        if reconfigurations != read({ $0.knownReconfigurations }) {
            // On the callback queue, because the app may call connect after this and before it receives the event.
            hub.post { [self] in change { $0.knownReconfigurations = reconfigurations } }
        }
        emit(.didConnect(origin: origin), completion: connecting)
    }

    /// Disconnects, after the calls before it.
    func disconnect(_ client: PubNub) {
        engine.inLine("disconnect", as: .ending) { [self] position in
            guard position.refusal == nil else { return }
            engine.disconnect(holding: client) { forgetChannels($0) }
            engine.leave(position)
        }
    }

    /// Disconnects immediately. The calls that wait in line fail.
    func reset(_ client: PubNub) {
        engine.reset(holding: client) { forgetChannels($0) }
    }

    private func forgetChannels(_ remaining: SubscriptionTargetList?) {
        change { state in
            state.forgetUnsubscribed(remaining)
            state.knownChannels.removeAll()
        }
    }
}
