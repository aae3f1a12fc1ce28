public import Foundation
import PubNubWire

/// Something that a user added to a message: a reaction, a receipt, or whatever an app makes of it.
public final class PNMessageAction: Sendable {
    let message: Timetoken
    let action: Timetoken

    /// What kind of thing was added, such as `reaction`.
    public let type: String

    /// What was added, such as an emoji.
    public let value: String

    /// The identifier of the client that added it.
    public let uuid: String

    /// Reads an action; nil when it is none. In events the publisher is the one who added it.
    init?(_ members: [String: JSONValue], publisher: String? = nil) {
        guard let type = members["type"]?.stringValue, let value = members["value"]?.stringValue,
            let message = members["messageTimetoken"].flatMap({ Timetoken($0) }),
            let action = members["actionTimetoken"].flatMap({ Timetoken($0) }),
            let uuid = members["uuid"]?.stringValue ?? publisher
        else { return nil }
        self.type = type
        self.value = value
        self.uuid = uuid
        self.message = message
        self.action = action
    }

    /// The time token of the message that it was added to.
    public var messageTimetoken: NSNumber { NSNumber(value: message.rawValue) }

    /// The time token of the action itself, which names it.
    public var actionTimetoken: NSNumber { NSNumber(value: action.rawValue) }
}
