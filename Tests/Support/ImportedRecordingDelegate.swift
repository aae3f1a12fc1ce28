// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
package import Foundation
package import PubNub

/// Passes on every call of a current delegate method, spelled as Swift imported it from Objective-C.
package final class ImportedRecordingDelegate: PNDelegate, Sendable {
    private let answers: RecordingDelegate.Answers
    private let receiver: @Sendable (DelegateCall) -> Void

    package init(
        answers: RecordingDelegate.Answers = RecordingDelegate.Answers(),
        _ receiver: @escaping @Sendable (DelegateCall) -> Void
    ) {
        self.answers = answers
        self.receiver = receiver
    }

    private func receive(_ method: String, _ values: Any?...) {
        receiver(DelegateCall(method: method, values: values))
    }

    package func pubnubClient(_ client: PubNub!, error: PNError!) { receive(#function, error) }

    package func pubnubClient(_ client: PubNub!, willConnectToOrigin origin: String!) { receive(#function, origin) }

    package func pubnubClient(_ client: PubNub!, didConnectToOrigin origin: String!) { receive(#function, origin) }

    package func pubnubClient(_ client: PubNub!, didDisconnectFromOrigin origin: String!) {
        receive(#function, origin)
    }

    package func pubnubClient(_ client: PubNub!, didDisconnectFromOrigin origin: String!, withError error: PNError!) {
        receive(#function, origin, error)
    }

    package func pubnubClient(_ client: PubNub!, willDisconnectWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, connectionDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(
        _ client: PubNub!,
        willSuspendWith preSuspensionBlock: (((((() -> Void)?) -> Void)?) -> Void)!
    ) {
        receive(#function)
        guard let client, let work = answers.lastWork else { return }
        preSuspensionBlock { done in work(client, { done?() }) }
    }

    package func pubnubClient(_ client: PubNub!, didSubscribeOn channelObjects: [Any]!) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub!, willRestoreSubscriptionOn channelObjects: [Any]!) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub!, didRestoreSubscriptionOn channelObjects: [Any]!) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub!, subscriptionDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didUnsubscribeFrom channelObjects: [Any]!) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub!, unsubscriptionDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didEnablePresenceObservationOn channelObjects: [Any]!) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub!, presenceObservationEnablingDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didDisablePresenceObservationOn channelObjects: [Any]!) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub!, presenceObservationDisablingDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, willSend message: PNMessage!) { receive(#function, message) }

    package func pubnubClient(_ client: PubNub!, didFailMessageSend message: PNMessage!, withError error: PNError!) {
        receive(#function, message, error)
    }

    package func pubnubClient(_ client: PubNub!, didSend message: PNMessage!) { receive(#function, message) }

    package func pubnubClient(_ client: PubNub!, didReceive message: PNMessage!) { receive(#function, message) }

    package func pubnubClient(_ client: PubNub!, didReceive event: PNPresenceEvent!) { receive(#function, event) }

    package func pubnubClient(_ client: PubNub!, didReceiveSignal signal: PNSignalResult!) {
        receive(#function, signal)
    }

    package func pubnubClient(_ client: PubNub!, didReceiveMessageAction event: PNMessageActionResult!) {
        receive(#function, event)
    }

    package func pubnubClient(_ client: PubNub!, didReceiveObjectEvent event: PNObjectEventResult!) {
        receive(#function, event)
    }

    package func pubnubClient(_ client: PubNub!, didLoseMessagesBetween startDate: PNDate!, and endDate: PNDate!) {
        receive(#function, startDate, endDate)
    }

    package func pubnubClient(
        _ client: PubNub!,
        didReceiveMessageHistory messages: [Any]!,
        for channel: PNChannel!,
        startingFrom startDate: PNDate!,
        to endDate: PNDate!
    ) { receive(#function, messages, channel, startDate, endDate) }

    package func pubnubClient(
        _ client: PubNub!,
        didFailHistoryDownloadFor channel: PNChannel!,
        withError error: PNError!
    ) {
        receive(#function, channel, error)
    }

    package func pubnubClient(_ client: PubNub!, didReceiveTimeToken timeToken: NSNumber!) {
        receive(#function, timeToken)
    }

    package func pubnubClient(_ client: PubNub!, timeTokenReceiveDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipants presenceInformation: PNHereNow!,
        for channelObjects: [Any]!
    ) { receive(#function, presenceInformation, channelObjects) }

    package func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channelObjects: [Any]!,
        withError error: PNError!
    ) { receive(#function, channelObjects, error) }

    package func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantChannelsList participantChannelsList: [Any]!,
        forIdentifier clientIdentifier: String!
    ) { receive(#function, participantChannelsList, clientIdentifier) }

    package func pubnubClient(
        _ client: PubNub!,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String!,
        withError error: PNError!
    ) { receive(#function, clientIdentifier, error) }

    package func pubnubClient(_ client: PubNub!, didReceiveClientState remoteClient: PNClient!) {
        receive(#function, remoteClient)
    }

    package func pubnubClient(_ client: PubNub!, clientStateRetrieveDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didUpdateClientState remoteClient: PNClient!) {
        receive(#function, remoteClient)
    }

    package func pubnubClient(_ client: PubNub!, clientStateUpdateDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didReceiveChannelGroups groups: [Any]!, forNamespace nspace: String!) {
        receive(#function, groups, nspace)
    }

    package func pubnubClient(_ client: PubNub!, channelGroupsRequestDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didReceiveChannelGroupNamespaces namespaces: [Any]!) {
        receive(#function, namespaces)
    }

    package func pubnubClient(_ client: PubNub!, channelGroupNamespacesRequestDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didRemoveNamespace nspace: String!) { receive(#function, nspace) }

    package func pubnubClient(_ client: PubNub!, namespaceRemovalDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didRemove group: PNChannelGroup!) { receive(#function, group) }

    package func pubnubClient(_ client: PubNub!, channelGroupRemovalDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didReceiveChannelsFor group: PNChannelGroup!) {
        receive(#function, group)
    }

    package func pubnubClient(_ client: PubNub!, channelsForGroupRequestDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didAddChannels channels: [Any]!, to group: PNChannelGroup!) {
        receive(#function, channels, group)
    }

    package func pubnubClient(_ client: PubNub!, channelsAdditionToGroupDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didRemoveChannels channels: [Any]!, from group: PNChannelGroup!) {
        receive(#function, channels, group)
    }

    package func pubnubClient(_ client: PubNub!, channelsRemovalFromGroupDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didEnablePushNotificationsOnChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub!, pushNotificationEnableDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didDisablePushNotificationsOnChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub!, pushNotificationDisableDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClientDidRemovePushNotifications(_ client: PubNub!) { receive(#function) }

    package func pubnubClient(_ client: PubNub!, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didReceivePushNotificationEnabledChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub!, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError!)
    {
        receive(#function, error)
    }

    package func pubnubClient(
        _ client: PubNub!,
        didChangeAccessRights accessRightsCollection: PNAccessRightsCollection!
    ) {
        receive(#function, accessRightsCollection)
    }

    package func pubnubClient(_ client: PubNub!, accessRightsChangeDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub!, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection!)
    {
        receive(#function, accessRightsCollection)
    }

    package func pubnubClient(_ client: PubNub!, accessRightsAuditDidFailWithError error: PNError!) {
        receive(#function, error)
    }

    package func shouldReconnectPubNubClient(_ client: PubNub!) -> NSNumber! {
        receive(#function)
        return answers.number(\.reconnect)
    }

    package func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber! {
        receive(#function)
        return answers.number(\.keepTimeToken)
    }

    package func shouldResubscribeOnConnectionRestore() -> NSNumber! {
        receive(#function)
        return answers.number(\.resubscribe)
    }

    package func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber! {
        receive(#function)
        return answers.number(\.restoreFromLastTimeToken)
    }

    package func shouldRunClientInBackground() -> Bool {
        receive(#function)
        return answers.runInBackground
    }
}
