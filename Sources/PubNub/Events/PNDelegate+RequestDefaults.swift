/// Defaults of the methods about presence, channel groups, push notifications and access rights.
extension PNDelegate {
    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    ) {
        pubnubClient(Optional(client), didReceiveParticipants: presenceInformation, for: channelObjects)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    ) {
        pubnubClient(Optional(client), didReceiveParticipantsLits: participantsList, for: channelObjects)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsList participantsList: [PNClient],
        for channel: PNChannel
    ) {
        pubnubClient(Optional(client), didReceiveParticipantsList: participantsList, for: channel)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channel: PNChannel
    ) {
        pubnubClient(Optional(client), didReceiveParticipantsLits: participantsList, for: channel)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    ) {
        pubnubClient(Optional(client), didFailParticipantsListDownloadFor: channelObjects, withError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channel: PNChannel,
        withError error: PNError
    ) {
        pubnubClient(Optional(client), didFailParticipantsListDownloadFor: channel, withError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    ) {
        pubnubClient(
            Optional(client),
            didReceiveParticipantChannelsList: participantChannelsList,
            forIdentifier: clientIdentifier
        )
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    ) {
        pubnubClient(
            Optional(client),
            didFailParticipantChannelsListDownloadForIdentifier: clientIdentifier,
            withError: error
        )
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient) {
        pubnubClient(Optional(client), didReceiveClientState: remoteClient)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError) {
        pubnubClient(Optional(client), clientStateRetrieveDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient) {
        pubnubClient(Optional(client), didUpdateClientState: remoteClient)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError) {
        pubnubClient(Optional(client), clientStateUpdateDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveChannelGroups groups: [PNChannelGroup],
        forNamespace nspace: String?
    ) {
        pubnubClient(Optional(client), didReceiveChannelGroups: groups, forNamespace: nspace)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, channelGroupsRequestDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelGroupsRequestDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceiveChannelGroupNamespaces namespaces: [String]) {
        pubnubClient(Optional(client), didReceiveChannelGroupNamespaces: namespaces)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, channelGroupNamespacesRequestDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelGroupNamespacesRequestDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didRemoveNamespace nspace: String) {
        pubnubClient(Optional(client), didRemoveNamespace: nspace)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, namespaceRemovalDidFailWithError error: PNError) {
        pubnubClient(Optional(client), namespaceRemovalDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didRemove group: PNChannelGroup) {
        pubnubClient(Optional(client), didRemove: group)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, channelGroupRemovalDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelGroupRemovalDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceiveChannelsFor group: PNChannelGroup) {
        pubnubClient(Optional(client), didReceiveChannelsFor: group)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, channelsForGroupRequestDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelsForGroupRequestDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didAddChannels channels: [PNChannel], to group: PNChannelGroup) {
        pubnubClient(Optional(client), didAddChannels: channels, to: group)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, channelsAdditionToGroupDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelsAdditionToGroupDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didRemoveChannels channels: [PNChannel], from group: PNChannelGroup) {
        pubnubClient(Optional(client), didRemoveChannels: channels, from: group)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, channelsRemovalFromGroupDidFailWithError error: PNError) {
        pubnubClient(Optional(client), channelsRemovalFromGroupDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didEnablePushNotificationsOnChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError) {
        pubnubClient(Optional(client), pushNotificationEnableDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didDisablePushNotificationsOnChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError) {
        pubnubClient(Optional(client), pushNotificationDisableDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClientDidRemovePushNotifications(_ client: PubNub) {
        pubnubClientDidRemovePushNotifications(Optional(client))
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError) {
        pubnubClient(Optional(client), pushNotificationsRemoveFromChannelsDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didReceivePushNotificationEnabledChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError) {
        pubnubClient(Optional(client), pushNotificationEnabledChannelsReceiveDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection) {
        pubnubClient(Optional(client), didChangeAccessRights: accessRightsCollection)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError) {
        pubnubClient(Optional(client), accessRightsChangeDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection) {
        pubnubClient(Optional(client), didAuditAccessRights: accessRightsCollection)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError) {
        pubnubClient(Optional(client), accessRightsAuditDidFailWithError: error)
    }
}
