extension PNDelegate {
    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    ) {
        pubnubClient(
            Optional(client),
            didReceiveParticipants: Optional(presenceInformation),
            for: Optional(channelObjects)
        )
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    ) {
        pubnubClient(
            Optional(client),
            didReceiveParticipantsLits: Optional(participantsList),
            for: Optional(channelObjects)
        )
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsList participantsList: [PNClient],
        for channel: PNChannel
    ) {
        pubnubClient(Optional(client), didReceiveParticipantsList: Optional(participantsList), for: Optional(channel))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channel: PNChannel
    ) {
        pubnubClient(Optional(client), didReceiveParticipantsLits: Optional(participantsList), for: Optional(channel))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    ) {
        pubnubClient(
            Optional(client),
            didFailParticipantsListDownloadFor: Optional(channelObjects),
            withError: Optional(error)
        )
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channel: PNChannel,
        withError error: PNError
    ) {
        pubnubClient(
            Optional(client),
            didFailParticipantsListDownloadFor: Optional(channel),
            withError: Optional(error)
        )
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    ) {
        pubnubClient(
            Optional(client),
            didReceiveParticipantChannelsList: Optional(participantChannelsList),
            forIdentifier: Optional(clientIdentifier)
        )
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    ) {
        pubnubClient(
            Optional(client),
            didFailParticipantChannelsListDownloadForIdentifier: Optional(clientIdentifier),
            withError: Optional(error)
        )
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient) {
        pubnubClient(Optional(client), didReceiveClientState: Optional(remoteClient))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError) {
        pubnubClient(Optional(client), clientStateRetrieveDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient) {
        pubnubClient(Optional(client), didUpdateClientState: Optional(remoteClient))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError) {
        pubnubClient(Optional(client), clientStateUpdateDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveChannelGroups groups: [PNChannelGroup],
        forNamespace nspace: String?
    ) {
        pubnubClient(Optional(client), didReceiveChannelGroups: Optional(groups), forNamespace: nspace)
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, channelGroupsRequestDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelGroupsRequestDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceiveChannelGroupNamespaces namespaces: [String]) {
        pubnubClient(Optional(client), didReceiveChannelGroupNamespaces: Optional(namespaces))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, channelGroupNamespacesRequestDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelGroupNamespacesRequestDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didRemoveNamespace nspace: String) {
        pubnubClient(Optional(client), didRemoveNamespace: Optional(nspace))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, namespaceRemovalDidFailWithError error: PNError) {
        pubnubClient(Optional(client), namespaceRemovalDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didRemove group: PNChannelGroup) {
        pubnubClient(Optional(client), didRemove: Optional(group))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, channelGroupRemovalDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelGroupRemovalDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceiveChannelsFor group: PNChannelGroup) {
        pubnubClient(Optional(client), didReceiveChannelsFor: Optional(group))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, channelsForGroupRequestDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelsForGroupRequestDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didAddChannels channels: [PNChannel], to group: PNChannelGroup) {
        pubnubClient(Optional(client), didAddChannels: Optional(channels), to: Optional(group))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, channelsAdditionToGroupDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelsAdditionToGroupDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didRemoveChannels channels: [PNChannel], from group: PNChannelGroup) {
        pubnubClient(Optional(client), didRemoveChannels: Optional(channels), from: Optional(group))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, channelsRemovalFromGroupDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelsRemovalFromGroupDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didEnablePushNotificationsOnChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError) {
        pubnubClient(Optional(client), pushNotificationEnableDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didDisablePushNotificationsOnChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError) {
        pubnubClient(Optional(client), pushNotificationDisableDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClientDidRemovePushNotifications(_ client: PubNub) {
        pubnubClientDidRemovePushNotifications(Optional(client))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError) {
        pubnubClient(Optional(client), pushNotificationsRemoveFromChannelsDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didReceivePushNotificationEnabledChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError) {
        pubnubClient(Optional(client), pushNotificationEnabledChannelsReceiveDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection) {
        pubnubClient(Optional(client), didChangeAccessRights: Optional(accessRightsCollection))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError) {
        pubnubClient(Optional(client), accessRightsChangeDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection) {
        pubnubClient(Optional(client), didAuditAccessRights: Optional(accessRightsCollection))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError) {
        pubnubClient(Optional(client), accessRightsAuditDidFailWithError: Optional(error))
    }
}
