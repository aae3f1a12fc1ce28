import PubNubWire

/// Reading and changing channel groups and namespaces.
extension ClientEngine {
    func requestGroups(of namespace: String?, _ handler: PNClientChannelGroupsRequestHandlingBlock?) {
        let namespace = namespace.flatMap { $0.isEmpty ? nil : $0 }
        let key = Completion.Key("groups", namespace.map { [$0] } ?? [])
        let completion = hub.completion(handler.map(PNEvent.channelGroups.handler), for: key)
        let tell: @Sendable (PNEvent.Outcome<[PNChannelGroup]>) -> Void = { [self] outcome in
            let outcome = outcome.mapError { $0.associated(with: namespace) }
            emit(.channelGroups(namespace: namespace, outcome), completion: completion)
        }
        do throws(PNError) {
            if let namespace { try Validation.check(namespace: namespace) }
            submit(ChannelRegistryEndpoints.groups(namespace: namespace)) { result in
                tell(result.map { names in names.map { PNChannelGroup(name: $0, inNamespace: namespace) } })
            }
        } catch {
            tell(.failure(error))
        }
    }

    func requestNamespaces(_ handler: PNClientChannelGroupNamespacesRequestHandlingBlock?) {
        let completion = hub.completion(handler.map(PNEvent.namespaces.handler), for: .init("namespaces"))
        submit(ChannelRegistryEndpoints.namespaces()) { [self] result in
            emit(.namespaces(result), completion: completion)
        }
    }

    func removeNamespace(_ namespace: String, _ handler: PNClientChannelGroupNamespaceRemoveHandlingBlock?) {
        let key = Completion.Key("remove namespace", [namespace])
        let completion = hub.completion(handler.map(PNEvent.namespaceRemoval.handler), for: key)
        let tell: @Sendable (PNEvent.Outcome<Void>) -> Void = { [self] outcome in
            let outcome = outcome.map { namespace }.mapError { $0.associated(with: namespace) }
            emit(.namespaceRemoval(outcome), completion: completion)
        }
        do throws(PNError) {
            try Validation.check(namespace: namespace)
            submit(ChannelRegistryEndpoints.removeNamespace(namespace), completion: tell)
        } catch {
            tell(.failure(error))
        }
    }

    func removeGroup(_ group: PNChannelGroup, _ handler: PNClientChannelGroupRemoveHandlingBlock?) {
        let key = Completion.Key("remove group", [group.name])
        let completion = hub.completion(handler.map(PNEvent.groupRemoval.handler), for: key)
        let tell: @Sendable (PNEvent.Outcome<Void>) -> Void = { [self] outcome in
            if case .success = outcome { group.update(channels: []) }
            let outcome = outcome.map { group }.mapError { $0.associated(with: group) }
            emit(.groupRemoval(outcome), completion: completion)
        }
        do throws(PNError) {
            let address = try Validation.address(of: group)
            submit(ChannelRegistryEndpoints.removeGroup(address), order: order(of: group), completion: tell)
        } catch {
            tell(.failure(error))
        }
    }

    func requestChannels(of group: PNChannelGroup, _ handler: PNClientChannelsForGroupRequestHandlingBlock?) {
        let key = Completion.Key("group channels", [group.name])
        let completion = hub.completion(handler.map(PNEvent.groupChannels.handler), for: key)
        let tell: @Sendable (PNEvent.Outcome<[String]>) -> Void = { [self] outcome in
            if let names = outcome.value { group.update(channels: PNChannel.channels(withNames: names)) }
            let outcome = outcome.map { _ in group }.mapError { $0.associated(with: group) }
            emit(.groupChannels(outcome), completion: completion)
        }
        do throws(PNError) {
            let address = try Validation.address(of: group)
            submit(ChannelRegistryEndpoints.channels(of: address), order: order(of: group), completion: tell)
        } catch {
            tell(.failure(error))
        }
    }

    func addChannels(
        _ channels: [PNChannel],
        to group: PNChannelGroup,
        _ handler: PNClientChannelsAdditionToGroupHandlingBlock?
    ) {
        let change = PNChannelGroupChange(group: group, channels: channels, addingChannels: true)
        let completion = hub.completion(
            handler.map(PNEvent.groupChannelsAddition.handler),
            for: key("add channels", change)
        )
        make(change, ChannelRegistryEndpoints.add) { [self] outcome in
            if case .success = outcome { group.add(channels) }
            emit(.groupChannelsAddition(outcome), completion: completion)
        }
    }

    func removeChannels(
        _ channels: [PNChannel],
        from group: PNChannelGroup,
        _ handler: PNClientChannelsRemovalFromGroupHandlingBlock?
    ) {
        let change = PNChannelGroupChange(group: group, channels: channels, addingChannels: false)
        let completion = hub.completion(
            handler.map(PNEvent.groupChannelsRemoval.handler),
            for: key("remove channels", change)
        )
        make(change, ChannelRegistryEndpoints.remove) { [self] outcome in
            if case .success = outcome { group.remove(channels) }
            emit(.groupChannelsRemoval(outcome), completion: completion)
        }
    }

    private func names(_ change: PNChannelGroupChange) throws(PNError) -> NameList {
        try change.addingChannels ? Validation.names(toAdd: change.channels) : Validation.names(of: change.channels)
    }

    private func make(
        _ change: PNChannelGroupChange,
        _ call: (NameList, GroupAddress) -> Call<Void>,
        tell: @escaping @Sendable (PNEvent.Outcome<PNChannelGroupChange>) -> Void
    ) {
        do throws(PNError) {
            let address = try Validation.address(of: change.group)
            let names = try names(change)
            submit(call(names, address), order: order(of: change.group)) { result in
                tell(result.map { change }.mapError { $0.associated(with: change) })
            }
        } catch {
            tell(.failure(error.associated(with: change)))
        }
    }

    private func key(_ operation: String, _ change: PNChannelGroupChange) -> Completion.Key {
        Completion.Key(operation, [change.group.name] + change.channels.map(\.name))
    }

    /// What is asked of one group is done in the order in which it was asked.
    private func order(of group: PNChannelGroup) -> String {
        "group \(group.name)"
    }
}
