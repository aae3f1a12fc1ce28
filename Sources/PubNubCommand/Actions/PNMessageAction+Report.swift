import PubNub
import PubNubWire

extension PNMessageAction {
    /// The action as the service writes it.
    var report: JSONValue {
        .object([
            "type": .string(type), "value": .string(value), "uuid": .string(uuid),
            "messageTimetoken": .string("\(messageTimetoken)"), "actionTimetoken": .string("\(actionTimetoken)"),
        ])
    }
}
