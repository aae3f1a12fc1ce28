import Foundation
package import PubNub

/// Puts what a client tells into an inbox.
package final class IntegrationDelegate: PNDelegate, Sendable {
    let events: IntegrationInbox<IntegrationEvent>

    package init(_ events: IntegrationInbox<IntegrationEvent>) {
        self.events = events
    }

    package func pubnubClient(_ client: PubNub, error: PNError) { events.put(.error(error)) }

    package func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) { events.put(.willConnect) }

    package func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) { events.put(.connected(origin)) }

    package func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        events.put(.connectingFailed(error))
    }

    package func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) { events.put(.willLose(error)) }

    package func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) { events.put(.disconnected) }

    package func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        events.put(.lost(error))
    }

    package func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        events.put(.subscribed(channelObjects.map(\.name)))
    }

    package func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        events.put(.subscribingFailed(error))
    }

    package func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        events.put(.willRestore(channelObjects.map(\.name)))
    }

    package func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        events.put(.restored(channelObjects.map(\.name)))
    }

    package func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        events.put(.unsubscribed(channelObjects.map(\.name)))
    }

    package func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol])
    {
        events.put(.presenceOn(channelObjects.map(\.name)))
    }

    package func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol])
    {
        events.put(.presenceOff(channelObjects.map(\.name)))
    }

    package func pubnubClient(_ client: PubNub, didSend message: PNMessage) { events.put(.sent(message)) }

    package func pubnubClient(_ client: PubNub, didReceive message: PNMessage) { events.put(.message(message)) }

    package func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult) { events.put(.signal(signal)) }

    package func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        events.put(.object(event))
    }

    package func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        events.put(.messageAction(event))
    }

    package func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate) {
        events.put(.gap(startDate, endDate))
    }

    package func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) { events.put(.presence(event)) }
}
