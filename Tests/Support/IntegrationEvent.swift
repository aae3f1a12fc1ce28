import Foundation
package import PubNub

/// What a client told its delegate.
package enum IntegrationEvent: Sendable {
    case error(PNError)
    case willConnect
    case connected(String)
    case connectingFailed(PNError)
    case willLose(PNError)
    case lost(PNError)
    case disconnected
    case subscribed([String])
    case subscribingFailed(PNError)
    case willRestore([String])
    case restored([String])
    case unsubscribed([String])
    case presenceOn([String])
    case presenceOff([String])
    case sent(PNMessage)
    case message(PNMessage)
    case presence(PNPresenceEvent)
    case signal(PNSignalResult)
    case object(PNObjectEventResult)
    case messageAction(PNMessageActionResult)
    case gap(PNDate, PNDate)
}

extension IntegrationEvent {
    package var origin: String? { if case .connected(let origin) = self { origin } else { nil } }
    package var message: PNMessage? { if case .message(let message) = self { message } else { nil } }
    package var presence: PNPresenceEvent? { if case .presence(let event) = self { event } else { nil } }
    package var signal: PNSignalEventData? { if case .signal(let signal) = self { signal.data } else { nil } }
    package var object: PNObjectEventData? { if case .object(let event) = self { event.data } else { nil } }
    package var messageAction: PNMessageActionEventData? {
        if case .messageAction(let event) = self { event.data } else { nil }
    }
    package var gap: [PNDate]? { if case .gap(let start, let end) = self { [start, end] } else { nil } }
    package var loss: PNError? { if case .lost(let error) = self { error } else { nil } }
    package var restoredNames: [String]? { if case .restored(let names) = self { names } else { nil } }
    package var subscribedNames: [String]? { if case .subscribed(let names) = self { names } else { nil } }
    package var subscribingError: PNError? { if case .subscribingFailed(let error) = self { error } else { nil } }
    package var connectingError: PNError? { if case .connectingFailed(let error) = self { error } else { nil } }
    package var isDisconnected: Bool? { if case .disconnected = self { true } else { nil } }

    /// The kind of event, for order.
    package var word: String {
        switch self {
        case .error(let error): "error \(error.code)"
        case .willConnect: "willConnect"
        case .connected: "didConnect"
        case .connectingFailed(let error): "connectionDidFail \(error.code)"
        case .willLose(let error): "willDisconnect \(error.code)"
        case .lost(let error): "didDisconnectWithError \(error.code)"
        case .disconnected: "didDisconnect"
        case .subscribed: "didSubscribe"
        case .subscribingFailed(let error): "subscriptionDidFail \(error.code)"
        case .willRestore: "willRestore"
        case .restored: "didRestore"
        case .unsubscribed: "didUnsubscribe"
        case .presenceOn: "didEnablePresence"
        case .presenceOff: "didDisablePresence"
        case .sent: "didSend"
        case .message: "message"
        case .presence: "presence"
        case .signal: "signal"
        case .object(let event): "object \(event.data.event) \(event.data.type)"
        case .messageAction(let event): "action \(event.data.event)"
        case .gap: "didLoseMessages"
        }
    }
}
