public import Foundation
package import PubNubWire

/// An action that a user added to a message: a reaction, a receipt or any other kind that the application defines.
public final class PNMessageAction: Sendable {
    package let message: Timetoken
    package let action: Timetoken

    /// The kind of action, such as `reaction`.
    public let type: String

    /// The value of the action, such as an emoji.
    public let value: String

    /// The identifier of the client that added it.
    public let uuid: String

    /// Reads an action; `nil` if a member is missing. In events, the publisher is the client that added the action.
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

    /// The timetoken of the message to which the action was added.
    public var messageTimetoken: NSNumber { NSNumber(value: message.rawValue) }

    /// The timetoken of the action, which identifies it.
    public var actionTimetoken: NSNumber { NSNumber(value: action.rawValue) }
}

/// A change of the actions of a message.
public final class PNMessageActionEventData: PNServiceData {
    let sentAt: Timetoken

    /// The event as the service sent it.
    package let content: JSONValue

    /// The kind of change: `added` or `removed`.
    public let event: String

    /// The action. Its `uuid` is the client that added or removed it; only the client that added an action can remove it.
    public let action: PNMessageAction

    /// The name of the channel of the message.
    public let channel: String

    /// The name of the subscription that delivered the event: the group, the wildcard or the channel itself.
    public let subscription: String

    /// Reads an event with the timetoken of its envelope; `nil` for an unknown kind of event.
    init?(_ envelope: Envelope, at timetoken: Timetoken) {
        let content = envelope.payload.value()
        guard content["source"]?.stringValue == "actions", let event = content["event"]?.stringValue,
            ["added", "removed"].contains(event), let members = content["data"]?.objectValue,
            let action = PNMessageAction(members, publisher: envelope.publisher ?? "")
        else { return nil }
        self.content = content
        self.event = event
        self.action = action
        channel = envelope.channel
        subscription = envelope.subscription ?? envelope.channel
        sentAt = timetoken
    }

    /// The timetoken of the event.
    public var timetoken: NSNumber { NSNumber(value: sentAt.rawValue) }
}

/// An event about an action that was added to a message or removed from it.
public final class PNMessageActionResult: PNResult {
    /// The change and the action.
    public let data: PNMessageActionEventData

    init(data: PNMessageActionEventData) {
        self.data = data
    }
}

extension PNMessageActionResult: CustomStringConvertible {
    /// The kind of change, the type of the action and the channel.
    public var description: String {
        "PNMessageActionResult(\(data.event) \(data.action.type) on \(data.channel))"
    }
}
