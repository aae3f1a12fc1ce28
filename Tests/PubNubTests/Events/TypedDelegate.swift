import Foundation

@testable import PubNub

/// Implements every current method in its plain spelling.
final class TypedDelegate: PNDelegate {
    let calls: Recorder

    init(_ calls: Recorder = Recorder()) {
        self.calls = calls
    }

    func pubnubClient(_ client: PubNub, error: PNError) {
        calls.record("error")
    }

    func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) {
        calls.record("willConnectToOrigin")
    }

    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
        calls.record("didConnectToOrigin")
    }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) {
        calls.record("didDisconnectFromOrigin")
    }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        calls.record("didDisconnectFromOrigin:withError")
    }

    func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) {
        calls.record("willDisconnectWithError")
    }

    func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        calls.record("connectionDidFailWithError")
    }

    func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    ) {
        calls.record("willSuspendWith")
        preSuspensionBlock { done in done() }
    }

    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        calls.record("didSubscribeOn")
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        calls.record("willRestoreSubscriptionOn")
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        calls.record("didRestoreSubscriptionOn")
    }

    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        calls.record("subscriptionDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        calls.record("didUnsubscribeFrom")
    }

    func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError) {
        calls.record("unsubscriptionDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        calls.record("didEnablePresenceObservationOn")
    }

    func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError) {
        calls.record("presenceObservationEnablingDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        calls.record("didDisablePresenceObservationOn")
    }

    func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError) {
        calls.record("presenceObservationDisablingDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, willSend message: PNMessage) {
        calls.record("willSend")
    }

    func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        calls.record("didFailMessageSend:withError")
    }

    func pubnubClient(_ client: PubNub, didSend message: PNMessage) {
        calls.record("didSend")
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        calls.record("didReceive PNMessage")
    }

    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        calls.record("didReceive PNPresenceEvent")
    }

    func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult) {
        calls.record("didReceiveSignal")
    }

    func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        calls.record("didReceiveMessageAction")
    }

    func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        calls.record("didReceiveObjectEvent")
    }

    func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate) {
        calls.record("didLoseMessagesBetween:and")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    ) {
        calls.record("didReceiveMessageHistory:for:startingFrom:to")
    }

    func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError) {
        calls.record("didFailHistoryDownloadFor:withError")
    }

    func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber) {
        calls.record("didReceiveTimeToken")
    }

    func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError) {
        calls.record("timeTokenReceiveDidFailWithError")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    ) {
        calls.record("didReceiveParticipants:for")
    }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    ) {
        calls.record("didFailParticipantsListDownloadFor:withError objects")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    ) {
        calls.record("didReceiveParticipantChannelsList:forIdentifier")
    }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    ) {
        calls.record("didFailParticipantChannelsListDownloadForIdentifier:withError")
    }

    func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient) {
        calls.record("didReceiveClientState")
    }

    func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError) {
        calls.record("clientStateRetrieveDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient) {
        calls.record("didUpdateClientState")
    }

    func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError) {
        calls.record("clientStateUpdateDidFailWithError")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveChannelGroups groups: [PNChannelGroup],
        forNamespace nspace: String?
    ) {
        calls.record("didReceiveChannelGroups:forNamespace")
    }

    func pubnubClient(_ client: PubNub, channelGroupsRequestDidFailWithError error: PNError) {
        calls.record("channelGroupsRequestDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didReceiveChannelGroupNamespaces namespaces: [String]) {
        calls.record("didReceiveChannelGroupNamespaces")
    }

    func pubnubClient(_ client: PubNub, channelGroupNamespacesRequestDidFailWithError error: PNError) {
        calls.record("channelGroupNamespacesRequestDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didRemoveNamespace nspace: String) {
        calls.record("didRemoveNamespace")
    }

    func pubnubClient(_ client: PubNub, namespaceRemovalDidFailWithError error: PNError) {
        calls.record("namespaceRemovalDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didRemove group: PNChannelGroup) {
        calls.record("didRemove")
    }

    func pubnubClient(_ client: PubNub, channelGroupRemovalDidFailWithError error: PNError) {
        calls.record("channelGroupRemovalDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didReceiveChannelsFor group: PNChannelGroup) {
        calls.record("didReceiveChannelsFor")
    }

    func pubnubClient(_ client: PubNub, channelsForGroupRequestDidFailWithError error: PNError) {
        calls.record("channelsForGroupRequestDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didAddChannels channels: [PNChannel], to group: PNChannelGroup) {
        calls.record("didAddChannels:to")
    }

    func pubnubClient(_ client: PubNub, channelsAdditionToGroupDidFailWithError error: PNError) {
        calls.record("channelsAdditionToGroupDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didRemoveChannels channels: [PNChannel], from group: PNChannelGroup) {
        calls.record("didRemoveChannels:from")
    }

    func pubnubClient(_ client: PubNub, channelsRemovalFromGroupDidFailWithError error: PNError) {
        calls.record("channelsRemovalFromGroupDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel]) {
        calls.record("didEnablePushNotificationsOnChannels")
    }

    func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError) {
        calls.record("pushNotificationEnableDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel]) {
        calls.record("didDisablePushNotificationsOnChannels")
    }

    func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError) {
        calls.record("pushNotificationDisableDidFailWithError")
    }

    func pubnubClientDidRemovePushNotifications(_ client: PubNub) {
        calls.record("pubnubClientDidRemovePushNotifications")
    }

    func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError) {
        calls.record("pushNotificationsRemoveFromChannelsDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel]) {
        calls.record("didReceivePushNotificationEnabledChannels")
    }

    func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError) {
        calls.record("pushNotificationEnabledChannelsReceiveDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection) {
        calls.record("didChangeAccessRights")
    }

    func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError) {
        calls.record("accessRightsChangeDidFailWithError")
    }

    func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection) {
        calls.record("didAuditAccessRights")
    }

    func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError) {
        calls.record("accessRightsAuditDidFailWithError")
    }

    func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber? {
        calls.record("shouldReconnectPubNubClient")
        return false
    }

    func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber? {
        calls.record("shouldKeepTimeTokenOnChannelsListChange")
        return false
    }

    func shouldResubscribeOnConnectionRestore() -> NSNumber? {
        calls.record("shouldResubscribeOnConnectionRestore")
        return false
    }

    func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? {
        calls.record("shouldRestoreSubscriptionFromLastTimeToken")
        return false
    }

    func shouldRunClientInBackground() -> Bool {
        calls.record("shouldRunClientInBackground")
        return false
    }
}
