import PubNubCore
import PubNubMachines
import PubNubWire

/// Channel groups and their namespaces (3.7.8 README, "Channel registry").
///
/// A group exists while it contains channels: the first channel creates the group and its namespace.
extension PubNub {
    /// Requests the channel groups of the global scope.
    ///
    /// - Parameter handlerBlock: Called with the namespace, which is `nil` here, and the groups, or with the error.
    ///   Pass `nil`, the default, to ignore the result.
    public func requestDefaultChannelGroups(
        completionHandling handlerBlock: PNClientChannelGroupsRequestHandlingBlock? = nil
    ) {
        face.requestGroups(of: nil, handlerBlock)
    }

    /// Requests the channel groups of the global scope. An example of the guide uses this name.
    ///
    /// - Parameter handlerBlock: Called with the namespace, which is nil here, and the groups, or with the error.
    public func requestChannelGroups(completionHandling handlerBlock: PNClientChannelGroupsRequestHandlingBlock?) {
        face.requestGroups(of: nil, handlerBlock)
    }

    /// Requests the channel groups of a namespace.
    ///
    /// - Parameters:
    ///   - nspace: The name of the namespace; `nil` or an empty string is the global scope.
    ///   - handlerBlock: Called with the namespace and its groups, or with the error, whose `associatedObject` is the
    ///     name of the namespace. Pass `nil`, the default, to ignore the result.
    public func requestChannelGroups(
        forNamespace nspace: String?,
        withCompletionHandling handlerBlock: PNClientChannelGroupsRequestHandlingBlock? = nil
    ) {
        face.requestGroups(of: nspace, handlerBlock)
    }

    /// Requests the namespaces of the subscribe key.
    ///
    /// - Parameter handlerBlock: Called with the names of the namespaces, or with the error. Pass `nil`, the default,
    ///   to ignore the result.
    public func requestChannelGroupNamespaces(
        completionHandling handlerBlock: PNClientChannelGroupNamespacesRequestHandlingBlock? = nil
    ) {
        face.requestNamespaces(handlerBlock)
    }

    /// Removes a namespace together with its groups.
    ///
    /// - Parameters:
    ///   - nspace: The name of the namespace.
    ///   - handlerBlock: Called with the name, or with the error, whose `associatedObject` is the name. Pass `nil`, the
    ///     default, to ignore the result.
    public func removeChannelGroupNamespace(
        _ nspace: String,
        withCompletionHandling handlerBlock: PNClientChannelGroupNamespaceRemoveHandlingBlock? = nil
    ) {
        face.removeNamespace(nspace, handlerBlock)
    }

    /// Removes a channel group by removing all its channels.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - handlerBlock: Called with the group, or with the error, whose `associatedObject` is the group. Pass `nil`,
    ///     the default, to ignore the result.
    public func remove(
        _ group: PNChannelGroup,
        withCompletionHandling handlerBlock: PNClientChannelGroupRemoveHandlingBlock? = nil
    ) {
        face.removeGroup(group, handlerBlock)
    }

    /// Requests the channels of a group.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - handlerBlock: Called with an equal group whose ``PNChannelGroup/channels`` are those of the response, or with the
    ///     error, whose `associatedObject` is the group. Pass `nil`, the default, to ignore the result.
    public func requestChannels(
        for group: PNChannelGroup,
        withCompletionHandling handlerBlock: PNClientChannelsForGroupRequestHandlingBlock? = nil
    ) {
        face.requestChannels(of: group, handlerBlock)
    }

    /// Adds channels to a group. Changes of one group take place in the order of their calls.
    ///
    /// - Parameters:
    ///   - channels: The channels; an empty list is error 118. A group takes up to 2,000 channels, more is error 119.
    ///   - group: The group; it need not exist yet.
    ///   - handlerBlock: Called with the group and the channels, or with the error, whose `associatedObject` is the
    ///     ``PNChannelGroupChange``. Pass `nil`, the default, to ignore the result.
    public func addChannels(
        _ channels: [PNChannel],
        to group: PNChannelGroup,
        withCompletionHandling handlerBlock: PNClientChannelsAdditionToGroupHandlingBlock? = nil
    ) {
        face.addChannels(channels, to: group, handlerBlock)
    }

