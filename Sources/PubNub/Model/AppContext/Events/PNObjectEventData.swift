public import Foundation
package import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// What happened to a user, channel or membership.
///
/// The object has only the fields that the change was about. What it does not have is as it was before, and what was cleared is
/// in its ``PNBaseAppContextObject/clearedFields``.
public final class PNObjectEventData: PNServiceData, @unchecked Sendable {
    let timetoken: Timetoken

    /// The event as the service sent it.
    package let content: JSONValue

    /// The same as text, with the keys in their order.
    package let text: RawJSON?

    /// What happened: `set` or `delete`.
    public let event: String

    /// To what: `uuid`, `channel` or `membership`.
    public let type: String

    /// The name of the channel that the event came through.
    public let channel: String

    /// What was subscribed for it: the group or the wildcard, or the channel itself.
    public let subscription: String

    /// The user, for events of type `uuid`; after `delete` it has nothing but its identifier. nil for other types.
    public let uuidMetadata: PNUUIDMetadata?

    /// The channel, for events of type `channel`; after `delete` it has nothing but its name. nil for other types.
    public let channelMetadata: PNChannelMetadata?

    /// The membership, for events of type `membership`, with its user. nil for other types.
    public let membership: PNMembership?

    /// Reads an event that came at this time; nil when it is none that this library knows.
    init?(_ envelope: Envelope, at timetoken: Timetoken) {
        let content = envelope.payload.value()
        guard content["source"]?.stringValue == "objects", let event = content["event"]?.stringValue,
            ["set", "delete"].contains(event), let type = content["type"]?.stringValue,
            let members = content["data"]?.objectValue
        else { return nil }
        uuidMetadata = type == "uuid" ? PNUUIDMetadata(members) : nil
        channelMetadata = type == "channel" ? PNChannelMetadata(members) : nil
        membership = type == "membership" ? PNMembership(members) : nil
        guard uuidMetadata != nil || channelMetadata != nil || membership != nil else { return nil }
        self.content = content
        text = envelope.payload.detached()
        self.event = event
        self.type = type
        channel = envelope.channel
        subscription = envelope.subscription ?? envelope.channel
        self.timetoken = timetoken
    }

    /// The time token of the event.
    public var timestamp: NSNumber { NSNumber(value: timetoken.rawValue) }
}
