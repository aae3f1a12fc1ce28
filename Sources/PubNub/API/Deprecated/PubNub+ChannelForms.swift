/// Forms that 3.7.0 deprecated for subscriptions, presence and state: one channel, or only channels. Each calls its
/// successor.
extension PubNub {
    /// Subscribes to one channel.
    ///
    /// The state may have the name of the channel as its key, as in the form with a list, or be that of the channel itself.
    @available(*, deprecated, message: "Use subscribe(on:withClientState:andCompletionHandling:) with a list")
    public func subscribe(
        on channel: PNChannel,
        withClientState clientState: [String: Any]? = nil,
        andCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock? = nil
    ) {
        var states = clientState
        if let state = clientState, !state.isEmpty, !(state[channel.name] is [AnyHashable: Any]) {
            states = [channel.name: state]
        }
        subscribe(on: [channel], withClientState: states, andCompletionHandling: handlerBlock)
    }

    /// Subscribes to one channel.
    @available(*, deprecated, message: "Use subscribe(on:withCompletionHandling:) with a list")
    public func subscribe(
        on channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock?
    ) {
        subscribe(on: [channel], withCompletionHandling: handlerBlock)
    }

    /// Subscribes to channels.
    @available(*, deprecated, message: "Use subscribe(on:withClientState:andCompletionHandling:)")
    public func subscribe(
        onChannels channels: [PNChannel],
        withClientState clientState: [String: Any]? = nil,
        andCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock? = nil
    ) {
        subscribe(on: channels, withClientState: clientState, andCompletionHandling: handlerBlock)
    }

    /// Subscribes to channels.
    @available(*, deprecated, message: "Use subscribe(on:withCompletionHandling:)")
    public func subscribe(
        onChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock?
    ) {
        subscribe(on: channels, withCompletionHandling: handlerBlock)
    }

    /// Unsubscribes from one channel.
    @available(*, deprecated, message: "Use unsubscribe(from:withCompletionHandling:) with a list")
    public func unsubscribe(
        from channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientChannelUnsubscriptionHandlerBlock? = nil
    ) {
        unsubscribe(from: [channel], withCompletionHandling: handlerBlock)
    }

    /// Unsubscribes from channels.
    @available(*, deprecated, message: "Use unsubscribe(from:withCompletionHandling:)")
    public func unsubscribe(
        fromChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientChannelUnsubscriptionHandlerBlock? = nil
    ) {
        unsubscribe(from: channels, withCompletionHandling: handlerBlock)
    }

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

    /// Requests the participants of one channel.
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

    /// Requests a client's state on a channel.
    @available(*, deprecated, message: "Use requestClientState(_:forObject:withCompletionHandling:)")
    public func requestClientState(
        _ clientIdentifier: String,
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientStateRetrieveHandlingBlock? = nil
    ) {
        requestClientState(clientIdentifier, forObject: channel, withCompletionHandling: handlerBlock)
    }

    /// Changes a client's state on a channel.
    @available(*, deprecated, message: "Use updateClientState(_:state:forObject:withCompletionHandling:)")
    public func updateClientState(
        _ clientIdentifier: String,
        state clientState: [String: Any],
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientStateUpdateHandlingBlock? = nil
    ) {
        updateClientState(
            clientIdentifier,
            state: clientState,
            forObject: channel,
            withCompletionHandling: handlerBlock
        )
    }
}
