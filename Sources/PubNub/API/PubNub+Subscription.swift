import PubNubCore
import PubNubMachines
package import PubNubWire

/// Subscribing and unsubscribing (3.7.8 README, "Subscribing and Unsubscribing from Channels and Channel Groups").
extension PubNub {
    /// Subscribes to channels and channel groups.
    ///
    /// An object made with `shouldObservePresence` switches its presence events on or off as well. Names may be wildcards
    /// (`news.*`). A name that ends in `-pnpres` is the presence part of the channel or group before it: it enables presence
    /// events and leaves messages as they are. A list may name both, in any order; each name counts once.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects. An empty list, or an empty name, is an error
    ///     (117); so is a channel name with `,` `/` or `:`.
    ///   - clientState: State of this client by channel or group name, sent to the service with the subscription:
    ///     values are dictionaries of strings, numbers and nulls, else the call fails with 135. Its fields are added to
    ///     those that the client has set before; a null removes one. A name counts for the channel and for the group of
    ///     that name if the list has both. For a list of one object it may also be the state of that object, without the
    ///     name. `nil`, the default, for none.
    ///   - handlerBlock: Called once: subscribed, or not subscribed with the error, whose `associatedObject` holds the
    ///     channels and groups that failed. Pass `nil` to ignore the result.
    public func subscribe(
        on channelObjects: [any PNChannelProtocol],
        withClientState clientState: [String: Any]? = nil,
        andCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock? = nil
    ) {
        face.subscribe(to: channelObjects, state: clientState, handlerBlock)
    }

    /// Subscribes to channels and channel groups; see also the form that takes a state.
    ///
    /// - Parameters:
    ///   - channelsAndGroups: ``PNChannel`` and ``PNChannelGroup`` objects.
    ///   - handlerBlock: Called once, with the outcome. Pass `nil` to ignore the result.
    public func subscribe(
        on channelsAndGroups: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock?
    ) {
        face.subscribe(to: channelsAndGroups, state: nil, handlerBlock)
    }

    /// Unsubscribes from channels and channel groups including their presence events, and leaves them immediately, so
    /// that other clients receive the event. A name that ends in `-pnpres` ends only the presence events.
    ///
    /// After a loss of the connection this succeeds immediately: the client does not restore these subscriptions, and
    /// leaves them when it is connected again.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects; those that are not subscribed count as done. The
    ///     call succeeds for an empty list.
    ///   - handlerBlock: Called once, with the objects or with the error. Pass `nil`, the default, to ignore the
    ///     result.
    public func unsubscribe(
        from channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelUnsubscriptionHandlerBlock? = nil
    ) {
        face.unsubscribe(from: channelObjects, handlerBlock)
    }

    /// Makes the next subscription begin after `timetoken` instead of at the present time.
    package func beginSubscription(after timetoken: Timetoken) {
        engine.beginSubscription(after: timetoken)
    }

    /// Returns the channels and groups whose messages this client receives, in the order of subscription.
    public func subscribedObjectsList() -> [any PNChannelProtocol] {
        face.subscribedObjects()
    }

    /// Returns the same as ``subscribedObjectsList()-method``: the README and the headers of 3.7.8 use different names.
    public func subscribedChannels() -> [any PNChannelProtocol] {
        subscribedObjectsList()
    }

    /// Returns whether this client receives the messages of a channel or group.
    ///
    /// - Parameter object: The channel or group. A channel whose name ends in `-pnpres` means its presence events.
    /// - Returns: Whether it is subscribed.
    public func isSubscribed(on object: any PNChannelProtocol) -> Bool {
        let entry = SubscriptionChange.Entry(object)
        let interest = engine.confirmedSubscriptions[entry.target]
        return entry.messages ? interest.messages : interest.presence
    }
}
