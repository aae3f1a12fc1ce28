package import Foundation
package import PubNub
import PubNubLocks

/// Writes down, in words, what a client tells its delegate about connection, subscriptions, messages, history, time
/// and presence, and answers its questions.
package final class RecordingDelegate: PNDelegate, Sendable {
    /// What the delegate answers; nil leaves a question to the configuration.
    package struct Answers: Sendable {
        package var reconnect: Bool?
        package var keepTimeToken: Bool?
        package var resubscribe: Bool?
        package var restoreFromLastTimeToken: Bool?
        package var runInBackground = false
        /// What the delegate does before a suspension, and the closure to call when that is done; nil is nothing.
        package var lastWork: (@Sendable (PubNub, @escaping () -> Void) -> Void)?

        package init() {}
    }

    private struct State {
        var words: [String] = []
        var errors: [PNError] = []
        var messages: [PNMessage] = []
        var presence: [PNPresenceEvent] = []
    }

    private let state = Locked(State())
    private let answers = Locked(Answers())

    package init() {}

    /// Answers later questions as `answers` says.
    package func answer(_ answers: Answers) {
        self.answers.withLock { $0 = answers }
    }

    private func answer(_ question: (Answers) -> Bool?) -> NSNumber? {
        answers.withLock { question($0) }.map { NSNumber(value: $0) }
    }

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

    func note(_ words: String, _ error: PNError? = nil) {
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

    package func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    ) {
        note("willSuspend")
        guard let work = answers.withLock({ $0.lastWork }) else { return }
        preSuspensionBlock { done in work(client, done) }
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

    package func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult) {
        note("didReceiveSignal \(signal.data.message)")
    }

    package func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        note("didReceiveMessageAction \(event.data.event) \(event.data.action.type)")
    }

    package func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        note("didReceiveObjectEvent \(event.data.event) \(event.data.type)")
    }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    ) {
        note("didReceiveHistory \(channel.name) \(messages.count)")
    }

    package func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError)
    {
        note("didFailHistoryDownload \(channel.name)", error)
    }

    package func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber) {
        note("didReceiveTimeToken \(timeToken)")
    }

    package func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError) {
        note("timeTokenReceiveDidFail", error)
    }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    ) {
        note("didReceiveParticipants \(names(channelObjects))")
    }

    package func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    ) {
        note("didFailParticipantsListDownload \(names(channelObjects))", error)
    }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    ) {
        note("didReceiveParticipantChannels \(clientIdentifier) \(names(participantChannelsList))")
    }

    package func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    ) {
        note("didFailParticipantChannelsListDownload \(clientIdentifier)", error)
    }

    package func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient) {
        note("didReceiveClientState \(remoteClient.identifier)")
    }

    package func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError) {
        note("clientStateRetrieveDidFail", error)
    }

    package func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient) {
        note("didUpdateClientState \(remoteClient.identifier)")
    }

    package func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError) {
        note("clientStateUpdateDidFail", error)
    }

    package func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber? { answer(\.reconnect) }

    package func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber? { answer(\.keepTimeToken) }

    package func shouldResubscribeOnConnectionRestore() -> NSNumber? { answer(\.resubscribe) }

    package func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? { answer(\.restoreFromLastTimeToken) }

    package func shouldRunClientInBackground() -> Bool { answers.withLock { $0.runInBackground } }
}
