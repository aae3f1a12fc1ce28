import PubNubCodec

/// Connecting, and taking over another configuration.
extension ClientEngine {
    func connect(_ handler: EventHandler) {
        // Without a key: a second call while connecting is refused, and must not take the place of the first.
        let completion = hub.completion(handler, for: nil)
        let (origin, isValid) = read { ($0.settings.origin, $0.settings.isValid) }
        guard isValid else {
            let error = PNError(code: kPNClientConfigurationError)
            emit(.error(error))
            emit(.connectionFailed(origin: origin, error), completion: completion)
            return
        }
        applyEffects { state in
            let actions = state.machine.connect()
            guard actions != [.tell(.alreadyConnecting)] else {
                return [.run { [self] in tell(.alreadyConnecting, to: completion) }]
            }
            state.connecting = completion
            return actions.map(Effect.act)
        }
    }

    func reconfigure(_ settings: Settings) {
        guard settings.isValid else { return emit(.error(PNError(code: kPNClientConfigurationError))) }
        hub.setCallbackQueue(settings.callbackQueue)
        apply { state in
            let requiresReconnect = state.settings.requiresReconnect(to: settings)
            if state.settings.requiresNewCipher(for: settings) { state.cryptor = settings.makeCryptor() }
            state.settings = settings
            state.builder = RequestBuilder(settings.requestSettings(identifier: state.identifier))
            return state.machine.reconfigure(
                requiresReconnect: requiresReconnect,
                heartbeatInterval: settings.heartbeatInterval
            )
        }
    }
}

extension Settings {
    /// nil while heartbeats are off.
    var heartbeatInterval: Duration? {
        heartbeat.isEnabled ? .seconds(heartbeat.interval) : nil
    }

    /// The cipher that the configuration asks for; nil without a key.
    func makeCryptor() -> Cryptor? {
        guard let cipherKey, !cipherKey.isEmpty else { return nil }
        return try? Cryptor(cipherKey: cipherKey)
    }

    /// What requests of a client with this identifier take from the configuration.
    func requestSettings(identifier: String) -> RequestSettings {
        RequestSettings(
            origin: origin,
            isSecure: usesSecureConnection,
            publishKey: publishKey,
            subscribeKey: subscribeKey,
            secretKey: secretKey ?? "",
            authorizationKey: authorizationKey ?? "",
            identifier: identifier,
            acceptsCompression: acceptsCompressedResponses,
            certificateAuthorityFile: certificateAuthorityFile
        )
    }
}

extension ClientMachine.Question {
    /// The question as the delegate knows it.
    var asked: PNQuestion {
        switch self {
        case .reconnect: .reconnect
        case .keepTimetoken: .keepTimeToken
        case .resubscribe: .resubscribe
        case .restoreFromLastTimetoken: .restoreFromLastTimeToken
        }
    }
}
