public import Foundation

/// Defaults of the methods about connection, subscriptions, messages, history and time, and of the questions.
extension PNDelegate {
    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, error: PNError) {
        pubnubClient(Optional(client), error: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) {
        pubnubClient(Optional(client), willConnectToOrigin: origin)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
        pubnubClient(Optional(client), didConnectToOrigin: origin)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) {
        pubnubClient(Optional(client), didDisconnectFromOrigin: origin)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        pubnubClient(Optional(client), didDisconnectFromOrigin: origin, withError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) {
        pubnubClient(Optional(client), willDisconnectWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        pubnubClient(Optional(client), connectionDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
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

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), didSubscribeOn: channelObjects)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didSubscribeOnChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), willRestoreSubscriptionOn: channelObjects)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), willRestoreSubscriptionOnChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), didRestoreSubscriptionOn: channelObjects)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didRestoreSubscriptionOnChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        pubnubClient(Optional(client), subscriptionDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), didUnsubscribeFrom: channelObjects)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didUnsubscribeOnChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError) {
        pubnubClient(Optional(client), unsubscriptionDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        pubnubClient(Optional(client), didEnablePresenceObservationOn: channelObjects)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didEnablePresenceObservationOnChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError) {
        pubnubClient(Optional(client), presenceObservationEnablingDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol]
    ) {
        pubnubClient(Optional(client), didDisablePresenceObservationOn: channelObjects)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel]) {
        pubnubClient(Optional(client), didDisablePresenceObservationOnChannels: channels)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError) {
        pubnubClient(Optional(client), presenceObservationDisablingDidFailWithError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, willSend message: PNMessage) {
        pubnubClient(Optional(client), willSend: message)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        pubnubClient(Optional(client), didFailMessageSend: message, withError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didSend message: PNMessage) {
        pubnubClient(Optional(client), didSend: message)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        pubnubClient(Optional(client), didReceive: message)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        pubnubClient(Optional(client), didReceive: event)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult) {
        pubnubClient(Optional(client), didReceiveSignal: signal)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        pubnubClient(Optional(client), didReceiveObjectEvent: event)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        pubnubClient(Optional(client), didReceiveMessageAction: event)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate) {
        pubnubClient(Optional(client), didLoseMessagesBetween: startDate, and: endDate)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    ) {
        pubnubClient(
            Optional(client),
            didReceiveMessageHistory: messages,
            for: channel,
            startingFrom: startDate,
            to: endDate
        )
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError) {
        pubnubClient(Optional(client), didFailHistoryDownloadFor: channel, withError: error)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber) {
        pubnubClient(Optional(client), didReceiveTimeToken: timeToken)
    }

    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError) {
        pubnubClient(Optional(client), timeTokenReceiveDidFailWithError: error)
    }

    /// Asks the ``PNLegacyDelegate`` form.
    public func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber? {
        shouldReconnectPubNubClient(Optional(client))
    }

    /// Asks the ``PNLegacyDelegate`` form.
    public func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber? {
        (self as any PNLegacyDelegate).shouldKeepTimeTokenOnChannelsListChange()
    }

    /// Asks the ``PNLegacyDelegate`` form.
    public func shouldResubscribeOnConnectionRestore() -> NSNumber? {
        (self as any PNLegacyDelegate).shouldResubscribeOnConnectionRestore()
    }

    /// Asks the ``PNLegacyDelegate`` form.
    public func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? {
        (self as any PNLegacyDelegate).shouldRestoreSubscriptionFromLastTimeToken()
    }

    /// Returns `false`.
    public func shouldRunClientInBackground() -> Bool {
        false
    }
}
