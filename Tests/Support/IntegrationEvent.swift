import Foundation
package import PubNub

/// A call of a client's delegate that tests wait for.
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
    /// The event of a delegate call; `nil` for a call that no test waits for.
    init?(_ call: DelegateCall) {
        switch (call.labels, call.values.first ?? nil, call.values.last ?? nil) {
        case ("error", let error as PNError, _): self = .error(error)
        case ("willConnectToOrigin", _, _): self = .willConnect
        case ("didConnectToOrigin", let origin as String, _): self = .connected(origin)
        case ("connectionDidFailWithError", let error as PNError, _): self = .connectingFailed(error)
        case ("willDisconnectWithError", let error as PNError, _): self = .willLose(error)
        case ("didDisconnectFromOrigin", _, _): self = .disconnected
        case ("didDisconnectFromOrigin:withError", _, let error as PNError): self = .lost(error)
        case ("didSubscribeOn", let objects as [any PNChannelProtocol], _): self = .subscribed(objects.map(\.name))
        case ("subscriptionDidFailWithError", let error as PNError, _): self = .subscribingFailed(error)
        case ("willRestoreSubscriptionOn", let objects as [any PNChannelProtocol], _):
            self = .willRestore(objects.map(\.name))
        case ("didRestoreSubscriptionOn", let objects as [any PNChannelProtocol], _):
            self = .restored(objects.map(\.name))
        case ("didUnsubscribeFrom", let objects as [any PNChannelProtocol], _):
            self = .unsubscribed(objects.map(\.name))
        case ("didEnablePresenceObservationOn", let objects as [any PNChannelProtocol], _):
            self = .presenceOn(objects.map(\.name))
        case ("didDisablePresenceObservationOn", let objects as [any PNChannelProtocol], _):
            self = .presenceOff(objects.map(\.name))
        case ("didSend", let message as PNMessage, _): self = .sent(message)
        case ("didReceive", let message as PNMessage, _): self = .message(message)
        case ("didReceive", let event as PNPresenceEvent, _): self = .presence(event)
        case ("didReceiveSignal", let signal as PNSignalResult, _): self = .signal(signal)
        case ("didReceiveObjectEvent", let event as PNObjectEventResult, _): self = .object(event)
        case ("didReceiveMessageAction", let event as PNMessageActionResult, _): self = .messageAction(event)
        case ("didLoseMessagesBetween:and", let start as PNDate, let end as PNDate): self = .gap(start, end)
        default: return nil
        }
    }

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

    /// The kind of event, to compare the order of events.
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

extension RecordingDelegate {
    /// Adds the events of a client to `events`.
    package convenience init(_ events: IntegrationInbox<IntegrationEvent>) {
        self.init { call in
            if let event = IntegrationEvent(call) { events.put(event) }
        }
    }
}
