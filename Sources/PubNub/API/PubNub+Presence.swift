import PubNubMachines
import PubNubWire

/// Presence events (README "Presence").
extension PubNub {
    /// Tells whether this client receives presence events of a channel or group.
    ///
    /// - Parameter object: The channel or group.
    /// - Returns: Whether observation is enabled.
    public func isPresenceObservationEnabled(for object: any PNChannelProtocol) -> Bool {
        let target = SubscriptionChange.Entry(object).target
        return engine.read { $0.machine.subscription.confirmedList[target].presence }
    }

    /// Starts to receive presence events of channels and groups: who joins, leaves, times out or changes state.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects; they need not be subscribed.
    ///   - handlerBlock: Called once, with the objects or with the error. nil, the default, when nobody waits for it.
    public func enablePresenceObservation(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientPresenceEnableHandlingBlock? = nil
    ) {
        engine.observePresence(of: channelObjects, handlerBlock)
    }

    /// Stops receiving presence events of channels and groups. Their messages are not touched.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects.
    ///   - handlerBlock: Called once, with the objects or with the error. nil, the default, when nobody waits for it.
    public func disablePresenceObservation(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientPresenceDisableHandlingBlock? = nil
    ) {
        engine.ignorePresence(of: channelObjects, handlerBlock)
    }
}
