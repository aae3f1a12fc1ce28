public import Foundation
package import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// What happened to an action of a message.
public final class PNMessageActionEventData: PNServiceData, @unchecked Sendable {
    let sentAt: Timetoken

    /// The event as the service sent it.
    package let content: JSONValue

    /// What happened: `added` or `removed`.
    public let event: String

    /// The action. Its `uuid` is the client that added it, or removed it: only the one who added it can.
    public let action: PNMessageAction

    /// The name of the channel of the message.
    public let channel: String

    /// What was subscribed for it: the group or the wildcard, or the channel itself.
    public let subscription: String

    /// Reads an event that came at this time; nil when it is none that this library knows.
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

    /// The time token of the event.
    public var timetoken: NSNumber { NSNumber(value: sentAt.rawValue) }
}
