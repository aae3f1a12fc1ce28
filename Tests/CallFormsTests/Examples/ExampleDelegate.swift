import Foundation
import PubNub
import PubNubSupport

/// README "Delegate callback methods": the examples with their calls of `PNLog`, in one delegate that also records events.
final class ExampleDelegate: PNDelegate, Sendable {
    private let pubNub: PubNub?
    private let words = Locked<[String]>([])

    init(pubNub: PubNub? = nil) {
        self.pubNub = pubNub
    }

    /// The recorded events, without those before a message is sent.
    var said: [String] { words.withLock { $0.filter { !$0.hasPrefix("sending ") } } }

    func say(_ text: String) {
        words.withLock { $0.append(text) }
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
        PNLog(.generalLevel, self, "An error occurred: %@", error)
        say("error: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) {
        PNLog(.generalLevel, self, "PubNub client is about to connect to PubNub origin at: %@", origin)
        say("connecting to \(origin)")
    }

    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
        PNLog(.generalLevel, self, "PubNub client successfully connected to PubNub origin at: %@", origin)
        say("connected to \(origin)")
    }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) {
        PNLog(.generalLevel, self, "PubNub client disconnected from PubNub origin at: %@", origin)
        say("disconnected from \(origin)")
    }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client closed connection because of error: %@", error)
        say("lost \(origin): \(error.code)")
    }

    func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client will close connection because of error: %@", error)
        say("losing the connection: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client was unable to connect because of error: %@", error)
        say("not connected: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        PNLog(.generalLevel, self, "PubNub client successfully subscribed to channels:%@", channelObjects)
        say("subscribed to \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        PNLog(.generalLevel, self, "PubNub client resuming subscription on: %@", channelObjects)
        say("resuming \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        PNLog(.generalLevel, self, "PubNub client successfully restored subscription on channels: %@", channelObjects)
        say("resumed \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to subscribe because of error: %@", error)
        say("subscription failed: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        PNLog(.generalLevel, self, "PubNub client successfully unsubscribed from channels: %@", channelObjects)
        say("left \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to unsubscribe because of \terror: %@", error)
        say("not left: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client successfully enabled presence observation on channels: %@",
            channelObjects
        )
        say("presence on for \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to enable presence observation because of error: %@", error)
        say("presence not on: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client successfully disabled presence observation on channels: %@",
            channelObjects
        )
        say("presence off for \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to disable presence observation because of error: %@", error)
        say("presence not off: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, willSend message: PNMessage) {
        PNLog(.generalLevel, self, "PubNub client is about to send message: %@", message)
        say("sending to \(message.channel.name)")
    }

    func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to send message '%@' because of error: %@", message, error)
        say("not sent: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didSend message: PNMessage) {
        PNLog(.generalLevel, self, "PubNub client sent message: %@", message)
        say("sent to \(message.channel.name)")
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        PNLog(.generalLevel, self, "PubNub client received message: %@", message)
        say("received on \(message.channel.name)")
    }

    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        PNLog(.generalLevel, self, "PubNub client received presence event: %@", event)
        say("presence of \(event.client.identifier)")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    ) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client received history for %@ starting from %@ to %@: %@",
            channel,
            startDate,
            endDate,
            messages
        )
        say("\(messages.count) messages of \(channel.name) from \(startDate) to \(endDate)")
    }

    func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client failed to download history for %@ because of error: %@",
            channel,
            error
        )
        say("no history of \(channel.name): \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber) {
        PNLog(.generalLevel, self, "PubNub client received timetoken: %@", timeToken)
        say("time \(timeToken)")
    }

    func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to receive timetoken because of error: %@", error)
        say("no time: \(error.code)")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    ) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client received participants list for channel %@: %@",
            presenceInformation,
            channelObjects
        )
        say("here: \(presenceInformation.channels().count)")
    }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    ) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client failed to download participants list for channel %@ because of error: %@",
            channelObjects,
            error
        )
        say("not known who is on \(channelObjects.map(\.name)): \(error.code)")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    ) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client received participant channels list for identifier %@: %@",
            participantChannelsList,
            clientIdentifier
        )
        say("\(clientIdentifier) is on \(participantChannelsList.map(\.name))")
    }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    ) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client failed to download participant channels list for identifier %@ " + "because of error: %@",
            clientIdentifier,
            error
        )
        say("not known where \(clientIdentifier) is: \(error.code)")
    }

    // For `data`, as in the example.
    @available(*, deprecated)
    func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client successfully received state for client %@ on channel %@: %@ ",
            remoteClient.identifier,
            remoteClient.channel,
            remoteClient.data
        )
        say("state of \(remoteClient.identifier)")
    }

    func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client did fail to receive state for client %@ on channel %@ because of " + "error: %@",
            (error.associatedObject as? PNClient)?.identifier,
            (error.associatedObject as? PNClient)?.channel,
            error
        )
        say("no state of \((error.associatedObject as? PNClient)?.identifier ?? "-"): \(error.code)")
    }

    // For `data`, as in the example.
    @available(*, deprecated)
    func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client successfully updated state for client %@ at channel %@: %@ ",
            remoteClient.identifier,
            remoteClient.channel,
            remoteClient.data
        )
        say("new state of \(remoteClient.identifier)")
    }

    func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client did fail to update state for client %@ at channel %@ because of " + "error: %@",
            (error.associatedObject as? PNClient)?.identifier,
            (error.associatedObject as? PNClient)?.channel,
            error
        )
        say("state not changed: \(error.code)")
    }

    func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber? {
        NSNumber(value: true)
    }

    func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber? {
        nil
    }

    func shouldResubscribeOnConnectionRestore() -> NSNumber? {
        let shouldResubscribeOnConnectionRestore = NSNumber(value: true)
        PNLog(
            .generalLevel,
            self,
            "PubNub client should restore subscription? %@",
            shouldResubscribeOnConnectionRestore.boolValue ? "YES" : "NO"
        )
        return shouldResubscribeOnConnectionRestore
    }

    func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? {
        let shouldRestoreSubscriptionFromLastTimeToken = NSNumber(value: false)
        var lastTimeToken = "0"
        if let channel = pubNub?.subscribedChannels().last as? PNChannel, let timeToken = channel.updateTimeToken {
            lastTimeToken = timeToken
        }
        PNLog(
            .generalLevel,
            self,
            "PubNub client should restore subscription from last timetoken? %@ (last timetoken: %@)",
            shouldRestoreSubscriptionFromLastTimeToken.boolValue ? "YES" : "NO",
            lastTimeToken
        )
        return shouldRestoreSubscriptionFromLastTimeToken
    }

    func shouldRunClientInBackground() -> Bool {
        false
    }
}
