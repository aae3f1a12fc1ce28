extension PNObservationCenter {
    /// Adds an observer that is told when channel groups arrive, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - callbackBlock: Is called every time.
    public func addChannelGroupsRequestObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelGroupsRequestHandlingBlock
    ) {
        add(observer, .channelGroups, PNEvent.channelGroups.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelGroupsRequestObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeChannelGroupsRequestObserver(_ observer: Any) {
        remove(observer, .channelGroups)
    }

    /// Adds an observer that is told when namespaces arrive, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - callbackBlock: Is called every time.
    public func addChannelGroupNamespacesRequestObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelGroupNamespacesRequestHandlingBlock
    ) {
        add(observer, .namespaces, PNEvent.namespaces.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelGroupNamespacesRequestObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeChannelGroupNamespacesRequestObserver(_ observer: Any) {
        remove(observer, .namespaces)
    }

    /// Adds an observer that is told when a namespace is removed, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - callbackBlock: Is called every time.
    public func addChannelGroupNamespaceRemovalObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelGroupNamespaceRemoveHandlingBlock
    ) {
        add(observer, .namespaceRemoval, PNEvent.namespaceRemoval.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelGroupNamespaceRemovalObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeChannelGroupNamespaceRemovalObserver(_ observer: Any) {
        remove(observer, .namespaceRemoval)
    }

    /// Adds an observer that is told when a channel group is removed, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - callbackBlock: Is called every time.
    public func addChannelGroupRemovalObserver(
        _ observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelGroupRemoveHandlingBlock
    ) {
        add(observer, .groupRemoval, PNEvent.groupRemoval.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelGroupRemovalObserver(_:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeChannelGroupRemovalObserver(_ observer: Any) {
        remove(observer, .groupRemoval)
    }

    /// Adds an observer that is told when the channels of a group arrive, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - callbackBlock: Is called every time.
    public func addChannels(
        forGroupRequestObserver observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelsForGroupRequestHandlingBlock
    ) {
        add(observer, .groupChannels, PNEvent.groupChannels.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannels(forGroupRequestObserver:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeChannels(forGroupRequestObserver observer: Any) {
        remove(observer, .groupChannels)
    }

    /// Adds an observer that is told when channels are added to a group, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - callbackBlock: Is called every time.
    public func addChannelsAddition(
        toGroupObserver observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelsAdditionToGroupHandlingBlock
    ) {
        add(observer, .groupChannelsAddition, PNEvent.groupChannelsAddition.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelsAddition(toGroupObserver:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeChannelsAddition(toGroupObserver observer: Any) {
        remove(observer, .groupChannelsAddition)
    }

    /// Adds an observer that is told when channels are removed from a group, or when that fails.
    ///
    /// - Parameters:
    ///   - observer: Who observes; see ``PNObservationCenter``.
    ///   - callbackBlock: Is called every time.
    public func addChannelsRemoval(
        fromGroupObserver observer: Any,
        withCallbackBlock callbackBlock: @escaping PNClientChannelsRemovalFromGroupHandlingBlock
    ) {
        add(observer, .groupChannelsRemoval, PNEvent.groupChannelsRemoval.handler(callbackBlock))
    }

    /// Removes an observer that ``addChannelsRemoval(fromGroupObserver:withCallbackBlock:)`` added.
    ///
    /// - Parameter observer: Who observed.
    public func removeChannelsRemoval(fromGroupObserver observer: Any) {
        remove(observer, .groupChannelsRemoval)
    }
}
