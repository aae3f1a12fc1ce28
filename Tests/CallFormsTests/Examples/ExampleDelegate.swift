import Foundation
import PubNub
import PubNubLocks

/// README "Delegate callback methods": the examples, in one delegate that says what it is told.
final class ExampleDelegate: PNDelegate, Sendable {
    private let words = Locked<[String]>([])

    /// What was said so far, without what is said before a message is sent.
    var said: [String] { words.withLock { $0.filter { !$0.hasPrefix("sending ") } } }

    func say(_ text: String) {
        words.withLock { $0.append(text) }
        PNLog(.generalLevel, self, "%@", text as NSString)
    }

    func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    ) {
        guard client.isConnected() else { return }
        preSuspensionBlock { done in
            client.sendMessage("Hello my friend", to: PNChannel.channel(withName: "boom")) { state, _ in
                if state != .sending { done() }
            }
        }
    }

    func pubnubClient(_ client: PubNub, error: PNError) {
        say("error: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) {
        say("connecting to \(origin)")
    }

    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
        say("connected to \(origin)")
    }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) {
        say("disconnected from \(origin)")
    }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        say("lost \(origin): \(error.code)")
    }

    func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) {
        say("losing the connection: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        say("not connected: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        say("subscribed to \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        say("resuming \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        say("resumed \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        say("subscription failed: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        say("left \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError) {
        say("not left: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        say("presence on for \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError) {
        say("presence not on: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        say("presence off for \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError) {
        say("presence not off: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, willSend message: PNMessage) {
        say("sending to \(message.channel.name)")
    }

    func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        say("not sent: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didSend message: PNMessage) {
        say("sent to \(message.channel.name)")
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        say("received on \(message.channel.name)")
    }

    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        say("presence of \(event.client.identifier)")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    ) {
        say("\(messages.count) messages of \(channel.name) from \(startDate) to \(endDate)")
    }

    func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError) {
        say("no history of \(channel.name): \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber) {
        say("time \(timeToken)")
    }

    func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError) {
        say("no time: \(error.code)")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    ) {
        say("here: \(presenceInformation.channels().count)")
    }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    ) {
        say("not known who is on \(channelObjects.map(\.name)): \(error.code)")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    ) {
        say("\(clientIdentifier) is on \(participantChannelsList.map(\.name))")
    }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    ) {
        say("not known where \(clientIdentifier) is: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient) {
        say("state of \(remoteClient.identifier)")
    }

    func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError) {
        say("no state of \((error.associatedObject as? PNClient)?.identifier ?? "-"): \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient) {
        say("new state of \(remoteClient.identifier)")
    }

    func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError) {
        say("state not changed: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel]) {
        say("push on for \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError) {
        say("push not on: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel]) {
        say("push off for \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError) {
        say("push not off: \(error.code)")
    }

    func pubnubClientDidRemovePushNotifications(_ client: PubNub) {
        say("no push any more")
    }

    func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError) {
        say("push not removed: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel]) {
        say("push is on for \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError) {
        say("not known where push is on: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection) {
        say("rights of \(accessRightsCollection.level)")
    }

    func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError) {
        say("rights not changed: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection) {
        say("asked rights of \(accessRightsCollection.level)")
    }

    func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError) {
        say("rights not known: \(error.code)")
    }

    func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber? {
        NSNumber(value: true)
    }

    func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber? {
        nil
    }

    func shouldResubscribeOnConnectionRestore() -> NSNumber? {
        NSNumber(value: true)
    }

    func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? {
        NSNumber(value: false)
    }

    func shouldRunClientInBackground() -> Bool {
        false
    }
}
