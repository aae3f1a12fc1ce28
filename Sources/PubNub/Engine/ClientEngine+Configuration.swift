import PubNubCodec
import PubNubMachines
import PubNubWire

/// Connecting, disconnecting, and taking over another configuration.
extension ClientEngine {
    /// Connects, after the calls before it. The calls after it wait until the attempt has ended.
    func connect(_ handler: EventHandler) {
        let completion = Completion(handler)
        inLine("connect", as: .control) { [self] place in
            connect(completion, refusal: place.refusal)
            leave(place)
        }
    }

    private func connect(_ completion: Completion, refusal: PNError?) {
        let (origin, fault) = read { ($0.settings.origin, $0.settings.fault) }
        if let refusal { return emit(.connectionFailed(origin: origin, refusal), completion: completion) }
        if let error = fault {
            emit(.error(error))
            return emit(.connectionFailed(origin: origin, error), completion: completion)
        }
        openOutbox()
        apply { state in
            state.absence = nil
            state.machine.connect(into: &state.batch.actions)
            guard state.batch.actions.last != .reportConnection(.alreadyConnecting) else {
                state.batch.actions.removeLast()
                // The call under way keeps its closures; this one learns immediately that it changed nothing.
                let error = PNError(code: kPNClientTriedConnectWhileConnectedError).associated(with: origin)
                return state.batch.run { [self] in
                    emit(.connectionFailed(origin: origin, error), completion: completion)
                }
            }
            // A call to connect that was suspended before it ended waits for the same connection.
            state.connecting = completion.joined(by: state.connecting)
        }
    }

    /// Disconnects, after the calls before it. Holds `client` until its event is delivered, which another thread may be about
    /// to do: applications often release a client right after this call.
    func disconnect(_ client: PubNub) {
        inLine("disconnect", as: .ending) { [self] place in
            guard place.refusal == nil else { return }
            disconnect(client, absence: .disconnected) { $0.machine.disconnect(into: &$0.batch.actions) }
            leave(place)
        }
    }

    /// Disconnects immediately. The calls that wait in line fail.
    func reset(_ client: PubNub) {
        disconnect(client, absence: .reset) { $0.machine.reset(into: &$0.batch.actions) }
    }

    private func disconnect(_ client: PubNub, absence: Absence, _ input: (inout State) -> Void) {
        apply { state in
            if state.absence != .neverConnected { state.absence = absence }
            input(&state)
            state.forgetUnsubscribed()
            state.knownChannels.removeAll()
            state.batch.run { withExtendedLifetime(client) {} }
        }
    }

    /// Changes the configuration, after the calls before it. Does nothing if it is equal to the one that was set last.
    func reconfigure(_ settings: ClientSettings) {
        if let fault = settings.fault { return emit(.error(fault)) }
        let former = change { state in
            defer { state.settingsOfLastCall = settings }
            return state.settingsOfLastCall
        }
        guard settings != former else {
            return PNLogger.log(.generalLevel, from: client, "The configuration is the one in use")
        }
        settings.warnOfSwitches()
        inLine("change of configuration", as: settings.hasKeys(of: former) ? .control : .ending) { [self] place in
            guard place.refusal == nil else { return change { $0.settingsOfLastCall = $0.settings } }
            takeOver(settings, at: place)
        }
    }

    private func takeOver(_ settings: ClientSettings, at place: CallPlace) {
        PNLogger.log(.generalLevel, from: client, "Applies a configuration: \(settings)")
        hub.setCallbackQueue(settings.callbackQueue)
        hub.setPostsNotifications(settings.postsNotifications)
        let former = read { $0.settings.userID }
        apply { state in
            let requiresReconnect = state.settings.requiresReconnect(to: settings)
            let changesKeys = state.settings.subscribeKey != settings.subscribeKey
            if state.settings.requiresNewCipher(for: settings) { state.cryptor = settings.makeCryptor() }
            state.settings = settings
            runsCallsInParallel = settings.runsCallsInParallel
            state.machine.allow(settings.permission)
            state.machine.fillGaps(settings.fillsGaps)
            state.settingsToAdopt.append(settings)
            state.machine.reconfigure(
                requiresReconnect: requiresReconnect,
                newSubscribeKey: changesKeys ? settings.subscribeKey : nil,
                heartbeatInterval: settings.heartbeatInterval,
                into: &state.batch.actions
            )
            reconfigureOutbox(of: &state)
        }
        openOutbox()
        followProcess()
        guard let userID = settings.userID, userID != former else { return leave(place) }
        identify(as: userID, catchUp: false, at: place)
    }
}

extension ClientEngine {
    /// Builds requests with the configuration that was set, from now on.
    func adoptConfiguration() {
        change { state in
            guard !state.settingsToAdopt.isEmpty else { return }
            state.settingsInUse = state.settingsToAdopt.removeFirst()
            if !state.keysInUse.isOf(state.settingsInUse) { state.keysInUse = state.keys(of: state.settingsInUse) }
            state.builder = state.makeBuilder()
        }
    }

