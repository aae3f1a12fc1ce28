import PubNubCore
import PubNubWire

extension LiveArrival {
    /// The arrival of an event; nil for an event that says nothing about a channel.
    init?(_ event: ReceivedEvent) {
        switch event {
        case .message(let message): self.init(message, .init(message))
        case .signal(let signal): self.init(signal, .signal(publisher: signal.publisher, payload: signal.payload))
        case .presence(let change, let message): self.init(message, .init(change))
        case .action(let action, let isAddition, let message):
            self.init(
                message,
                .reaction(
                    .init(
                        isRemoved: !isAddition,
                        actionTimetoken: action.action.rawValue,
                        parentTimetoken: action.message.rawValue,
                        type: action.type,
                        value: action.value,
                        userId: action.user
                    )
                )
            )
        case .object(let object, let message): self.init(message, .object(.init(object)))
        case .gap, .subscribed, .disconnected, .connecting: return nil
        }
    }

    private init(_ message: ReceivedMessage, _ event: LiveEvent) {
        self.init(
            channel: message.channel,
            through: message.subscription ?? message.group ?? message.channel,
            timetoken: message.timetoken.rawValue,
            event: event
        )
    }
}

extension LiveEvent {
    fileprivate init(_ message: ReceivedMessage) {
        guard message.kind == .message else {
            self = .other
            return
        }
        // A message that cannot be decrypted was not sent as chat data, even if it reads as chat data.
        let payload = message.isUndecryptable ? DecryptedMessage.replacement : message.payload
        self = .message(publisher: message.publisher, payload: payload, metadata: message.metadata)
    }

    init(_ change: PresencePayload) {
        let identifier = change.identifier
        switch (change.action, identifier) {
        case (.join, let identifier?): self = .presence(.join(identifier))
        case (.leave, let identifier?), (.timeout, let identifier?): self = .presence(.leave(identifier))
        case (.stateChange, let identifier?):
            self = .presence(.state(identifier, RawJSON(change.state ?? .object([:]))))
        case (.join, nil), (.leave, nil), (.timeout, nil), (.stateChange, nil): self = .other
        case (.interval, _), (.changed, _):
            self = .presence(
                .interval(
                    joined: change.joined,
                    left: change.left + change.timedOut,
                    isOutdated: change.hereNowRefresh
                )
            )
        }
    }
}

extension LiveEvent.Object {
    init(_ record: ObjectEventRecord) {
        let type =
            switch record.object {
            case .user: "uuid"
            case .channel: "channel"
            case .membership: "membership"
            }
        let data = record.text?["data"] ?? RawJSON(record.content["data"] ?? .null)
        self.init(type: type, isDelete: record.isRemoval, data: data)
    }
}
