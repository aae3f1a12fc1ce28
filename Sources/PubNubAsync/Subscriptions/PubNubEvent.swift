import Foundation
import PubNubCore
import PubNubWire

public import typealias PubNubTime.Timetoken

/// An event of a subscription.
public enum PubNubEvent: Sendable {
    /// A message.
    case message(Message)
    /// A message about a file.
    case file(FileMessage)
    /// A signal.
    case signal(Message)
    /// Other clients joined or left a channel, or changed their state.
    case presence(PresenceEvent)
    /// An action was added to a message or removed from it.
    case action(MessageActionEvent)
    /// An App Context object changed.
    case object(ObjectEvent)
    /// Messages that were published between these times may be missing: the service no longer has them.
    case gap(from: Timetoken, to: Timetoken)
    /// The connection changed. ``ConnectionState/connected`` means that the channels of the subscription are subscribed: it
    /// receives all messages that are published from then on.
    case connection(ConnectionState)
}

/// A change of the clients that are present on a channel.
public struct PresenceEvent: Sendable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// A client joined.
        case join
        /// A client left.
        case leave
        /// A client sent no request for too long.
        case timeout
        /// A client changed its state.
        case stateChange
        /// Several clients joined, left or timed out: ``PresenceEvent/joined``, ``PresenceEvent/left``,
        /// ``PresenceEvent/timedOut``.
        case interval
    }

    /// What happened.
    public let kind: Kind
    /// The channel.
    public let channel: String
    /// The channel group through which the event arrived; `nil` for none.
    public let group: String?
    /// The client; `nil` for an event about several clients.
    public let userID: String?
    /// How many clients are present now; `nil` if the service does not say.
    public let occupancy: Int?
    /// The state of the client; `nil` for none.
    public let state: JSON?
    /// The clients that joined since the last event.
    public let joined: [String]
    /// The clients that left since the last event.
    public let left: [String]
    /// The clients that timed out since the last event.
    public let timedOut: [String]
    /// Whether the event does not name all clients, because too many changed. Request the present clients with
    /// ``PubNubClient/hereNow(_:groups:includesState:)``.
    public let isListOutdated: Bool
    /// The time of the event.
    public let timetoken: Timetoken

    init(_ payload: PresencePayload, _ received: ReceivedMessage) {
        kind =
            switch payload.action {
            case .join: .join
            case .leave: .leave
            case .timeout: .timeout
            case .stateChange: .stateChange
            case .interval, .changed: .interval
            }
        channel = received.channel
        group = received.group
        userID = payload.identifier
        occupancy = payload.occupancy
        state = payload.state
        joined = payload.joined
        left = payload.left
        timedOut = payload.timedOut
        isListOutdated = payload.hereNowRefresh
        timetoken = received.timetoken.rawValue
    }
}

/// An action that was added to a message or removed from it.
public struct MessageActionEvent: Sendable {
    /// Whether it was added; otherwise it was removed.
    public let isAddition: Bool
    /// The channel of the message.
    public let channel: String
    /// The action.
    public let action: MessageAction
}

extension PubNubEvent {
    /// The event for one of the engine.
    init(_ event: ReceivedEvent) {
        switch event {
        case .message(let received):
            let message = Message(received)
            self = message.fileMessage.map { .file($0) } ?? .message(message)
        case .signal(let signal): self = .signal(Message(signal))
        case .presence(let payload, let received): self = .presence(PresenceEvent(payload, received))
        case .action(let action, let isAddition, let received):
            self = .action(
                MessageActionEvent(
                    isAddition: isAddition,
                    channel: received.channel,
                    action: MessageAction(action)
                )
            )
        case .object(let record, let received): self = .object(ObjectEvent(record, received))
        case .gap(let start, let end): self = .gap(from: start.rawValue, to: end.rawValue)
        case .subscribed: self = .connection(.connected)
        case .connecting: self = .connection(.connecting)
        case .disconnected(let error): self = .connection(.disconnected(error.map { PubNubError($0) }))
        }
    }
}
