/// Subscriptions of the shared client.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Subscribes to channels and channel groups, with the shared client.
    public static func subscribe(
        on channelObjects: [any PNChannelProtocol],
        withClientState clientState: [String: Any]? = nil,
        andCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock? = nil
    ) {
        sharedInstance().subscribe(
            on: channelObjects,
            withClientState: clientState,
            andCompletionHandling: handlerBlock
        )
    }

    /// Subscribes to channels and channel groups, with the shared client.
    public static func subscribe(
        on channelsAndGroups: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock?
    ) {
        sharedInstance().subscribe(on: channelsAndGroups, withCompletionHandling: handlerBlock)
    }

    /// Unsubscribes from channels and channel groups, their presence events included, and tells the others at once
    /// that the shared client has left them.
    public static func unsubscribe(
        from channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelUnsubscriptionHandlerBlock? = nil
    ) {
        sharedInstance().unsubscribe(from: channelObjects, withCompletionHandling: handlerBlock)
    }

    /// The channels and groups whose messages the shared client receives, in the order in which they were subscribed.
    @available(*, deprecated, message: "Use subscribedChannels() of a client")
    public static func subscribedObjectsList() -> [any PNChannelProtocol] {
        sharedInstance().subscribedObjectsList()
    }

    /// The same as ``subscribedObjectsList()-type.method``.
    @available(*, deprecated, message: "Use subscribedChannels() of a client")
    public static func subscribedChannels() -> [any PNChannelProtocol] {
        sharedInstance().subscribedChannels()
    }

    /// Tells whether the shared client receives the messages of a channel or group.
    public static func isSubscribed(on object: any PNChannelProtocol) -> Bool {
        sharedInstance().isSubscribed(on: object)
    }

    /// Subscribes to one channel, with the shared client.
    @available(*, deprecated, message: "Use subscribe(on:withClientState:andCompletionHandling:) with a list")
    public static func subscribe(
        on channel: PNChannel,
        withClientState clientState: [String: Any]? = nil,
        andCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock? = nil
    ) {
        sharedInstance().subscribe(on: channel, withClientState: clientState, andCompletionHandling: handlerBlock)
    }

    /// Subscribes to one channel, with the shared client.
    @available(*, deprecated, message: "Use subscribe(on:withCompletionHandling:) with a list")
    public static func subscribe(
        on channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock?
    ) {
        sharedInstance().subscribe(on: channel, withCompletionHandling: handlerBlock)
    }

    /// Subscribes to channels, with the shared client.
    @available(*, deprecated, message: "Use subscribe(on:withClientState:andCompletionHandling:)")
    public static func subscribe(
        onChannels channels: [PNChannel],
        withClientState clientState: [String: Any]? = nil,
        andCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock? = nil
    ) {
        sharedInstance().subscribe(
            onChannels: channels,
            withClientState: clientState,
            andCompletionHandling: handlerBlock
        )
    }

    /// Subscribes to channels, with the shared client.
    @available(*, deprecated, message: "Use subscribe(on:withCompletionHandling:)")
    public static func subscribe(
        onChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock?
    ) {
        sharedInstance().subscribe(onChannels: channels, withCompletionHandling: handlerBlock)
    }

    /// Unsubscribes from one channel, with the shared client.
    @available(*, deprecated, message: "Use unsubscribe(from:withCompletionHandling:) with a list")
    public static func unsubscribe(
        from channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientChannelUnsubscriptionHandlerBlock? = nil
    ) {
        sharedInstance().unsubscribe(from: channel, withCompletionHandling: handlerBlock)
    }

    /// Unsubscribes from channels, with the shared client.
    @available(*, deprecated, message: "Use unsubscribe(from:withCompletionHandling:)")
    public static func unsubscribe(
        fromChannels channels: [PNChannel],
        withCompletionHandling handlerBlock: PNClientChannelUnsubscriptionHandlerBlock? = nil
    ) {
        sharedInstance().unsubscribe(fromChannels: channels, withCompletionHandling: handlerBlock)
    }
}
