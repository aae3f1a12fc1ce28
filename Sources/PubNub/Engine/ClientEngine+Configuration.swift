import PubNubCodec
import PubNubWire

/// Connecting, disconnecting, and taking over another configuration.
extension ClientEngine {
    func connect(_ handler: EventHandler) {
        let completion = hub.completion(handler, for: nil)
        let (origin, fault) = read { ($0.settings.origin, $0.settings.fault) }
        if let error = fault {
            emit(.error(error))
            emit(.connectionFailed(origin: origin, error), completion: completion)
            return
        }
        openOutbox()
        applyEffects { state in
            let actions = state.machine.connect()
            guard actions != [.tell(.alreadyConnecting)] else {
                // The call under way keeps its closures; this one learns at once that it changed nothing.
                let error = PNError(code: kPNClientTriedConnectWhileConnectedError)
                return [.run { [self] in emit(.connectionFailed(origin: origin, error), completion: completion) }]
            }
            // One that was suspended before it ended waits for the same connection.
            state.connecting = completion.map { $0.joined(by: state.connecting) } ?? state.connecting
            return actions.map(Effect.act)
        }
    }

    /// Disconnects. `client` is held until this has been told, which another thread may be about to do: the application
    /// often lets go of a client right after.
    func disconnect(_ client: PubNub) {
        applyEffects { state in
            let actions = state.machine.disconnect().map(Effect.act)
            state.forgetUnsubscribed()
            return actions + [.run { withExtendedLifetime(client) {} }]
        }
    }

    func reconfigure(_ settings: Settings) {
        if let fault = settings.fault { return emit(.error(fault)) }
        hub.setCallbackQueue(settings.callbackQueue)
        let former = read { $0.settings.userID }
        apply { state in
            let requiresReconnect = state.settings.requiresReconnect(to: settings)
            if state.settings.requiresNewCipher(for: settings) { state.cryptor = settings.makeCryptor() }
            state.settings = settings
            state.machine.allow(settings.permission)
            state.machine.fillGaps(settings.fillsGaps)
            state.builder = state.makeBuilder()
            return state.machine.reconfigure(
                requiresReconnect: requiresReconnect,
                heartbeatInterval: settings.heartbeatInterval
            )
        }
        reconfigureOutbox()
        followProcess()
        if let userID = settings.userID, userID != former { identify(as: userID, catchUp: false) }
    }
}

extension ClientEngine {
    /// Goes on with less security, or back to full security, and says so: nobody is to be less secure without knowing.
    func secure(_ level: SecurityLadder.Level, because failure: Failure?) {
        applyEffects { state in
            state.security = level
            state.builder = state.makeBuilder()
            return []
        }
        guard let failure else { return }
        let origin = read { $0.settings.origin }
        switch level {
        case .strict: break
        case .reduced: PNLogger.warn("TLS with \(origin) failed; its certificate is no longer verified")
        case .plain: PNLogger.warn("TLS with \(origin) failed; requests are sent in clear text from now on")
        }
        emit(.error(PNError(failure)))
    }
}

extension ClientEngine.State {
    /// The builder for the present configuration, identifier and security.
    func makeBuilder() -> RequestBuilder {
        var request = settings.requestSettings(identifier: identifier)
        switch security {
        case .strict: break
        case .reduced: request.trust = .chainUnverified
        case .plain: request.isSecure = false
        }
        return RequestBuilder(request)
    }
}

extension Settings {
    /// Only messages with times of their own can be put into the order of history.
    var fillsGaps: Bool { fillsGapsFromHistory && subscribeVersion == .v2 }

    /// What is allowed when TLS fails.
    var permission: SecurityLadder.Permission {
        .init(mayReduce: reducesSecurityOnError, mayGoPlain: ignoresSecurityRequirement)
    }

    /// nil while heartbeats are off.
    var heartbeatInterval: Duration? {
        heartbeat.isEnabled ? .seconds(heartbeat.interval) : nil
    }

    /// Whether the keys that stand in the path of this route are there.
    func hasKeys(for route: Route) -> Bool {
        switch route {
        case .time: true
        case .publish, .publishCompressed, .signal, .grant, .audit: !publishKey.isEmpty && !subscribeKey.isEmpty
        default: !subscribeKey.isEmpty
        }
    }

    /// The cipher that the configuration asks for; nil without a key.
    func makeCryptor() -> MessageCipher? {
        guard let cipherKey, !cipherKey.isEmpty else { return nil }
        return try? MessageCipher(cipherKey: cipherKey, format: encryptionFormat)
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
            certificateAuthorityFile: certificateAuthorityFile,
            proxy: proxy
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
        case .runInBackground: .runInBackground
        }
    }
}
