// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
public import Foundation

extension PNLegacyDelegate {
    /// Returns `nil`, which leaves it to the configuration.
    public func shouldReconnectPubNubClient(_ client: PubNub!) -> NSNumber! {
        nil
    }

    /// Returns `nil`, which leaves it to the configuration.
    public func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber! {
        nil
    }

    /// Returns `nil`, which leaves it to the configuration.
    public func shouldResubscribeOnConnectionRestore() -> NSNumber! {
        nil
    }

    /// Returns `nil`, which leaves it to the configuration.
    public func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber! {
        nil
    }
}

extension PNDelegate {
    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, willConnectToOrigin origin: String!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didConnectToOrigin origin: String!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didDisconnectFromOrigin origin: String!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didDisconnectFromOrigin origin: String!, withError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, willDisconnectWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, connectionDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        willSuspendWith preSuspensionBlock: (((((() -> Void)?) -> Void)?) -> Void)!
    ) {}

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didSubscribeOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didSubscribeOnChannels: channels(channelObjects))
    }

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didSubscribeOnChannels channels: [Any]!) {}

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, willRestoreSubscriptionOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, willRestoreSubscriptionOnChannels: channels(channelObjects))
    }

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, willRestoreSubscriptionOnChannels channels: [Any]!) {}

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didRestoreSubscriptionOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didRestoreSubscriptionOnChannels: channels(channelObjects))
    }

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didRestoreSubscriptionOnChannels channels: [Any]!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, subscriptionDidFailWithError error: PNError!) {}

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didUnsubscribeFrom channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didUnsubscribeOnChannels: channels(channelObjects))
    }

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didUnsubscribeOnChannels channels: [Any]!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, unsubscriptionDidFailWithError error: PNError!) {}

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didEnablePresenceObservationOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didEnablePresenceObservationOnChannels: channels(channelObjects))
    }

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didEnablePresenceObservationOnChannels channels: [Any]!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, presenceObservationEnablingDidFailWithError error: PNError!) {}

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didDisablePresenceObservationOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didDisablePresenceObservationOnChannels: channels(channelObjects))
    }

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didDisablePresenceObservationOnChannels channels: [Any]!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, presenceObservationDisablingDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, willSend message: PNMessage!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didFailMessageSend message: PNMessage!, withError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didSend message: PNMessage!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceive message: PNMessage!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceive event: PNPresenceEvent!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceiveSignal signal: PNSignalResult!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceiveObjectEvent event: PNObjectEventResult!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceiveMessageAction event: PNMessageActionResult!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didLoseMessagesBetween startDate: PNDate!, and endDate: PNDate!) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didReceiveMessageHistory messages: [Any]!,
        for channel: PNChannel!,
        startingFrom startDate: PNDate!,
        to endDate: PNDate!
    ) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didFailHistoryDownloadFor channel: PNChannel!,
        withError error: PNError!
    ) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceiveTimeToken timeToken: NSNumber!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, timeTokenReceiveDidFailWithError error: PNError!) {}

    /// Calls the deprecated forms of this method.
    public func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipants presenceInformation: PNHereNow!,
        for channelObjects: [Any]!
    ) {
        guard let client, let presenceInformation else { return }
        reportParticipants(client, presenceInformation, objects(channelObjects))
    }

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantsLits participantsList: [Any]!,
        for channelObjects: [Any]!
    ) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantsList participantsList: [Any]!,
        for channel: PNChannel!
    ) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantsLits participantsList: [Any]!,
        for channel: PNChannel!
    ) {}

    /// Calls the deprecated forms of this method.
    public func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channelObjects: [Any]!,
        withError error: PNError!
    ) {
        guard let client, let error else { return }
        let channels = channels(channelObjects)
        for channel in channels {
            pubnubClient(client, didFailParticipantsListDownloadFor: channel, withError: error)
        }
        if channels.isEmpty {
            pubnubClient(Optional(client), didFailParticipantsListDownloadFor: PNChannel?.none, withError: error)
        }
    }

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channel: PNChannel!,
        withError error: PNError!
    ) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantChannelsList participantChannelsList: [Any]!,
        forIdentifier clientIdentifier: String!
    ) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String!,
        withError error: PNError!
    ) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceiveClientState remoteClient: PNClient!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, clientStateRetrieveDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didUpdateClientState remoteClient: PNClient!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, clientStateUpdateDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceiveChannelGroups groups: [Any]!, forNamespace nspace: String!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, channelGroupsRequestDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceiveChannelGroupNamespaces namespaces: [Any]!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, channelGroupNamespacesRequestDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didRemoveNamespace nspace: String!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, namespaceRemovalDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didRemove group: PNChannelGroup!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, channelGroupRemovalDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceiveChannelsFor group: PNChannelGroup!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, channelsForGroupRequestDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didAddChannels channels: [Any]!, to group: PNChannelGroup!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, channelsAdditionToGroupDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didRemoveChannels channels: [Any]!, from group: PNChannelGroup!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, channelsRemovalFromGroupDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didEnablePushNotificationsOnChannels channels: [Any]!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, pushNotificationEnableDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didDisablePushNotificationsOnChannels channels: [Any]!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, pushNotificationDisableDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClientDidRemovePushNotifications(_ client: PubNub!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, didReceivePushNotificationEnabledChannels channels: [Any]!) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError!
    ) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didChangeAccessRights accessRightsCollection: PNAccessRightsCollection!
    ) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, accessRightsChangeDidFailWithError error: PNError!) {}

    /// Does nothing.
    public func pubnubClient(
        _ client: PubNub!,
        didAuditAccessRights accessRightsCollection: PNAccessRightsCollection!
    ) {}

    /// Does nothing.
    public func pubnubClient(_ client: PubNub!, accessRightsAuditDidFailWithError error: PNError!) {}

    private func reportParticipants(_ client: PubNub, _ information: PNHereNow, _ objects: [any PNChannelProtocol]) {
        let channels = information.channels()
        let everyone = channels.flatMap(information.participants)
        pubnubClient(client, didReceiveParticipantsLits: everyone, for: objects)
        for channel in channels {
            let participants = information.participants(for: channel)
            pubnubClient(client, didReceiveParticipantsList: participants, for: channel)
            pubnubClient(client, didReceiveParticipantsLits: participants, for: channel)
        }
    }

    private func objects(_ list: [Any]?) -> [any PNChannelProtocol] {
        list?.compactMap { $0 as? any PNChannelProtocol } ?? []
    }

    private func channels(_ list: [Any]?) -> [PNChannel] {
        list?.compactMap { $0 as? PNChannel } ?? []
    }
}
