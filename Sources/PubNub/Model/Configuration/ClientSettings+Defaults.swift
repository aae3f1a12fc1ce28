import PubNubCore

extension ClientSettings {
    /// The settings of a new configuration, except for keys.
    init(_ defaults: PNDefaultConfiguration) {
        self.init()
        subscriptionRequestTimeout = defaults.subscriptionRequestTimeout
        nonSubscriptionRequestTimeout = defaults.nonSubscriptionRequestTimeout
        heartbeat = HeartbeatSettings(
            timeout: defaults.presenceHeartbeatTimeout,
            interval: defaults.presenceHeartbeatInterval
        )
        reconnectsAutomatically = defaults.shouldAutoReconnectClient
        keepsTimeTokenOnListChange = defaults.shouldKeepTimeTokenOnChannelsListChange
        resubscribesOnRestore = defaults.shouldResubscribeOnConnectionRestore
        restoresFromLastTimeToken = defaults.shouldRestoreSubscriptionFromLastTimeToken
        usesSecureConnection = defaults.secureConnectionRequired
        reducesSecurityOnError = defaults.shouldReduceSecurityLevelOnError
        ignoresSecurityRequirement = defaults.canIgnoreSecureConnectionRequirement
        acceptsCompressedResponses = defaults.shouldAcceptCompressedResponse
        setOrigin(orDefault: nil)
    }

    /// Sets the origin as ``setOrigin(_:)`` does; `nil` or empty for ``kPNOriginHost``.
    mutating func setOrigin(orDefault address: String?) {
        setOrigin(address.flatMap { $0.isEmpty ? nil : $0 } ?? kPNOriginHost)
    }
}
