// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
public import Foundation

/// The methods of ``PNDelegate`` as the Swift compiler spelled them when it imported them from Objective-C.
///
/// Applications written against that spelling conform to ``PNDelegate`` and leave their methods unchanged. No type
/// conforms only to this protocol. A method is called only if its other spelling in ``PNDelegate`` is not implemented.
/// ``PNSwift2Delegate`` has the spelling of Swift 1 and 2.
public protocol PNLegacyDelegate: PNSwift2Delegate {
    func pubnubClient(_ client: PubNub!, error: PNError!)
    func pubnubClient(_ client: PubNub!, willConnectToOrigin origin: String!)
    func pubnubClient(_ client: PubNub!, didConnectToOrigin origin: String!)
    func pubnubClient(_ client: PubNub!, didDisconnectFromOrigin origin: String!)
    func pubnubClient(_ client: PubNub!, didDisconnectFromOrigin origin: String!, withError error: PNError!)
    func pubnubClient(_ client: PubNub!, willDisconnectWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, connectionDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, willSuspendWith preSuspensionBlock: (((((() -> Void)?) -> Void)?) -> Void)!)
    func pubnubClient(_ client: PubNub!, didSubscribeOn channelObjects: [Any]!)
    func pubnubClient(_ client: PubNub!, didSubscribeOnChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, willRestoreSubscriptionOn channelObjects: [Any]!)
    func pubnubClient(_ client: PubNub!, willRestoreSubscriptionOnChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, didRestoreSubscriptionOn channelObjects: [Any]!)
    func pubnubClient(_ client: PubNub!, didRestoreSubscriptionOnChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, subscriptionDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didUnsubscribeFrom channelObjects: [Any]!)
    func pubnubClient(_ client: PubNub!, didUnsubscribeOnChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, unsubscriptionDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didEnablePresenceObservationOn channelObjects: [Any]!)
    func pubnubClient(_ client: PubNub!, didEnablePresenceObservationOnChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, presenceObservationEnablingDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didDisablePresenceObservationOn channelObjects: [Any]!)
    func pubnubClient(_ client: PubNub!, didDisablePresenceObservationOnChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, presenceObservationDisablingDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, willSend message: PNMessage!)
    func pubnubClient(_ client: PubNub!, didFailMessageSend message: PNMessage!, withError error: PNError!)
    func pubnubClient(_ client: PubNub!, didSend message: PNMessage!)
    func pubnubClient(_ client: PubNub!, didReceive message: PNMessage!)
    func pubnubClient(_ client: PubNub!, didReceive event: PNPresenceEvent!)
    func pubnubClient(_ client: PubNub!, didReceiveSignal signal: PNSignalResult!)
    func pubnubClient(_ client: PubNub!, didReceiveObjectEvent event: PNObjectEventResult!)
    func pubnubClient(_ client: PubNub!, didReceiveMessageAction event: PNMessageActionResult!)
    func pubnubClient(_ client: PubNub!, didLoseMessagesBetween startDate: PNDate!, and endDate: PNDate!)
    func pubnubClient(
        _ client: PubNub!,
        didReceiveMessageHistory messages: [Any]!,
        for channel: PNChannel!,
        startingFrom startDate: PNDate!,
        to endDate: PNDate!
    )
    func pubnubClient(_ client: PubNub!, didFailHistoryDownloadFor channel: PNChannel!, withError error: PNError!)
    func pubnubClient(_ client: PubNub!, didReceiveTimeToken timeToken: NSNumber!)
    func pubnubClient(_ client: PubNub!, timeTokenReceiveDidFailWithError error: PNError!)
    func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipants presenceInformation: PNHereNow!,
        for channelObjects: [Any]!
    )
    func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantsLits participantsList: [Any]!,
        for channelObjects: [Any]!
    )
    func pubnubClient(_ client: PubNub!, didReceiveParticipantsList participantsList: [Any]!, for channel: PNChannel!)
    func pubnubClient(_ client: PubNub!, didReceiveParticipantsLits participantsList: [Any]!, for channel: PNChannel!)
    func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channelObjects: [Any]!,
        withError error: PNError!
    )
    func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channel: PNChannel!,
        withError error: PNError!
    )
    func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantChannelsList participantChannelsList: [Any]!,
        forIdentifier clientIdentifier: String!
    )
    func pubnubClient(
        _ client: PubNub!,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String!,
        withError error: PNError!
    )
    func pubnubClient(_ client: PubNub!, didReceiveClientState remoteClient: PNClient!)
    func pubnubClient(_ client: PubNub!, clientStateRetrieveDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didUpdateClientState remoteClient: PNClient!)
    func pubnubClient(_ client: PubNub!, clientStateUpdateDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didReceiveChannelGroups groups: [Any]!, forNamespace nspace: String!)
    func pubnubClient(_ client: PubNub!, channelGroupsRequestDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didReceiveChannelGroupNamespaces namespaces: [Any]!)
    func pubnubClient(_ client: PubNub!, channelGroupNamespacesRequestDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didRemoveNamespace nspace: String!)
    func pubnubClient(_ client: PubNub!, namespaceRemovalDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didRemove group: PNChannelGroup!)
    func pubnubClient(_ client: PubNub!, channelGroupRemovalDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didReceiveChannelsFor group: PNChannelGroup!)
    func pubnubClient(_ client: PubNub!, channelsForGroupRequestDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didAddChannels channels: [Any]!, to group: PNChannelGroup!)
    func pubnubClient(_ client: PubNub!, channelsAdditionToGroupDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didRemoveChannels channels: [Any]!, from group: PNChannelGroup!)
    func pubnubClient(_ client: PubNub!, channelsRemovalFromGroupDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didEnablePushNotificationsOnChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, pushNotificationEnableDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didDisablePushNotificationsOnChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, pushNotificationDisableDidFailWithError error: PNError!)
    func pubnubClientDidRemovePushNotifications(_ client: PubNub!)
    func pubnubClient(_ client: PubNub!, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didReceivePushNotificationEnabledChannels channels: [Any]!)
    func pubnubClient(_ client: PubNub!, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection!)
    func pubnubClient(_ client: PubNub!, accessRightsChangeDidFailWithError error: PNError!)
    func pubnubClient(_ client: PubNub!, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection!)
    func pubnubClient(_ client: PubNub!, accessRightsAuditDidFailWithError error: PNError!)
    func shouldReconnectPubNubClient(_ client: PubNub!) -> NSNumber!
    func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber!
    func shouldResubscribeOnConnectionRestore() -> NSNumber!
    func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber!
}
