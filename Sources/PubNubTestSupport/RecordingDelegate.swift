import Foundation
package import PubNub

/// Writes down, in words, what a client tells its delegate about connection, subscriptions, messages and history.
package final class RecordingDelegate: PNDelegate, Sendable {
    private struct State {
        var words: [String] = []
        var errors: [PNError] = []
        var messages: [PNMessage] = []
        var presence: [PNPresenceEvent] = []
    }

    private let state = Locked(State())

    package init() {}

    /// What was told so far, in order.
    package var words: [String] { state.withLock { $0.words } }

    /// The errors that were told so far, in order.
    package var errors: [PNError] { state.withLock { $0.errors } }

    /// The messages that were received so far, in order.
    package var messages: [PNMessage] { state.withLock { $0.messages } }

    /// The presence events that were received so far, in order.
    package var presence: [PNPresenceEvent] { state.withLock { $0.presence } }

    package func forget() {
        state.withLock { $0 = State() }
    }

    private func note(_ words: String, _ error: PNError? = nil) {
        state.withLock { state in
            state.words.append(error.map { "\(words) \($0.code)" } ?? words)
            if let error { state.errors.append(error) }
        }
    }

    private func names(_ objects: [any PNChannelProtocol]) -> String {
        objects.map(\.name).joined(separator: ",")
    }

    package func pubnubClient(_ client: PubNub, error: PNError) { note("error", error) }

    package func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) { note("willConnect") }

    package func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) { note("didConnect") }

    package func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        note("connectionDidFail", error)
    }

    package func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) {
        note("willDisconnect", error)
    }

    package func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) { note("didDisconnect") }

    package func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        note("didDisconnectWithError", error)
    }

    package func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        note("didSubscribe \(names(channelObjects))")
    }

    package func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        note("subscriptionDidFail", error)
    }

    package func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        note("willRestore \(names(channelObjects))")
    }

    package func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        note("didRestore \(names(channelObjects))")
    }

    package func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        note("didUnsubscribe \(names(channelObjects))")
    }

    package func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError) {
        note("unsubscriptionDidFail", error)
    }

    package func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol])
    {
        note("didEnablePresence \(names(channelObjects))")
    }

    package func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol])
    {
        note("didDisablePresence \(names(channelObjects))")
    }

    package func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError) {
        note("presenceEnablingDidFail", error)
    }

    package func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError) {
        note("presenceDisablingDidFail", error)
    }

    package func pubnubClient(_ client: PubNub, willSend message: PNMessage) { note("willSend") }

    package func pubnubClient(_ client: PubNub, didSend message: PNMessage) { note("didSend") }

    package func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        note("didFailMessageSend", error)
    }

    package func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        state.withLock { $0.messages.append(message) }
    }

    package func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        state.withLock { $0.presence.append(event) }
    }
}
