import PubNubWire

/// Channel groups and their namespaces (README "Channel registry").
///
/// Groups and namespaces exist as long as there are channels in them: a group comes into being with its first channel,
/// and its namespace with it.
extension PubNub {
    /// Asks for the channel groups of the global scope.
    ///
    /// - Parameter handlerBlock: Called with the namespace, which is nil here, and the groups, or with the error. nil,
    ///   the default, when nobody waits for it.
    public func requestDefaultChannelGroups(
        completionHandling handlerBlock: PNClientChannelGroupsRequestHandlingBlock? = nil
    ) {
        engine.requestGroups(of: nil, handlerBlock)
    }

    /// Asks for the channel groups of the global scope, under the name that an example of the guide uses.
    ///
    /// - Parameter handlerBlock: Called with the namespace, which is nil here, and the groups, or with the error.
    public func requestChannelGroups(completionHandling handlerBlock: PNClientChannelGroupsRequestHandlingBlock?) {
        engine.requestGroups(of: nil, handlerBlock)
    }

    /// Asks for the channel groups of a namespace.
    ///
    /// - Parameters:
    ///   - nspace: The name of the namespace; nil or empty is the global scope.
    ///   - handlerBlock: Called with the namespace and its groups, or with the error, whose `associatedObject` is the name
    ///     of the namespace. nil, the default, when nobody waits for it.
    public func requestChannelGroups(
        forNamespace nspace: String?,
        withCompletionHandling handlerBlock: PNClientChannelGroupsRequestHandlingBlock? = nil
    ) {
        engine.requestGroups(of: nspace, handlerBlock)
    }

    /// Asks for the namespaces of the subscribe key.
    ///
    /// - Parameter handlerBlock: Called with the names of the namespaces, or with the error. nil, the default, when nobody
    ///   waits for it.
    public func requestChannelGroupNamespaces(
        completionHandling handlerBlock: PNClientChannelGroupNamespacesRequestHandlingBlock? = nil
    ) {
        engine.requestNamespaces(handlerBlock)
    }

    /// Removes a namespace together with its groups.
    ///
    /// - Parameters:
    ///   - nspace: The name of the namespace.
    ///   - handlerBlock: Called with the name, or with the error, whose `associatedObject` is the name. nil, the default,
    ///     when nobody waits for it.
    public func removeChannelGroupNamespace(
        _ nspace: String,
        withCompletionHandling handlerBlock: PNClientChannelGroupNamespaceRemoveHandlingBlock? = nil
    ) {
        engine.removeNamespace(nspace, handlerBlock)
    }

    /// Removes a channel group, that is, all channels from it.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - handlerBlock: Called with the group, or with the error, whose `associatedObject` is the group. nil, the default,
    ///     when nobody waits for it.
    public func remove(
        _ group: PNChannelGroup,
        withCompletionHandling handlerBlock: PNClientChannelGroupRemoveHandlingBlock? = nil
    ) {
        engine.removeGroup(group, handlerBlock)
    }

    /// Asks for the channels of a group.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - handlerBlock: Called with the group, whose ``PNChannelGroup/channels`` are filled, or with the error, whose
    ///     `associatedObject` is the group. nil, the default, when nobody waits for it.
    public func requestChannels(
        for group: PNChannelGroup,
        withCompletionHandling handlerBlock: PNClientChannelsForGroupRequestHandlingBlock? = nil
    ) {
        engine.requestChannels(of: group, handlerBlock)
    }

    /// Adds channels to a group. Changes of one group take place in the order of their calls.
    ///
    /// - Parameters:
    ///   - channels: The channels; an empty list is error 118. A group takes up to 2,000 channels, more is error 119.
    ///   - group: The group; it need not exist yet.
    ///   - handlerBlock: Called with the group and the channels, or with the error, whose `associatedObject` is the
    ///     ``PNChannelGroupChange``. nil, the default, when nobody waits for it.
    public func addChannels(
        _ channels: [PNChannel],
        to group: PNChannelGroup,
        withCompletionHandling handlerBlock: PNClientChannelsAdditionToGroupHandlingBlock? = nil
    ) {
        engine.addChannels(channels, to: group, handlerBlock)
    }

    /// Removes channels from a group. Changes of one group take place in the order of their calls.
    ///
    /// - Parameters:
    ///   - channels: The channels; an empty list is error 118.
    ///   - group: The group, which is gone when no channel is left in it.
    ///   - handlerBlock: Called with the group and the channels, or with the error, whose `associatedObject` is the
    ///     ``PNChannelGroupChange``. nil, the default, when nobody waits for it.
    public func removeChannels(
        _ channels: [PNChannel],
        from group: PNChannelGroup,
        withCompletionHandling handlerBlock: PNClientChannelsRemovalFromGroupHandlingBlock? = nil
    ) {
        engine.removeChannels(channels, from: group, handlerBlock)
    }
}
