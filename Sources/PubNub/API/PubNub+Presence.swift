import PubNubCore
import PubNubMachines
import PubNubWire

/// Presence events (3.7.8 README, "Presence").
extension PubNub {
    /// Returns whether this client receives presence events of a channel or group.
    ///
    /// - Parameter object: The channel or group.
    /// - Returns: Whether observation is enabled.
    public func isPresenceObservationEnabled(for object: any PNChannelProtocol) -> Bool {
        let target = SubscriptionChange.Entry(object).target
        return engine.confirmedSubscriptions[target].presence
    }

    /// Starts to receive presence events of channels and groups: joins, leaves, timeouts and changes of state.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects; they need not be subscribed.
    ///   - handlerBlock: Called once, with the objects or with the error. Pass `nil`, the default, to ignore the
    ///     result.
    public func enablePresenceObservation(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientPresenceEnableHandlingBlock? = nil
    ) {
        face.observePresence(of: channelObjects, handlerBlock)
    }

    /// Stops receiving presence events of channels and groups. Their messages are not affected. After a loss of the
    /// connection this succeeds immediately.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects. The call succeeds for an empty list.
    ///   - handlerBlock: Called once, with the objects or with the error. Pass `nil`, the default, to ignore the
    ///     result.
    public func disablePresenceObservation(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientPresenceDisableHandlingBlock? = nil
    ) {
        face.ignorePresence(of: channelObjects, handlerBlock)
    }
}
