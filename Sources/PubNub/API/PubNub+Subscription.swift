import PubNubMachines
package import PubNubWire

/// Subscribing and unsubscribing (README "Subscribing and Unsubscribing from Channels and Channel Groups").
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
    ///   - clientState: State of this client by channel or group name, given to the service with the subscription: values
    ///     are dictionaries of texts, numbers and nulls, else the call fails with 135. A name counts for the channel and for
    ///     the group of that name if the list has both. nil, the default, for none.
    ///   - handlerBlock: Called once: subscribed, or not subscribed with the error, whose `associatedObject` holds the
    ///     objects in question. nil when nobody waits for it.
    public func subscribe(
        on channelObjects: [any PNChannelProtocol],
        withClientState clientState: [String: Any]? = nil,
        andCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock? = nil
    ) {
        engine.subscribe(to: channelObjects, state: clientState, handlerBlock)
    }

    /// Subscribes to channels and channel groups; see the form that takes a state, too.
    ///
    /// - Parameters:
    ///   - channelsAndGroups: ``PNChannel`` and ``PNChannelGroup`` objects.
    ///   - handlerBlock: Called once, with the outcome; nil when nobody waits for it.
    public func subscribe(
        on channelsAndGroups: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelSubscriptionHandlerBlock?
    ) {
        engine.subscribe(to: channelsAndGroups, state: nil, handlerBlock)
    }

    /// Unsubscribes from channels and channel groups, their presence events included, and tells the others at once that
    /// this client has left them. A name that ends in `-pnpres` ends only the presence events.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects; those not subscribed count as done.
    ///   - handlerBlock: Called once, with the objects or with the error. nil, the default, when nobody waits for it.
    public func unsubscribe(
        from channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelUnsubscriptionHandlerBlock? = nil
    ) {
        engine.unsubscribe(from: channelObjects, handlerBlock)
    }

    /// Lets the next subscription begin after `timetoken` and not at the time it is made.
    package func beginSubscription(after timetoken: Timetoken) {
        engine.change { $0.machine.begin(at: timetoken) }
    }

    /// The channels and groups whose messages this client receives, in the order in which they were subscribed.
    public func subscribedObjectsList() -> [any PNChannelProtocol] {
        engine.subscribedObjects()
    }

    /// The same as ``subscribedObjectsList()-method``: the README and the headers of 3.7.8 name it differently.
    public func subscribedChannels() -> [any PNChannelProtocol] {
        subscribedObjectsList()
    }

    /// Tells whether this client receives the messages of a channel or group.
    ///
    /// - Parameter object: The channel or group. A channel whose name ends in `-pnpres` asks about presence events.
    /// - Returns: Whether it is subscribed.
    public func isSubscribed(on object: any PNChannelProtocol) -> Bool {
        let entry = SubscriptionChange.Entry(object)
        let interest = engine.read { $0.machine.subscription.confirmedList[entry.target] }
        return entry.messages ? interest.messages : interest.presence
    }
}
