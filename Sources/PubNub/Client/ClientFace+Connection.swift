import PubNubCore
import PubNubMachines

/// Connecting and disconnecting.
extension ClientFace {
    /// Connects, after the calls before it. The calls after it wait until the attempt has ended.
    func connect(_ handler: EventHandler) {
        let completion = Completion(handler)
        engine.inLine("connect", as: .control) { [self] position in
            connect(completion, refusal: position.refusal)
            engine.leave(position)
        }
    }

    private func connect(_ completion: Completion, refusal: Failure?) {
        let origin = engine.origin
        if let refusal { return emit(.connectionFailed(origin: origin, PNError(refusal)), completion: completion) }
        if let error = engine.settingsFault.map(PNError.init) {
            emit(.error(error))
            return emit(.connectionFailed(origin: origin, error), completion: completion)
        }
        engine.connect {
            // A call to connect that was suspended before it ended waits for the same connection.
            change { $0.connecting = completion.joined(by: $0.connecting) }
        } refused: { [self] in
            // The call under way keeps its closures; this one learns immediately that it changed nothing.
            let error = Failure(unsent: ErrorCode.alreadyConnected).associated(with: origin)
            emit(.connectionFailed(origin: origin, error), completion: completion)
        }
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
