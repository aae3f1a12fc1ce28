public import Foundation
import PubNubCore
package import PubNubWire

/// A change of a user, channel or membership.
///
/// The object has only the fields that the change affected; the others keep their values. Its
/// ``PNBaseAppContextObject/clearedFields`` lists the fields that the change cleared.
public final class PNObjectEventData: PNServiceData {
    let timetoken: Timetoken

    /// The event as the service sent it.
    package let content: JSON

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

    /// Makes the event of a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - channel: The name of the channel that delivered the event.
    ///   - subscription: The name of the subscription that delivered it.
    ///   - timetoken: The timetoken of its envelope.
    init(_ record: ObjectEventRecord, on channel: String, through subscription: String, at timetoken: Timetoken) {
        content = record.content
        text = record.text
        event = record.isRemoval ? "delete" : "set"
        self.channel = channel
        self.subscription = subscription
        self.timetoken = timetoken
        switch record.object {
        case .user(let user):
            type = "uuid"
            uuidMetadata = PNUUIDMetadata(user)
            channelMetadata = nil
            membership = nil
        case .channel(let channel):
            type = "channel"
            uuidMetadata = nil
            channelMetadata = PNChannelMetadata(channel)
            membership = nil
        case .membership(let member):
            type = "membership"
            uuidMetadata = nil
            channelMetadata = nil
            membership = PNMembership(member)
        }
    }

    /// Reads an event with the timetoken of its envelope; `nil` for an unknown kind of event.
    convenience init?(_ envelope: Envelope, at timetoken: Timetoken) {
        guard let record = ObjectEventRecord(envelope.payload) else { return nil }
        self.init(
            record,
            on: envelope.channel,
            through: envelope.subscription ?? envelope.channel,
            at: timetoken
        )
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
