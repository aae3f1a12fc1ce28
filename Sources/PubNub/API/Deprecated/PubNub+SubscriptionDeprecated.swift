/// The forms of before 3.7.0: one channel, or channels only. Each forwards to its successor.
extension PubNub {
    /// Subscribes to one channel.
    @available(*, deprecated, message: "Use subscribe(on:withClientState:andCompletionHandling:) with a list")
    public func subscribe(
        on channel: PNChannel,
        withClientState clientState: [String: Any]? = nil,
        andCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock? = nil
    ) {
        subscribe(on: [channel], withClientState: clientState, andCompletionHandling: handlerBlock)
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
}
