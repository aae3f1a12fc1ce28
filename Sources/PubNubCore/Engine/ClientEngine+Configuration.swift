import PubNubCodec
package import PubNubMachines
package import PubNubWire

/// Connecting, disconnecting, and taking over another configuration.
extension ClientEngine {
    /// Connects now, and reports the outcome to the delegate. Does nothing after a shutdown.
    ///
    /// One of the closures is called. A call that the application makes between the events of a disconnection for another
    /// configuration and of the connection after it joins that connection: it begins or joins, and is not refused.
    ///
    /// - Parameters:
    ///   - known: The number of ``reconfigurations`` that the application knew at its call; `nil`, the default, for all.
    ///   - begun: Called in the order of the events: after those of earlier attempts, and before those of this one.
    ///   - joined: Called in the order of the events if the connection that the call joins exists already; does nothing by
    ///     default.
    ///   - refused: Called in the order of the events if the client is connected or connecting; the call changes nothing then.
    package func connect(
        knowing known: UInt64? = nil,
        begun: @escaping @Sendable () -> Void,
        joined: @escaping @Sendable () -> Void = {},
        refused: @escaping @Sendable () -> Void
    ) {
        openOutbox()
        apply { state in
            // A call that began before the shutdown may connect only now.
            guard !state.isShutDown else { return }
            state.absence = nil
            var attempt: ClientActions = []
            state.machine.connect(knowing: known, into: &attempt)
            if attempt.last == .reportConnection(.alreadyConnecting) {
                attempt.removeLast()
                state.batch.actions += attempt
                return state.batch.run(refused)
            }
            // An attempt that has just begun is not connected.
            state.batch.run(state.machine.connection.isConnected ? joined : begun)
            state.batch.actions += attempt
        }
    }

    /// The number of times that the client has connected for another configuration.
    package var reconfigurations: UInt64 { read { $0.machine.connection.reconfigurations } }

    /// Disconnects now.
    ///
    /// - Parameters:
    ///   - object: Lives until its event is delivered, which another thread may be about to do: applications often release a
    ///     client right after this call.
    ///   - settled: Called under the lock with the subscriptions that remain; `nil` while a change is in progress.
    package func disconnect(holding object: any AnyObject & Sendable, settled: (SubscriptionTargetList?) -> Void) {
        disconnect(.disconnected, holding: object, settled) { $0.machine.disconnect(into: &$0.batch.actions) }
    }

    /// Disconnects immediately. The calls that wait in line fail.
    package func reset(holding object: any AnyObject & Sendable, settled: (SubscriptionTargetList?) -> Void) {
        disconnect(.reset, holding: object, settled) { $0.machine.reset(into: &$0.batch.actions) }
    }

    private func disconnect(
        _ absence: Absence,
        holding object: any AnyObject & Sendable,
        _ settled: (SubscriptionTargetList?) -> Void,
        _ input: (inout State) -> Void
    ) {
        apply { state in
            if state.absence != .neverConnected { state.absence = absence }
            input(&state)
            state.holders.forgetCalls()
            settled(state.forgetUnsubscribed())
            state.batch.run { withExtendedLifetime(object) {} }
        }
    }

    /// Changes the configuration, after the calls before it. Does nothing if it is equal to the one that was set last.
    ///
    /// An invalid configuration is refused. If the application has set no valid one, no call is sent until it does: the keys of
    /// the default configuration, which everyone may use, are not those that the application meant.
    package func reconfigure(_ settings: ClientSettings) {
        if let fault = settings.fault {
            change { state in
                guard !state.isConfigured else { return }
                state.refusedConfiguration = fault
            }
            delegate?.failed(fault)
            return
        }
        let (former, wasRefused) = change { state in
            defer {
                state.settingsOfLastCall = settings
                state.isConfigured = true
            }
            return (state.settingsOfLastCall, state.refusedConfiguration != nil)
        }
        guard settings != former || wasRefused else {
            return ClientLog.log(.general, "The configuration is the one in use")
        }
        settings.warnOfSwitches()
        inLine("change of configuration", as: settings.hasKeys(of: former) ? .control : .ending) { [self] position in
            guard position.refusal == nil else { return change { $0.settingsOfLastCall = $0.settings } }
            takeOver(settings, at: position)
        }
    }

    private func takeOver(_ settings: ClientSettings, at position: CallPosition) {
        ClientLog.log(.general, "Applies a configuration: \(settings)")
        delegate?.adopted(settings)
        let former = read { $0.settings.userID }
        apply { state in
            let requiresReconnect = state.settings.requiresReconnect(to: settings)
            let changesKeys = state.settings.subscribeKey != settings.subscribeKey
            if state.settings.requiresNewCipher(for: settings) { state.cryptor = settings.makeCryptor() }
            state.settings = settings
            state.refusedConfiguration = nil
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
        guard let userID = settings.userID, userID != former else { return leave(position) }
        identify(as: userID, catchUp: false, at: position)
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
            ClientLog.warn(
                "TLS with \(origin) failed; the client stops verifying its certificate, including the host name in it: "
                    + "anyone between the client and the origin can read and change what is sent"
            )
        case .plain: ClientLog.warn("TLS with \(origin) failed; the client sends requests unencrypted from now on")
        }
        delegate?.failed(failure)
    }
}

extension ClientEngine.State {
    /// Why the client cannot connect; `nil` if it can.
    var settingsFault: Failure? { refusedConfiguration ?? settings.fault }

    /// The failure of a call of this route that is made now: the configuration was refused, or a key of the route is missing.
    /// `nil` if the call can be made.
    func missingKey(for route: Route) -> Failure? {
        // The time request has no key.
        if case .time = route { return nil }
        return refusedConfiguration ?? (settings.hasKeys(for: route) ? nil : settings.missingKey)
    }

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

    func hasKeys(of other: ClientSettings) -> Bool {
        publishKey == other.publishKey && subscribeKey == other.subscribeKey && secretKey == other.secretKey
    }

    /// Whether the keys that stand in the path of this route are there.
    package func hasKeys(for route: Route) -> Bool {
        switch route {
        case .time: true
        case .publish, .publishCompressed, .signal, .filePublish, .filePublishBody, .grant, .audit, .tokenGrant,
            .tokenRevocation:
            !publishKey.isEmpty && !subscribeKey.isEmpty
        default: !subscribeKey.isEmpty
        }
    }

    /// The failure of a call for which a key is missing.
    package var missingKey: Failure {
        let name = subscribeKey.isEmpty ? "subscribe" : "publish"
        return Failure(unsent: ErrorCode.invalidKey, "The \(name) key is missing.")
    }

    /// The cipher that the configuration asks for; nil without a key.
    package func makeCryptor() -> MessageCipher? {
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
    private static let maxSeconds = 1e9

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
        .seconds(seconds <= maxSeconds ? max(seconds, 0) : maxSeconds)
    }
}
