import Foundation
import PubNub
import PubNubWire

extension LiveArrival {
    init(_ message: PNMessage) {
        let event = LiveEvent.message(
            publisher: message.publisher,
            payload: message.payload,
            metadata: message.metadata
        )
        self.init(
            channel: message.channel.name,
            through: message.subscription ?? message.channel.name,
            timetoken: message.date?.timeToken.uint64Value ?? 0,
            event: message.kind == .message ? event : .other
        )
    }

    init(_ signal: PNSignalEventData) {
        self.init(
            channel: signal.channel,
            through: signal.subscription,
            timetoken: signal.timetoken.uint64Value,
            event: .signal(publisher: signal.publisher, payload: signal.payload)
        )
    }

    init(_ object: PNObjectEventData) {
        let data = object.text?["data"] ?? RawJSON(object.content["data"] ?? .null)
        self.init(
            channel: object.channel,
            through: object.subscription,
            timetoken: object.timestamp.uint64Value,
            event: .object(
                .init(type: object.type, isDelete: object.event == "delete", data: data)
            )
        )
    }

    init(_ reaction: PNMessageActionEventData) {
        self.init(
            channel: reaction.channel,
            through: reaction.subscription,
            timetoken: reaction.timetoken.uint64Value,
            event: .reaction(
                .init(
                    isRemoved: reaction.event == "removed",
                    actionTimetoken: reaction.action.actionTimetoken.uint64Value,
                    parentTimetoken: reaction.action.messageTimetoken.uint64Value,
                    type: reaction.action.type,
                    value: reaction.action.value,
                    userId: reaction.action.uuid
                )
            )
        )
    }

    init(_ presence: PNPresenceEvent) {
        self.init(
            channel: presence.channel.name,
            through: presence.subscription ?? presence.channel.name,
            timetoken: presence.timetoken?.rawValue ?? presence.date.timeToken.uint64Value,
            event: LiveEvent(presence.payload)
        )
    }
}
