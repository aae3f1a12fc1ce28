import Foundation
import PubNub

/// Writes down every call of a current delegate method by its full name, with what it was told; it has no opinions.
final class ToldDelegate: PNDelegate, Sendable {
    let log: ToldLog

    init(_ log: ToldLog) {
        self.log = log
    }

    func pubnubClient(_ client: PubNub, error: PNError) { log.add(delegate: #function, error) }

    func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) { log.add(delegate: #function, origin) }

    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) { log.add(delegate: #function, origin) }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) { log.add(delegate: #function, origin) }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        log.add(delegate: #function, origin, error)
    }

    func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) { log.add(delegate: #function, error) }

    func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    ) {
        log.add(delegate: #function)
        preSuspensionBlock { done in done() }
    }

    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        log.add(delegate: #function, channelObjects)
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        log.add(delegate: #function, channelObjects)
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        log.add(delegate: #function, channelObjects)
    }

    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        log.add(delegate: #function, channelObjects)
    }

    func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        log.add(delegate: #function, channelObjects)
    }

    func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol]) {
        log.add(delegate: #function, channelObjects)
    }

    func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, willSend message: PNMessage) { log.add(delegate: #function, message) }

    func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        log.add(delegate: #function, message, error)
    }

    func pubnubClient(_ client: PubNub, didSend message: PNMessage) { log.add(delegate: #function, message) }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) { log.add(delegate: #function, message) }

    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) { log.add(delegate: #function, event) }

    func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult) {
        log.add(delegate: #function, signal)
    }

    func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        log.add(delegate: #function, event)
    }

    func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        log.add(delegate: #function, event)
    }

    func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate) {
        log.add(delegate: #function, startDate, endDate)
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    ) { log.add(delegate: #function, messages, channel, startDate, endDate) }

    func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError) {
        log.add(delegate: #function, channel, error)
    }

    func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber) {
        log.add(delegate: #function, timeToken)
    }

    func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber? {
        log.add(delegate: #function)
        return nil
    }

    func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber? {
        log.add(delegate: #function)
        return nil
    }

    func shouldResubscribeOnConnectionRestore() -> NSNumber? {
        log.add(delegate: #function)
        return nil
    }

    func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? {
        log.add(delegate: #function)
        return nil
    }

    func shouldRunClientInBackground() -> Bool {
        log.add(delegate: #function)
        return false
    }
}