    /// Removes channels from a group. Changes of one group take place in the order of their calls.
    ///
    /// - Parameters:
    ///   - channels: The channels; an empty list is error 118.
    ///   - group: The group, which ceases to exist without channels.
    ///   - handlerBlock: Called with the group and the channels, or with the error, whose `associatedObject` is the
    ///     ``PNChannelGroupChange``. Pass `nil`, the default, to ignore the result.
    public func removeChannels(
        _ channels: [PNChannel],
        from group: PNChannelGroup,
        withCompletionHandling handlerBlock: PNClientChannelsRemovalFromGroupHandlingBlock? = nil
    ) {
        face.removeChannels(channels, from: group, handlerBlock)
    }
}

/// Reading and changing channel groups and namespaces.
extension ClientFace {
    func requestGroups(of namespace: String?, _ handler: PNClientChannelGroupsRequestHandlingBlock?) {
        let namespace = namespace.flatMap { $0.isEmpty ? nil : $0 }
        let completion = Completion(handler.map(PNEvent.channelGroups.handler))
        inLine("groups") { [self] position in
            let report: @Sendable (PNEvent.Outcome<[PNChannelGroup]>) -> Void = { [self] outcome in
                let outcome = outcome.mapError { $0.associated(with: namespace) }
                emit(.channelGroups(namespace: namespace, outcome), completion: completion, ending: position)
            }
            do throws(Failure) {
                if let namespace { try Validation.check(namespace: namespace) }
                submit(ChannelRegistryEndpoints.groups(namespace: namespace), at: position) { result in
                    report(result.map { names in names.map { PNChannelGroup(name: $0, inNamespace: namespace) } })
                }
            } catch {
                report(.failure(PNError(error)))
            }
        }
    }

    func requestNamespaces(_ handler: PNClientChannelGroupNamespacesRequestHandlingBlock?) {
        let completion = Completion(handler.map(PNEvent.namespaces.handler))
        inLine("namespaces") { [self] position in
            submit(ChannelRegistryEndpoints.namespaces(), at: position) { [self] result in
                emit(.namespaces(result), completion: completion, ending: position)
            }
        }
    }

    func removeNamespace(_ namespace: String, _ handler: PNClientChannelGroupNamespaceRemoveHandlingBlock?) {
        let completion = Completion(handler.map(PNEvent.namespaceRemoval.handler))
        inLine("remove namespace") { [self] position in
            let report: @Sendable (PNEvent.Outcome<Void>) -> Void = { [self] outcome in
                let outcome = outcome.map { namespace }.mapError { $0.associated(with: namespace) }
                emit(.namespaceRemoval(outcome), completion: completion, ending: position)
            }
            do throws(Failure) {
                try Validation.check(namespace: namespace)
                submit(ChannelRegistryEndpoints.removeNamespace(namespace), at: position, completion: report)
            } catch {
                report(.failure(PNError(error)))
            }
        }
    }

    func removeGroup(_ group: PNChannelGroup, _ handler: PNClientChannelGroupRemoveHandlingBlock?) {
        let completion = Completion(handler.map(PNEvent.groupRemoval.handler))
        inLine("remove group") { [self] position in
            let report: @Sendable (PNEvent.Outcome<Void>) -> Void = { [self] outcome in
                let change = outcome.value.map { ChannelChange.channels([], of: group) }
                let outcome = outcome.map { group }.mapError { $0.associated(with: group) }
                emit(.groupRemoval(outcome), changing: change, completion: completion, ending: position)
            }
            do throws(Failure) {
                let call = ChannelRegistryEndpoints.removeGroup(try Validation.address(of: group))
                submit(call, order: order(of: group), at: position, completion: report)
            } catch {
                report(.failure(PNError(error)))
            }
        }
    }

