import Foundation
import PubNubMachines
import PubNubWire

/// Everything that a client reports to its app.
///
/// Errors already carry the object of their call (`associatedObject`).
enum PNEvent: Sendable {
    typealias Outcome<Value> = Result<Value, PNError>
    typealias Objects = [any PNChannelProtocol]

    case error(PNError)
    case willConnect(origin: String)
    case didConnect(origin: String)
    /// Without an error the client waits for a network; it connects as soon as a network is available.
    case connectionFailed(origin: String, PNError?)
    case willDisconnect(origin: String, PNError)
    case didDisconnect(origin: String)
    case didDisconnectWithError(origin: String, PNError)
    case willSuspend(SuspensionWindow)
    case willRestoreSubscription(Objects)
    case didRestoreSubscription(Objects)

    case willSend(PNMessage)
    case didSend(PNMessage)
    case sendFailed(PNMessage, PNError)
    case message(PNMessage)
    case presence(PNPresenceEvent)
    case signal(PNSignalResult)
    case object(PNObjectEventResult)
    case messageAction(PNMessageActionResult)
    case gap(from: Timetoken, to: Timetoken)

    /// The success or failure of any other call; the static properties of ``PNEvent`` are the table of them.
    case outcome(any OutcomeEvent)
}

/// One case for each kind of observer.
enum EventKind: Int, CaseIterable, Sendable {
    case connectionState, subscription, unsubscription, presenceEnabling, presenceDisabling
    case messageProcessing, messageReceive, presenceEvent, signal, objectEvent, messageAction, messagesGap
    case history, time, hereNow, whereNow, clientState, clientStateUpdate
    case channelGroups, namespaces, namespaceRemoval, groupRemoval
    case groupChannels, groupChannelsAddition, groupChannelsRemoval
    case pushEnabling, pushDisabling, pushRemoval, pushChannels
    case accessRightsChange, accessRightsAudit
}

extension PNEvent {
    /// The observers and the notification of an event.
    struct Posting {
        /// The observers that receive the event; `nil` for none.
        let kind: EventKind?
        /// The name of the notification; `nil` if the event posts none.
        let notification: String?
        /// The payload of the notification; `nil` for none.
        let payload: (any Sendable)?

        init(_ kind: EventKind?, _ notification: String?, _ payload: (any Sendable)?) {
            self.kind = kind
            self.notification = notification
            self.payload = payload
        }
    }

    /// The observers and the notification of the event.
    var posting: Posting {
        switch self {
        case .error(let error): Posting(nil, kPNClientErrorNotification, error)
        case .willConnect(let origin): Posting(nil, kPNClientWillConnectToOriginNotification, origin)
        case .didConnect(let origin): Posting(.connectionState, kPNClientDidConnectToOriginNotification, origin)
        case .connectionFailed(_, let error):
            Posting(.connectionState, kPNClientConnectionDidFailWithErrorNotification, error)
        case .willDisconnect(_, let error), .didDisconnectWithError(_, let error):
            Posting(.connectionState, kPNClientConnectionDidFailWithErrorNotification, error)
        case .didDisconnect(let origin):
            Posting(.connectionState, kPNClientDidDisconnectFromOriginNotification, origin)
        case .willSuspend: Posting(nil, nil, nil)
        case .willRestoreSubscription(let objects):
            Posting(.subscription, kPNClientSubscriptionWillRestoreNotification, objects)
        case .didRestoreSubscription(let objects):
            Posting(.subscription, kPNClientSubscriptionDidRestoreNotification, objects)
        case .willSend(let message): Posting(.messageProcessing, kPNClientWillSendMessageNotification, message)
        case .didSend(let message): Posting(.messageProcessing, kPNClientDidSendMessageNotification, message)
        case .sendFailed(_, let error): Posting(.messageProcessing, kPNClientMessageSendingDidFailNotification, error)
        case .message(let message): Posting(.messageReceive, kPNClientDidReceiveMessageNotification, message)
        case .presence(let event): Posting(.presenceEvent, kPNClientDidReceivePresenceEventNotification, event)
        case .signal(let signal): Posting(.signal, kPNClientDidReceiveSignalNotification, signal)
        case .object(let event): Posting(.objectEvent, kPNClientDidReceiveObjectEventNotification, event)
        case .messageAction(let event): Posting(.messageAction, kPNClientDidReceiveMessageActionNotification, event)
        case .gap(let start, let end):
            Posting(
                .messagesGap,
                kPNClientDidLoseMessagesNotification,
                [PNDate(timetoken: start), PNDate(timetoken: end)]
            )
        case .outcome(let outcome): outcome.posting
        }
    }

    /// Calls the delegate method of the event.
    func notify(_ delegate: any PNDelegate, _ client: PubNub) {
        switch self {
        case .error(let error): delegate.pubnubClient(client, error: error)
        case .willConnect(let origin): delegate.pubnubClient(client, willConnectToOrigin: origin)
        case .didConnect(let origin): delegate.pubnubClient(client, didConnectToOrigin: origin)
        case .connectionFailed(let origin, let error):
            let error = error ?? PNError(code: kPNClientConnectionFailedOnInternetFailureError).associated(with: origin)
            delegate.pubnubClient(client, connectionDidFailWithError: error)
        case .willDisconnect(_, let error): delegate.pubnubClient(client, willDisconnectWithError: error)
        case .didDisconnect(let origin): delegate.pubnubClient(client, didDisconnectFromOrigin: origin)
        case .didDisconnectWithError(let origin, let error):
            delegate.pubnubClient(client, didDisconnectFromOrigin: origin, withError: error)
        case .willSuspend(let window): delegate.pubnubClient(client, willSuspendWith: { work in window.run(work) })
        case .willRestoreSubscription(let objects): delegate.pubnubClient(client, willRestoreSubscriptionOn: objects)
        case .didRestoreSubscription(let objects): delegate.pubnubClient(client, didRestoreSubscriptionOn: objects)
        case .willSend(let message): delegate.pubnubClient(client, willSend: message)
        case .didSend(let message): delegate.pubnubClient(client, didSend: message)
        case .sendFailed(let message, let error):
            delegate.pubnubClient(client, didFailMessageSend: message, withError: error)
        case .message(let message): delegate.pubnubClient(client, didReceive: message)
        case .presence(let event): delegate.pubnubClient(client, didReceive: event)
        case .signal(let signal): delegate.pubnubClient(client, didReceiveSignal: signal)
        case .object(let event): delegate.pubnubClient(client, didReceiveObjectEvent: event)
        case .messageAction(let event): delegate.pubnubClient(client, didReceiveMessageAction: event)
        case .gap(let start, let end):
            delegate.pubnubClient(
                client,
                didLoseMessagesBetween: PNDate(timetoken: start),
                and: PNDate(timetoken: end)
            )
        case .outcome(let outcome): outcome.notify(delegate, client)
        }
    }
}
