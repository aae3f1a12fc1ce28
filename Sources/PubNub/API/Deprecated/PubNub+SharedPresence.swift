/// Presence events, and who is where, asked by the shared client.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Tells whether the shared client receives presence events of a channel or group.
    public static func isPresenceObservationEnabled(for object: any PNChannelProtocol) -> Bool {
        sharedInstance().isPresenceObservationEnabled(for: object)
    }

    /// Starts to receive presence events of channels and groups: who joins, leaves, times out or changes state, with
    /// the shared client.
    public static func enablePresenceObservation(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientPresenceEnableHandlingBlock? = nil
    ) {
        sharedInstance().enablePresenceObservation(for: channelObjects, withCompletionHandling: handlerBlock)
    }

    /// Stops receiving presence events of channels and groups, with the shared client.
    public static func disablePresenceObservation(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientPresenceDisableHandlingBlock? = nil
    ) {
        sharedInstance().disablePresenceObservation(for: channelObjects, withCompletionHandling: handlerBlock)
    }

    /// Asks who is on any channel of the subscribe key, with the shared client.
    public static func requestParticipantsList(
        withClientIdentifiers isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        andCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        sharedInstance().requestParticipantsList(
            withClientIdentifiers: isClientIdentifiersRequired,
            clientState: shouldFetchClientState,
            andCompletionBlock: handleBlock
        )
    }

    /// Asks who is on any channel of the subscribe key, by identifier, with the shared client.
    public static func requestParticipantsList(completionBlock handleBlock: PNClientParticipantsHandlingBlock?) {
        sharedInstance().requestParticipantsList(completionBlock: handleBlock)
    }

    /// Asks who is on channels and on the channels of groups, with the shared client.
    public static func requestParticipantsList(
        for channelObjects: [any PNChannelProtocol],
        clientIdentifiersRequired isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        withCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        sharedInstance().requestParticipantsList(
            for: channelObjects,
            clientIdentifiersRequired: isClientIdentifiersRequired,
            clientState: shouldFetchClientState,
            withCompletionBlock: handleBlock
        )
    }

    /// Asks on which channels a client is, with the shared client.
    public static func requestParticipantChannelsList(
        _ clientIdentifier: String,
        withCompletionBlock handleBlock: PNClientParticipantChannelsHandlingBlock? = nil
    ) {
        sharedInstance().requestParticipantChannelsList(clientIdentifier, withCompletionBlock: handleBlock)
    }

    /// Starts to receive presence events of one channel, with the shared client.
    @available(*, deprecated, message: "Use enablePresenceObservation(for:withCompletionHandling:) with a list")
    public static func enablePresenceObservation(
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientPresenceEnableHandlingBlock? = nil
    ) {
        sharedInstance().enablePresenceObservation(for: channel, withCompletionHandling: handlerBlock)
    }

    /// Starts to receive presence events of channels, with the shared client.
    @available(*, deprecated, message: "Use enablePresenceObservation(for:withCompletionHandling:)")
    public static func enablePresenceObservation(
        forChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientPresenceEnableHandlingBlock? = nil
    ) {
        sharedInstance().enablePresenceObservation(forChannels: channels, withCompletionHandling: handlerBlock)
    }

    /// Stops receiving presence events of one channel, with the shared client.
    @available(*, deprecated, message: "Use disablePresenceObservation(for:withCompletionHandling:) with a list")
    public static func disablePresenceObservation(
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientPresenceDisableHandlingBlock? = nil
    ) {
        sharedInstance().disablePresenceObservation(for: channel, withCompletionHandling: handlerBlock)
    }

    /// Stops receiving presence events of channels, with the shared client.
    @available(*, deprecated, message: "Use disablePresenceObservation(for:withCompletionHandling:)")
    public static func disablePresenceObservation(
        forChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientPresenceDisableHandlingBlock? = nil
    ) {
        sharedInstance().disablePresenceObservation(forChannels: channels, withCompletionHandling: handlerBlock)
    }

    /// Asks who is on one channel, with the shared client.
    @available(*, deprecated, message: "Use requestParticipantsList(for:...) with a list")
    public static func requestParticipantsList(
        for channel: PNChannel,
        clientIdentifiersRequired isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        withCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        sharedInstance().requestParticipantsList(
            for: channel,
            clientIdentifiersRequired: isClientIdentifiersRequired,
            clientState: shouldFetchClientState,
            withCompletionBlock: handleBlock
        )
    }
}