    func requestChannels(of group: PNChannelGroup, _ handler: PNClientChannelsForGroupRequestHandlingBlock?) {
        let completion = Completion(handler.map(PNEvent.groupChannels.handler))
        inLine("channels of a group") { [self] position in
            let report: @Sendable (PNEvent.Outcome<[String]>) -> Void = { [self] outcome in
                let channels = outcome.map { PNChannel.exactly(named: $0) }
                let change = channels.value.map { ChannelChange.channels($0, of: group) }
                // Clients with other keys share the list of the group by its name, so the result has a list of its own.
                let listing = channels.map { group.listing($0) }.mapError { $0.associated(with: group) }
                emit(.groupChannels(listing), changing: change, completion: completion, ending: position)
            }
            do throws(Failure) {
                let call = ChannelRegistryEndpoints.channels(of: try Validation.address(of: group))
                submit(call, order: order(of: group), at: position, completion: report)
            } catch {
                report(.failure(PNError(error)))
            }
        }
    }

    func addChannels(
        _ channels: [PNChannel],
        to group: PNChannelGroup,
        _ handler: PNClientChannelsAdditionToGroupHandlingBlock?
    ) {
        let change = PNChannelGroupChange(group: group, channels: channels, addingChannels: true)
        let completion = Completion(handler.map(PNEvent.groupChannelsAddition.handler))
        inLine("add channels") { [self] position in
            make(change, ChannelRegistryEndpoints.add, at: position) { [self] outcome in
                let change = outcome.value.map { ChannelChange.added($0.channels, to: group) }
                emit(.groupChannelsAddition(outcome), changing: change, completion: completion, ending: position)
            }
        }
    }

    func removeChannels(
        _ channels: [PNChannel],
        from group: PNChannelGroup,
        _ handler: PNClientChannelsRemovalFromGroupHandlingBlock?
    ) {
        let change = PNChannelGroupChange(group: group, channels: channels, addingChannels: false)
        let completion = Completion(handler.map(PNEvent.groupChannelsRemoval.handler))
        let list = Validation.checked(channels)
        let others = PNChannelGroupChange(group: group, channels: list.invalid, addingChannels: false)
        let fault = list.valid.isEmpty ? nil : list.error?.associated(with: others)
        let valid = PNChannelGroupChange(group: group, channels: list.valid, addingChannels: false)
        inLine("remove channels") { [self] position in
            make(fault == nil ? change : valid, ChannelRegistryEndpoints.remove, at: position) { [self] outcome in
                let change = outcome.value.map { ChannelChange.removed($0.channels, from: group) }
                emit(outcome, changing: change, fault: fault, completion: completion, ending: position) {
                    .groupChannelsRemoval($0)
                }
            }
        }
    }

    private func names(_ change: PNChannelGroupChange) throws(Failure) -> NameList {
        try change.addingChannels ? Validation.names(toAdd: change.channels) : Validation.names(of: change.channels)
    }

    private func make(
        _ change: PNChannelGroupChange,
        _ call: (NameList, GroupAddress) -> Call<Void>,
        at position: CallPosition,
        report: @escaping @Sendable (PNEvent.Outcome<PNChannelGroupChange>) -> Void
    ) {
        do throws(Failure) {
            let address = try Validation.address(of: change.group)
            let names = try names(change)
            submit(call(names, address), order: order(of: change.group), at: position) { result in
                report(result.map { change }.mapError { $0.associated(with: change) })
            }
        } catch {
            report(.failure(error.associated(with: change)))
        }
    }

    /// Changes and requests of one group take place in the order of their calls.
    private func order(of group: PNChannelGroup) -> String {
        "group \(group.name)"
    }
}
