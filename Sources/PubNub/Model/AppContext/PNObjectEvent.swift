public import Foundation
package import PubNubWire

/// A change of a user, channel or membership.
///
/// The object has only the fields that the change affected; the others keep their values. Its
/// ``PNBaseAppContextObject/clearedFields`` lists the fields that the change cleared.
public final class PNObjectEventData: PNServiceData {
    let timetoken: Timetoken

    /// The event as the service sent it.
    package let content: JSONValue

    /// The event as JSON text, with its keys in the original order.
    package let text: RawJSON?

    /// The kind of change: `set` or `delete`.
    public let event: String

    /// The kind of object: `uuid`, `channel` or `membership`.
    public let type: String

    /// The name of the channel that delivered the event.
    public let channel: String

    /// The name of the subscription that delivered the event: the group, the wildcard or the channel itself.
    public let subscription: String

    /// The user, for events of type `uuid`; after `delete` it has only its identifier. `nil` for other types.
    public let uuidMetadata: PNUUIDMetadata?

    /// The channel, for events of type `channel`; after `delete` it has only its name. `nil` for other types.
    public let channelMetadata: PNChannelMetadata?

    /// The membership with its user, for events of type `membership`. `nil` for other types.
    public let membership: PNMembership?

    /// Reads an event with the timetoken of its envelope; `nil` for an unknown kind of event.
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

    /// The timetoken of the event.
    public var timestamp: NSNumber { NSNumber(value: timetoken.rawValue) }
}

/// An event about a user, channel or membership that was changed or removed.
///
/// The service sends the event to the channel, to the channel with the name of the user, and to the channels of which the
/// user is a member; a client that is subscribed to several of these receives one event for each. Setting the same data
/// again causes no event.
public final class PNObjectEventResult: PNResult {
    /// The change and the changed object.
    public let data: PNObjectEventData

    init(data: PNObjectEventData) {
        self.data = data
    }
}

extension PNObjectEventResult: CustomStringConvertible {
    /// The kind of change, the kind of object and the channel that delivered the event.
    public var description: String {
        "PNObjectEventResult(\(data.event) \(data.type) on \(data.channel))"
    }
}
