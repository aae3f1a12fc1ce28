import PubNub

/// Registers an observer of every kind, which records what it receives under the name of its registration.
struct DeliveryObservers {
    let observer: DeliveryLog

    /// Adds the observer to all kinds of events.
    static func add(_ observer: DeliveryLog, to center: PNObservationCenter) {
        let observers = DeliveryObservers(observer: observer)
        observers.addToClient(center)
        observers.addToPresence(center)
        observers.addToGroups(center)
        observers.addToPushAndRights(center)
    }

    private func addToClient(_ center: PNObservationCenter) {
        add("ClientConnectionState", center.addClientConnectionStateObserver, \.connectionState)
        add("ClientChannelSubscriptionState", center.addClientChannelSubscriptionStateObserver, \.subscription)
        add("ClientChannelUnsubscription", center.addClientChannelUnsubscriptionObserver, \.objects)
        add("ClientPresenceEnabling", center.addClientPresenceEnablingObserver, \.objects)
        add("ClientPresenceDisabling", center.addClientPresenceDisablingObserver, \.objects)
        add("MessageProcessing", center.addMessageProcessingObserver, \.processing)
        add("MessageReceive", center.addMessageReceiveObserver, \.message)
        add("PresenceEvent", center.addPresenceEventObserver, \.presence)
        add("Signal", center.addSignalObserver, \.signal)
        add("ObjectEvent", center.addObjectEventObserver, \.object)
        add("MessageAction", center.addMessageActionObserver, \.action)
        add("MessagesGap", center.addMessagesGapObserver, \.gap)
        add("MessageHistoryProcessing", center.addMessageHistoryProcessingObserver, \.history)
        add("TimeTokenReceiving", center.addTimeTokenReceivingObserver, \.time)
    }

    private func addToPresence(_ center: PNObservationCenter) {
        add("ChannelParticipantsListProcessing", center.addChannelParticipantsListProcessingObserver, \.participants)
        add("ClientParticipantChannelsListDownload", center.addClientParticipantChannelsListDownloadObserver, \.places)
        add("ClientStateRequest", center.addClientStateRequestObserver, \.state)
        add("ClientStateUpdate", center.addClientStateUpdateObserver, \.state)
        // Deprecated, and called through a protocol because of that.
        let old: any MetadataObserving = center
        add("ClientMetadataRequest", old.addClientMetadataRequestObserver, \.state)
        add("ClientMetadataUpdate", old.addClientMetadataUpdateObserver, \.state)
    }

    private func addToGroups(_ center: PNObservationCenter) {
        add("ChannelGroupsRequest", center.addChannelGroupsRequestObserver, \.groups)
        add("ChannelGroupNamespacesRequest", center.addChannelGroupNamespacesRequestObserver, \.namespaces)
        add("ChannelGroupNamespaceRemoval", center.addChannelGroupNamespaceRemovalObserver, \.namespaceRemoval)
        add("ChannelGroupRemoval", center.addChannelGroupRemovalObserver, \.group)
        let addChannels = center.addChannels(forGroupRequestObserver:withCallbackBlock:)
        add(name: "addChannels(forGroupRequestObserver:)", addChannels, \.group)
        let addAddition = center.addChannelsAddition(toGroupObserver:withCallbackBlock:)
        add(name: "addChannelsAddition(toGroupObserver:)", addAddition, \.groupChange)
        let addRemoval = center.addChannelsRemoval(fromGroupObserver:withCallbackBlock:)
        add(name: "addChannelsRemoval(fromGroupObserver:)", addRemoval, \.groupChange)
    }

    private func addToPushAndRights(_ center: PNObservationCenter) {
        add("ClientPushNotificationsEnable", center.addClientPushNotificationsEnableObserver, \.channels)
        add("ClientPushNotificationsDisable", center.addClientPushNotificationsDisableObserver, \.channels)
        add("ClientPushNotificationsRemove", center.addClientPushNotificationsRemoveObserver, \.pushRemoval)
        let addEnabledChannels = center.addClientPushNotificationsEnabledChannelsObserver
        add("ClientPushNotificationsEnabledChannels", addEnabledChannels, \.channels)
        add("AccessRightsChange", center.addAccessRightsChangeObserver, \.rights)
        add("AccessRightsAudit", center.addAccessRightsAuditObserver, \.rights)
    }

    /// Adds the observer with a method of the name `add…Observer`.
    private func add<Block>(
        _ kind: String,
        _ register: (Any, Block) -> Void,
        _ block: KeyPath<DeliveryClosures, Block>
    ) {
        add(name: "add\(kind)Observer", register, block)
    }

    private func add<Block>(
        name: String,
        _ register: (Any, Block) -> Void,
        _ block: KeyPath<DeliveryClosures, Block>
    ) {
        register(observer, DeliveryClosures(log: observer, who: "observer \(name)")[keyPath: block])
    }
}

private protocol MetadataObserving {
    func addClientMetadataRequestObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateRetrieveHandlingBlock
    )
    func addClientMetadataUpdateObserver(
        _ observer: Any,
        with handleBlock: @escaping PNClientStateUpdateHandlingBlock
    )
}

extension PNObservationCenter: MetadataObserving {}