    /// Continues with less security, or with full security again, and reports it: a lower level must not go unnoticed.
    func secure(_ level: SecurityLadder.Level, because failure: Failure?) {
        change { state in
            state.security = level
            state.builder = state.makeBuilder()
        }
        guard let failure else { return }
        let origin = read { $0.settings.origin }
        switch level {
        case .strict: break
        case .reduced:
            PNLogger.warn(
                "TLS with \(origin) failed; the client stops verifying its certificate, including the host name in it: "
                    + "anyone between the client and the origin can read and change what is sent"
            )
        case .plain: PNLogger.warn("TLS with \(origin) failed; the client sends requests unencrypted from now on")
        }
        emit(.error(PNError(failure)))
    }
}

extension ClientEngine.State {
    /// The builder of a call, which is sent with the keys that were in force when it was made.
    func builder(of call: PendingCall?) -> RequestBuilder {
        guard let keys = call?.keys, keys !== keysInUse else { return builder }
        return makeBuilder(with: keys)
    }

    /// The set of keys of some settings, which is the present one if those are the same.
    fileprivate func keys(of settings: ClientSettings) -> Keyset {
        keys.isOf(settings) ? keys : Keyset(settings)
    }

    /// The builder for the configuration in use, identifier and security; with other keys if given.
    func makeBuilder(with keys: Keyset? = nil) -> RequestBuilder {
        var request = settingsInUse.requestSettings(identifier: identifierInUse)
        if let keys {
            request.publishKey = keys.publishKey
            request.subscribeKey = keys.subscribeKey
            request.secretKey = keys.secretKey ?? ""
        }
        switch security {
        case .strict: break
        case .reduced: request.trust = .chainUnverified
        case .plain: request.isSecure = false
        }
        return RequestBuilder(request, now: now)
    }
}

extension ClientSettings {
    /// Only messages with times of their own can be put into the order of history.
    var fillsGaps: Bool { fillsGapsFromHistory && subscribeVersion == .v2 }

    /// The lower TLS levels that the configuration allows.
    var permission: SecurityLadder.Permission {
        .init(mayReduce: reducesSecurityOnError, mayGoPlain: ignoresSecurityRequirement)
    }

    /// nil while heartbeats are off.
    var heartbeatInterval: Duration? {
        heartbeat.isEnabled ? .seconds(heartbeat.interval) : nil
    }

    /// Whether the keys are those of other settings.
    func hasKeys(of other: ClientSettings) -> Bool {
        publishKey == other.publishKey && subscribeKey == other.subscribeKey && secretKey == other.secretKey
    }

    /// Whether the keys that stand in the path of this route are there.
    func hasKeys(for route: Route) -> Bool {
        switch route {
        case .time: true
        case .publish, .publishCompressed, .signal, .grant, .audit, .tokenGrant, .tokenRevocation:
            !publishKey.isEmpty && !subscribeKey.isEmpty
        default: !subscribeKey.isEmpty
        }
    }

    /// The error of a call for which a key is missing.
    var missingKey: PNError {
        let name = subscribeKey.isEmpty ? "subscribe" : "publish"
        return PNError(message: "The \(name) key is missing.", code: kPNInvalidSubscribeOrPublishKeyError)
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
            signsRequests: signsRequests,
            authorizationKey: authorizationKey ?? "",
            identifier: identifier,
            acceptsCompression: acceptsCompressedResponses,
            certificateAuthorityFile: certificateAuthorityFile,
            proxy: proxy
        )
    }
}

extension ClientAction.Question {
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

/// The keys of one configuration. Two keysets are equal if they are the same object.
final class Keyset: Sendable {
    let publishKey: String
    let subscribeKey: String
    let secretKey: String?
    /// Represents publish and subscribe key in files, which must not contain the keys themselves.
    let digest: String

    init(_ settings: ClientSettings) {
        publishKey = settings.publishKey
        subscribeKey = settings.subscribeKey
        secretKey = settings.secretKey
        digest = Self.digest(of: Array("\(publishKey)\n\(subscribeKey)".utf8))
    }

    /// If the crypto library cannot compute SHA-256, no outbox file can be opened either. Then only this process
    /// compares the digest, so any hash suffices.
    private static func digest(of keys: [UInt8]) -> String {
        guard let digest = try? Digest.sha256(keys) else {
            var hasher = Hasher()
            hasher.combine(keys)
            return "process-\(hasher.finalize())"
        }
        return Digest.hex(Array(digest.prefix(16)))
    }

    func isOf(_ settings: ClientSettings) -> Bool {
        publishKey == settings.publishKey && subscribeKey == settings.subscribeKey && secretKey == settings.secretKey
    }
}

/// The time limits of requests, and the most requests in flight. Created once for a configuration, because converting
/// seconds into a duration is slow.
struct RequestTimeouts: Sendable, Equatable {
    /// Thirty years; replaces longer limits and values that are not numbers.
    private static let longest = 1e9

    /// The limit of a call of the application from its sending to its end, and before that of its wait for a
    /// connection.
    let call: Duration
    let subscription: Duration
    /// The most publishes in flight to one channel.
    let publishesInFlight: Int

    init(_ settings: ClientSettings) {
        call = Self.duration(settings.nonSubscriptionRequestTimeout)
        subscription = Self.duration(settings.subscriptionRequestTimeout)
        publishesInFlight = settings.publishesInFlight
    }

    private static func duration(_ seconds: Double) -> Duration {
        .seconds(seconds <= longest ? max(seconds, 0) : longest)
    }
}
