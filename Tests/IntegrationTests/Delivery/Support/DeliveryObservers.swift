import PubNub

/// Registers an observer of every kind, which records what it receives under the name of its registration.
enum DeliveryObservers {
    static func add(_ observer: DeliveryLog, to center: PNObservationCenter) {
        addClient(observer, center)
        addPresence(observer, center)
        addGroups(observer, center)
        addOthers(observer, center)
    }

    private static func blocks(_ log: DeliveryLog, _ name: String) -> DeliveryClosures {
        DeliveryClosures(log: log, who: "observer \(name)")
    }

    private static func addClient(_ log: DeliveryLog, _ center: PNObservationCenter) {
        center.addClientConnectionStateObserver(
            log,
            withCallbackBlock: blocks(log, "addClientConnectionStateObserver").connectionState
        )
        center.addClientChannelSubscriptionStateObserver(
            log,
            withCallbackBlock: blocks(log, "addClientChannelSubscriptionStateObserver").subscription
        )
        center.addClientChannelUnsubscriptionObserver(
            log,
            withCallbackBlock: blocks(log, "addClientChannelUnsubscriptionObserver").objects
        )
        center.addClientPresenceEnablingObserver(
            log,
            withCallbackBlock: blocks(log, "addClientPresenceEnablingObserver").objects
        )
        center.addClientPresenceDisablingObserver(
            log,
            withCallbackBlock: blocks(log, "addClientPresenceDisablingObserver").objects
        )
        center.addMessageProcessingObserver(log, with: blocks(log, "addMessageProcessingObserver").processing)
        center.addMessageReceiveObserver(log, with: blocks(log, "addMessageReceiveObserver").message)
        center.addPresenceEventObserver(log, with: blocks(log, "addPresenceEventObserver").presence)
        center.addSignalObserver(log, with: blocks(log, "addSignalObserver").signal)
        center.addObjectEventObserver(log, with: blocks(log, "addObjectEventObserver").object)
        center.addMessageActionObserver(log, with: blocks(log, "addMessageActionObserver").action)
        center.addMessagesGapObserver(log, with: blocks(log, "addMessagesGapObserver").gap)
        center.addMessageHistoryProcessingObserver(
            log,
            with: blocks(log, "addMessageHistoryProcessingObserver").history
        )
        center.addTimeTokenReceivingObserver(
            log,
            withCallbackBlock: blocks(log, "addTimeTokenReceivingObserver").time
        )
    }

    private static func addPresence(_ log: DeliveryLog, _ center: PNObservationCenter) {
        center.addChannelParticipantsListProcessingObserver(
            log,
            with: blocks(log, "addChannelParticipantsListProcessingObserver").participants
        )
        center.addClientParticipantChannelsListDownloadObserver(
            log,
            with: blocks(log, "addClientParticipantChannelsListDownloadObserver").places
        )
        center.addClientStateRequestObserver(log, with: blocks(log, "addClientStateRequestObserver").state)
        center.addClientStateUpdateObserver(log, with: blocks(log, "addClientStateUpdateObserver").state)
        // Deprecated, and called through a protocol because of that.
        let old: any MetadataObserving = center
        old.addClientMetadataRequestObserver(log, with: blocks(log, "addClientMetadataRequestObserver").state)
        old.addClientMetadataUpdateObserver(log, with: blocks(log, "addClientMetadataUpdateObserver").state)
    }

    private static func addGroups(_ log: DeliveryLog, _ center: PNObservationCenter) {
        center.addChannelGroupsRequestObserver(
            log,
            withCallbackBlock: blocks(log, "addChannelGroupsRequestObserver").groups
        )
        center.addChannelGroupNamespacesRequestObserver(
            log,
            withCallbackBlock: blocks(log, "addChannelGroupNamespacesRequestObserver").namespaces
        )
        center.addChannelGroupNamespaceRemovalObserver(
            log,
            withCallbackBlock: blocks(log, "addChannelGroupNamespaceRemovalObserver").namespaceRemoval
        )
        center.addChannelGroupRemovalObserver(
            log,
            withCallbackBlock: blocks(log, "addChannelGroupRemovalObserver").group
        )
        center.addChannels(
            forGroupRequestObserver: log,
            withCallbackBlock: blocks(log, "addChannels(forGroupRequestObserver:)").group
        )
        center.addChannelsAddition(
            toGroupObserver: log,
            withCallbackBlock: blocks(log, "addChannelsAddition(toGroupObserver:)").groupChange
        )
        center.addChannelsRemoval(
            fromGroupObserver: log,
            withCallbackBlock: blocks(log, "addChannelsRemoval(fromGroupObserver:)").groupChange
        )
    }

    private static func addOthers(_ log: DeliveryLog, _ center: PNObservationCenter) {
        center.addClientPushNotificationsEnableObserver(
            log,
            withCallbackBlock: blocks(log, "addClientPushNotificationsEnableObserver").channels
        )
        center.addClientPushNotificationsDisableObserver(
            log,
            withCallbackBlock: blocks(log, "addClientPushNotificationsDisableObserver").channels
        )
        center.addClientPushNotificationsRemoveObserver(
            log,
            withCallbackBlock: blocks(log, "addClientPushNotificationsRemoveObserver").pushRemoval
        )
        center.addClientPushNotificationsEnabledChannelsObserver(
            log,
            withCallbackBlock: blocks(log, "addClientPushNotificationsEnabledChannelsObserver").channels
        )
        center.addAccessRightsChangeObserver(log, with: blocks(log, "addAccessRightsChangeObserver").rights)
        center.addAccessRightsAuditObserver(log, with: blocks(log, "addAccessRightsAuditObserver").rights)
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
