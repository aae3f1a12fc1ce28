public import Foundation

extension PNDelegate {
    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, error: PNError) {
        pubnubClient(Optional(client), error: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) {
        pubnubClient(Optional(client), willConnectToOrigin: Optional(origin))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
        pubnubClient(Optional(client), didConnectToOrigin: Optional(origin))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) {
        pubnubClient(Optional(client), didDisconnectFromOrigin: Optional(origin))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        pubnubClient(Optional(client), didDisconnectFromOrigin: Optional(origin), withError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) {
        pubnubClient(Optional(client), willDisconnectWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        pubnubClient(Optional(client), connectionDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    ) {
        pubnubClient(
            Optional(client),
            willSuspendWith: { work in
                preSuspensionBlock { done in work?(done) }
            }
        )
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), didSubscribeOn: Optional(channelObjects))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didSubscribeOnChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), willRestoreSubscriptionOn: Optional(channelObjects))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), willRestoreSubscriptionOnChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), didRestoreSubscriptionOn: Optional(channelObjects))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didRestoreSubscriptionOnChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        pubnubClient(Optional(client), subscriptionDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), didUnsubscribeFrom: Optional(channelObjects))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didUnsubscribeOnChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError) {
        pubnubClient(Optional(client), unsubscriptionDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), didEnablePresenceObservationOn: Optional(channelObjects))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didEnablePresenceObservationOnChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError) {
        pubnubClient(Optional(client), presenceObservationEnablingDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol]
    ) {
        pubnubClient(Optional(client), didDisablePresenceObservationOn: Optional(channelObjects))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didDisablePresenceObservationOnChannels: Optional(channels))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError) {
        pubnubClient(Optional(client), presenceObservationDisablingDidFailWithError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, willSend message: PNMessage) {
        pubnubClient(Optional(client), willSend: Optional(message))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        pubnubClient(Optional(client), didFailMessageSend: Optional(message), withError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didSend message: PNMessage) {
        pubnubClient(Optional(client), didSend: Optional(message))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        pubnubClient(Optional(client), didReceive: Optional(message))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        pubnubClient(Optional(client), didReceive: Optional(event))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult) {
        pubnubClient(Optional(client), didReceiveSignal: Optional(signal))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        pubnubClient(Optional(client), didReceiveObjectEvent: Optional(event))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        pubnubClient(Optional(client), didReceiveMessageAction: Optional(event))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate) {
        pubnubClient(Optional(client), didLoseMessagesBetween: Optional(startDate), and: Optional(endDate))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    ) {
        pubnubClient(
            Optional(client),
            didReceiveMessageHistory: Optional(messages),
            for: Optional(channel),
            startingFrom: Optional(startDate),
            to: Optional(endDate)
        )
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError) {
        pubnubClient(Optional(client), didFailHistoryDownloadFor: Optional(channel), withError: Optional(error))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber) {
        pubnubClient(Optional(client), didReceiveTimeToken: Optional(timeToken))
    }

    /// Calls the copied spelling of this method.
    public func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError) {
        pubnubClient(Optional(client), timeTokenReceiveDidFailWithError: Optional(error))
    }

    /// Asks the copied spelling of this method.
    public func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber? {
        shouldReconnectPubNubClient(Optional(client))
    }

    /// Asks the copied spelling of this method.
    public func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber? {
        (self as any PNLegacyDelegate).shouldKeepTimeTokenOnChannelsListChange()
    }

    /// Asks the copied spelling of this method.
    public func shouldResubscribeOnConnectionRestore() -> NSNumber? {
        (self as any PNLegacyDelegate).shouldResubscribeOnConnectionRestore()
    }

    /// Asks the copied spelling of this method.
    public func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? {
        (self as any PNLegacyDelegate).shouldRestoreSubscriptionFromLastTimeToken()
    }

    /// Says no.
    public func shouldRunClientInBackground() -> Bool {
        false
    }
}
