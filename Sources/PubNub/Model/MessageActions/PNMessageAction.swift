public import Foundation
package import PubNubCore
package import PubNubWire

/// An action that a user added to a message: a reaction, a receipt or any other kind that the application defines.
public final class PNMessageAction: Sendable {
    /// The action as the client works with it.
    package let record: ActionRecord

    package init(_ record: ActionRecord) {
        self.record = record
    }

    /// The kind of action, such as `reaction`.
    public var type: String { record.type }

    /// The value of the action, such as an emoji.
    public var value: String { record.value }

    /// The identifier of the client that added it.
    public var uuid: String { record.user }

    /// The timetoken of the message to which the action was added.
    public var messageTimetoken: NSNumber { NSNumber(value: record.message.rawValue) }

    /// The timetoken of the action, which identifies it.
    public var actionTimetoken: NSNumber { NSNumber(value: record.action.rawValue) }
}

/// A change of the actions of a message.
public final class PNMessageActionEventData: PNServiceData {
    let sentAt: Timetoken

    /// The event as the service sent it.
    package let content: JSON

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
        guard let record = ActionEventRecord(envelope.payload, publisher: envelope.publisher) else { return nil }
        content = record.content
        event = record.isAddition ? "added" : "removed"
        action = PNMessageAction(record.action)
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
