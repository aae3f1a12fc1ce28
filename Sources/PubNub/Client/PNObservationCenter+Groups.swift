extension PNObservationCenter {
    /// Adds an observer that is notified when channel groups arrive, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addChannelGroupsRequestObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelGroupsRequestHandlingBlock
    ) {
        add(observer, .channelGroups, PNEvent.channelGroups.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelGroupsRequestObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeChannelGroupsRequestObserver(_ observer: Any) {
        remove(observer, .channelGroups)
    }

    /// Adds an observer that is notified when namespaces arrive, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addChannelGroupNamespacesRequestObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelGroupNamespacesRequestHandlingBlock
    ) {
        add(observer, .namespaces, PNEvent.namespaces.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelGroupNamespacesRequestObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeChannelGroupNamespacesRequestObserver(_ observer: Any) {
        remove(observer, .namespaces)
    }

    /// Adds an observer that is notified when a namespace is removed, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addChannelGroupNamespaceRemovalObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelGroupNamespaceRemoveHandlingBlock
    ) {
        add(observer, .namespaceRemoval, PNEvent.namespaceRemoval.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelGroupNamespaceRemovalObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeChannelGroupNamespaceRemovalObserver(_ observer: Any) {
        remove(observer, .namespaceRemoval)
    }

    /// Adds an observer that is notified when a channel group is removed, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addChannelGroupRemovalObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelGroupRemoveHandlingBlock
    ) {
        add(observer, .groupRemoval, PNEvent.groupRemoval.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelGroupRemovalObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeChannelGroupRemovalObserver(_ observer: Any) {
        remove(observer, .groupRemoval)
    }

    /// Adds an observer that is notified when the channels of a group arrive, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addChannels(
        forGroupRequestObserver observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelsForGroupRequestHandlingBlock
    ) {
        add(observer, .groupChannels, PNEvent.groupChannels.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannels(forGroupRequestObserver:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeChannels(forGroupRequestObserver observer: Any) {
        remove(observer, .groupChannels)
    }

    /// Adds an observer that is notified when channels are added to a group, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addChannelsAddition(
        toGroupObserver observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelsAdditionToGroupHandlingBlock
    ) {
        add(observer, .groupChannelsAddition, PNEvent.groupChannelsAddition.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelsAddition(toGroupObserver:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeChannelsAddition(toGroupObserver observer: Any) {
        remove(observer, .groupChannelsAddition)
    }

    /// Adds an observer that is notified when channels are removed from a group, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: The observer; see ``PNObservationCenter``.
    ///   - callbackBlock: Called each time.
    public func addChannelsRemoval(
        fromGroupObserver observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelsRemovalFromGroupHandlingBlock
    ) {
        add(observer, .groupChannelsRemoval, PNEvent.groupChannelsRemoval.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelsRemoval(fromGroupObserver:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: The observer that was added.
    public func removeChannelsRemoval(fromGroupObserver observer: Any) {
        remove(observer, .groupChannelsRemoval)
    }
}
