import Foundation
import PubNub
import PubNubSupport

/// One call of a delegate method.
package struct DelegateCall {
    /// The full name of the method, such as `pubnubClient(_:didReceive:)`.
    package let method: String
    /// The arguments, without the client.
    package let values: [Any?]

    package init(method: String, values: [Any?]) {
        self.method = method
        self.values = values
    }

    /// The labels of the arguments after the client, such as `didDisconnectFromOrigin:withError`; the full name of a
    /// method without such labels.
    package var labels: Substring {
        let prefix = "pubnubClient(_:"
        guard method.hasPrefix(prefix), method.hasSuffix(":)") else { return method.prefix { $0 != "(" } }
        return method.dropFirst(prefix.count).dropLast(2)
    }
}

/// The calls of a delegate, in words, and their values.
final class DelegateRecord: Sendable {
    private struct State {
        var words: [String] = []
        var errors: [PNError] = []
        var messages: [PNMessage] = []
        var presence: [PNPresenceEvent] = []
        var questions: [String] = []
    }

    private let state = Locked(State())
    private let answering = Locked(RecordingDelegate.Answers())

    var words: [String] { state.withLock { $0.words } }
    var errors: [PNError] { state.withLock { $0.errors } }
    var messages: [PNMessage] { state.withLock { $0.messages } }
    var presence: [PNPresenceEvent] { state.withLock { $0.presence } }
    var questions: [String] { state.withLock { $0.questions } }
    var answers: RecordingDelegate.Answers { answering.withLock { $0 } }

    func answer(_ answers: RecordingDelegate.Answers) {
        answering.withLock { $0 = answers }
    }

    func forget() {
        state.withLock { $0 = State() }
    }

    func add(_ call: DelegateCall) {
        switch call.values.first {
        case let message as PNMessage where call.labels == "didReceive":
            state.withLock { $0.messages.append(message) }
        case let event as PNPresenceEvent:
            state.withLock { $0.presence.append(event) }
        case nil where call.labels.hasPrefix("should"):
            state.withLock { $0.questions.append(String(call.labels)) }
        default:
            guard let words = Self.words(call) else { return }
            let error = call.values.last as? PNError
            state.withLock { state in
                state.words.append(error.map { "\(words) \($0.code)" } ?? words)
                if let error { state.errors.append(error) }
            }
        }
    }

    /// The names of the calls that are recorded.
    private static let names: [Substring: String] = [
        "error": "error",
        "willConnectToOrigin": "willConnect",
        "didConnectToOrigin": "didConnect",
        "connectionDidFailWithError": "connectionDidFail",
        "willDisconnectWithError": "willDisconnect",
        "didDisconnectFromOrigin": "didDisconnect",
        "didDisconnectFromOrigin:withError": "didDisconnectWithError",
        "willSuspendWith": "willSuspend",
        "didSubscribeOn": "didSubscribe",
        "subscriptionDidFailWithError": "subscriptionDidFail",
        "willRestoreSubscriptionOn": "willRestore",
        "didRestoreSubscriptionOn": "didRestore",
        "didUnsubscribeFrom": "didUnsubscribe",
        "unsubscriptionDidFailWithError": "unsubscriptionDidFail",
        "didEnablePresenceObservationOn": "didEnablePresence",
        "didDisablePresenceObservationOn": "didDisablePresence",
        "presenceObservationEnablingDidFailWithError": "presenceEnablingDidFail",
        "presenceObservationDisablingDidFailWithError": "presenceDisablingDidFail",
        "willSend": "willSend",
        "didSend": "didSend",
        "didFailMessageSend:withError": "didFailMessageSend",
        "didReceiveSignal": "didReceiveSignal",
        "didReceiveMessageAction": "didReceiveMessageAction",
        "didReceiveObjectEvent": "didReceiveObjectEvent",
        "didReceiveMessageHistory:for:startingFrom:to": "didReceiveHistory",
        "didFailHistoryDownloadFor:withError": "didFailHistoryDownload",
        "didReceiveTimeToken": "didReceiveTimeToken",
        "timeTokenReceiveDidFailWithError": "timeTokenReceiveDidFail",
        "didReceiveParticipants:for": "didReceiveParticipants",
        "didFailParticipantsListDownloadFor:withError": "didFailParticipantsListDownload",
        "didReceiveParticipantChannelsList:forIdentifier": "didReceiveParticipantChannels",
        "didFailParticipantChannelsListDownloadForIdentifier:withError": "didFailParticipantChannelsListDownload",
        "didReceiveClientState": "didReceiveClientState",
        "clientStateRetrieveDidFailWithError": "clientStateRetrieveDidFail",
        "didUpdateClientState": "didUpdateClientState",
        "clientStateUpdateDidFailWithError": "clientStateUpdateDidFail",
        "didChangeAccessRights": "didChangeAccessRights",
        "accessRightsChangeDidFailWithError": "accessRightsChangeDidFail",
        "didAuditAccessRights": "didAuditAccessRights",
        "accessRightsAuditDidFailWithError": "accessRightsAuditDidFail",
    ]

    /// A call in words: its name and its objects; `nil` for a call that is not recorded.
    private static func words(_ call: DelegateCall) -> String? {
        guard let name = names[call.labels] else { return nil }
        let about: String? =
            switch (call.values.first ?? nil, call.values.count > 1 ? call.values[1] : nil) {
            case (let messages as [PNMessage], let channel as PNChannel): "\(channel.name) \(messages.count)"
            case (let channels as [PNChannel], let identifier as String): "\(identifier) \(list(channels))"
            case (let objects as [any PNChannelProtocol], _): list(objects)
            case (is PNHereNow, let objects as [any PNChannelProtocol]): list(objects)
            case (let channel as PNChannel, _): channel.name
            case (let client as PNClient, _): client.identifier
            case (let time as NSNumber, _): "\(time)"
            case (let signal as PNSignalResult, _): "\(signal.data.message)"
            case (let event as PNMessageActionResult, _): "\(event.data.event) \(event.data.action.type)"
            case (let event as PNObjectEventResult, _): "\(event.data.event) \(event.data.type)"
            case (let rights as PNAccessRightsCollection, _): list(rights)
            case (let identifier as String, is PNError) where name == "didFailParticipantChannelsListDownload":
                identifier
            default: nil
            }
        return about.map { "\(name) \($0)" } ?? name
    }

    private static func list(_ objects: [any PNChannelProtocol]) -> String {
        objects.map(\.name).joined(separator: ",")
    }

    /// Each object and key with its rights as a number.
    private static func list(_ collection: PNAccessRightsCollection) -> String {
        collection.information
            .map { "\($0.object?.name ?? "*")/\($0.authorizationKey ?? "-") \($0.rights.rawValue)" }
            .joined(separator: ",")
    }
}
