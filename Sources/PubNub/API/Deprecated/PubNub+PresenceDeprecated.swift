/// The forms of before 3.7.0: one channel, or channels only. Each forwards to its successor.
extension PubNub {
    /// Starts to receive presence events of one channel.
    @available(*, deprecated, message: "Use enablePresenceObservation(for:withCompletionHandling:) with a list")
    public func enablePresenceObservation(
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientPresenceEnableHandlingBlock? = nil
    ) {
        enablePresenceObservation(for: [channel], withCompletionHandling: handlerBlock)
    }

    /// Starts to receive presence events of channels.
    @available(*, deprecated, message: "Use enablePresenceObservation(for:withCompletionHandling:)")
    public func enablePresenceObservation(
        forChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientPresenceEnableHandlingBlock? = nil
    ) {
        enablePresenceObservation(for: channels, withCompletionHandling: handlerBlock)
    }

    /// Stops receiving presence events of one channel.
    @available(*, deprecated, message: "Use disablePresenceObservation(for:withCompletionHandling:) with a list")
    public func disablePresenceObservation(
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientPresenceDisableHandlingBlock? = nil
    ) {
        disablePresenceObservation(for: [channel], withCompletionHandling: handlerBlock)
    }

    /// Stops receiving presence events of channels.
    @available(*, deprecated, message: "Use disablePresenceObservation(for:withCompletionHandling:)")
    public func disablePresenceObservation(
        forChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientPresenceDisableHandlingBlock? = nil
    ) {
        disablePresenceObservation(for: channels, withCompletionHandling: handlerBlock)
    }

    /// Asks who is on one channel.
    @available(*, deprecated, message: "Use requestParticipantsList(for:...) with a list")
    public func requestParticipantsList(
        for channel: PNChannel,
        clientIdentifiersRequired isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        withCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        requestParticipantsList(
            for: [channel],
            clientIdentifiersRequired: isClientIdentifiersRequired,
            clientState: shouldFetchClientState,
            withCompletionBlock: handleBlock
        )
    }
}
