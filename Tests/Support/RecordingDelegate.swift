package import Foundation
package import PubNub

/// Records every call of a current delegate method, or forwards it; replies to questions as a test sets.
///
/// The methods have the types of ``PNDelegate``. As Swift calls a method only in the spelling that a class implements, the
/// other spellings have classes of their own: ``ImportedRecordingDelegate``, ``DeprecatedRecordingDelegate`` and
/// ``DeprecatedImportedRecordingDelegate``.
package final class RecordingDelegate: PNDelegate, Sendable {
    /// The delegate's replies; `nil` leaves a question to the configuration.
    package struct Answers: Sendable {
        package var reconnect: Bool?
        package var keepTimeToken: Bool?
        package var resubscribe: Bool?
        package var restoreFromLastTimeToken: Bool?
        package var runInBackground = false
        /// The delegate's work before a suspension, and the closure to call at its end; `nil` means no work.
        package var lastWork: (@Sendable (PubNub, @escaping () -> Void) -> Void)?

        package init() {}

        func number(_ question: (Answers) -> Bool?) -> NSNumber? {
            question(self).map { NSNumber(value: $0) }
        }
    }

    private let record: DelegateRecord
    private let receiver: @Sendable (DelegateCall) -> Void

    /// Records calls in words.
    package init() {
        let record = DelegateRecord()
        self.record = record
        receiver = { record.add($0) }
    }

    /// Passes each call to `receiver` and records nothing.
    package init(answers: Answers = Answers(), _ receiver: @escaping @Sendable (DelegateCall) -> Void) {
        record = DelegateRecord()
        record.answer(answers)
        self.receiver = receiver
    }

    private var answers: Answers { record.answers }

    private func receive(_ method: String, _ values: Any?...) {
        receiver(DelegateCall(method: method, values: values))
    }

    /// Replies to later questions with `answers`.
    package func answer(_ answers: Answers) { record.answer(answers) }

    /// The recorded calls, in order, without received messages and presence events.
    package var words: [String] { record.words }

    /// The errors of the recorded calls, in order.
    package var errors: [PNError] { record.errors }

    /// The received messages, in order.
    package var messages: [PNMessage] { record.messages }

    /// The received presence events, in order.
    package var presence: [PNPresenceEvent] { record.presence }

    /// The methods that asked the delegate, in order.
    package var questions: [String] { record.questions }

    package func forget() { record.forget() }

    // MARK: Connection, subscriptions, messages, history and time

    package func pubnubClient(_ client: PubNub, error: PNError) { receive(#function, error) }

    package func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) { receive(#function, origin) }

    package func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) { receive(#function, origin) }

    package func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) { receive(#function, origin) }

    package func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        receive(#function, origin, error)
    }

    package func pubnubClient(_ client: PubNub, willDisconnectWithError error: PNError) { receive(#function, error) }

    package func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    ) {
        receive(#function)
        guard let work = answers.lastWork else { return }
        preSuspensionBlock { done in work(client, done) }
    }

    package func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didUnsubscribeFrom channelObjects: [any PNChannelProtocol]) {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub, unsubscriptionDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [any PNChannelProtocol])
    {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub, presenceObservationEnablingDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [any PNChannelProtocol])
    {
        receive(#function, channelObjects)
    }

    package func pubnubClient(_ client: PubNub, presenceObservationDisablingDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, willSend message: PNMessage) { receive(#function, message) }

    package func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        receive(#function, message, error)
    }

    package func pubnubClient(_ client: PubNub, didSend message: PNMessage) { receive(#function, message) }

    package func pubnubClient(_ client: PubNub, didReceive message: PNMessage) { receive(#function, message) }

    package func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) { receive(#function, event) }

    package func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult) {
        receive(#function, signal)
    }

    package func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        receive(#function, event)
    }

    package func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        receive(#function, event)
    }

    package func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate) {
        receive(#function, startDate, endDate)
    }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveMessageHistory messages: [PNMessage],
        for channel: PNChannel,
        startingFrom startDate: PNDate,
        to endDate: PNDate
    ) { receive(#function, messages, channel, startDate, endDate) }

    package func pubnubClient(_ client: PubNub, didFailHistoryDownloadFor channel: PNChannel, withError error: PNError)
    {
        receive(#function, channel, error)
    }

    package func pubnubClient(_ client: PubNub, didReceiveTimeToken timeToken: NSNumber) {
        receive(#function, timeToken)
    }

    package func pubnubClient(_ client: PubNub, timeTokenReceiveDidFailWithError error: PNError) {
        receive(#function, error)
    }

    // MARK: Presence and channel groups

    package func pubnubClient(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow,
        for channelObjects: [any PNChannelProtocol]
    ) { receive(#function, presenceInformation, channelObjects) }

    package func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [any PNChannelProtocol],
        withError error: PNError
    ) { receive(#function, channelObjects, error) }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantChannelsList participantChannelsList: [PNChannel],
        forIdentifier clientIdentifier: String
    ) { receive(#function, participantChannelsList, clientIdentifier) }

    package func pubnubClient(
        _ client: PubNub,
        didFailParticipantChannelsListDownloadForIdentifier clientIdentifier: String,
        withError error: PNError
    ) { receive(#function, clientIdentifier, error) }

    package func pubnubClient(_ client: PubNub, didReceiveClientState remoteClient: PNClient) {
        receive(#function, remoteClient)
    }

    package func pubnubClient(_ client: PubNub, clientStateRetrieveDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didUpdateClientState remoteClient: PNClient) {
        receive(#function, remoteClient)
    }

    package func pubnubClient(_ client: PubNub, clientStateUpdateDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveChannelGroups groups: [PNChannelGroup],
        forNamespace nspace: String?
    ) { receive(#function, groups, nspace) }

    package func pubnubClient(_ client: PubNub, channelGroupsRequestDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didReceiveChannelGroupNamespaces namespaces: [String]) {
        receive(#function, namespaces)
    }

    package func pubnubClient(_ client: PubNub, channelGroupNamespacesRequestDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didRemoveNamespace nspace: String) { receive(#function, nspace) }

    package func pubnubClient(_ client: PubNub, namespaceRemovalDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didRemove group: PNChannelGroup) { receive(#function, group) }

    package func pubnubClient(_ client: PubNub, channelGroupRemovalDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didReceiveChannelsFor group: PNChannelGroup) {
        receive(#function, group)
    }

    package func pubnubClient(_ client: PubNub, channelsForGroupRequestDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didAddChannels channels: [PNChannel], to group: PNChannelGroup) {
        receive(#function, channels, group)
    }

    package func pubnubClient(_ client: PubNub, channelsAdditionToGroupDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didRemoveChannels channels: [PNChannel], from group: PNChannelGroup) {
        receive(#function, channels, group)
    }

    package func pubnubClient(_ client: PubNub, channelsRemovalFromGroupDidFailWithError error: PNError) {
        receive(#function, error)
    }

    // MARK: Push notifications and access rights

    package func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClientDidRemovePushNotifications(_ client: PubNub) { receive(#function) }

    package func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection)
    {
        receive(#function, accessRightsCollection)
    }

    package func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError) {
        receive(#function, error)
    }

    package func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection) {
        receive(#function, accessRightsCollection)
    }

    package func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError) {
        receive(#function, error)
    }

    // MARK: Questions

    package func shouldReconnectPubNubClient(_ client: PubNub) -> NSNumber? {
        receive(#function)
        return answers.number(\.reconnect)
    }

    package func shouldKeepTimeTokenOnChannelsListChange() -> NSNumber? {
        receive(#function)
        return answers.number(\.keepTimeToken)
    }

    package func shouldResubscribeOnConnectionRestore() -> NSNumber? {
        receive(#function)
        return answers.number(\.resubscribe)
    }

    package func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? {
        receive(#function)
        return answers.number(\.restoreFromLastTimeToken)
    }

    package func shouldRunClientInBackground() -> Bool {
        receive(#function)
        return answers.runInBackground
    }
}
