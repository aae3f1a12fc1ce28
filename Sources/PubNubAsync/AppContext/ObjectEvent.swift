import PubNubCore
import PubNubWire

public import typealias PubNubTime.Timetoken

/// A change of an App Context object.
public struct ObjectEvent: Sendable {
    /// The object with the fields that the change set, or its identifiers if it was removed.
    public enum Change: Sendable {
        /// The metadata of a user was set.
        case userSet(UserMetadata)
        /// The metadata of a user was removed.
        case userRemoved(String)
        /// The metadata of a channel was set.
        case channelSet(ChannelMetadata)
        /// The metadata of a channel was removed.
        case channelRemoved(String)
        /// A user became a member of a channel, or the membership changed.
        case membershipSet(Membership)
        /// The membership of a user in a channel ended.
        case membershipRemoved(user: String, channel: String)
    }

    /// A field of an object.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        /// The name for people of a user or channel.
        case name
        /// The identifier of a user in another system.
        case externalID = "externalId"
        /// The address of a picture of a user.
        case profileURL = "profileUrl"
        /// The e-mail address of a user.
        case email
        /// The description of a channel.
        case description
        /// The status.
        case status
        /// The type.
        case type
        /// The custom values.
        case custom
    }

    /// The change. Of the fields of a set object, `nil` means that the change left the field as it was, unless
    /// ``clearedFields`` has it.
    public let change: Change
    /// The fields that the change cleared.
    public let clearedFields: Set<Field>
    /// The channel through which the event arrived.
    public let channel: String
    /// The time of the event.
    public let timetoken: Timetoken

    init(_ record: ObjectEventRecord, _ received: ReceivedMessage) {
        channel = received.channel
        timetoken = received.timetoken.rawValue
        let fields: ObjectFields
        switch record.object {
        case .user(let user):
            fields = user.fields
            change = record.isRemoval ? .userRemoved(user.id) : .userSet(UserMetadata(user))
        case .channel(let channel):
            fields = channel.fields
            change = record.isRemoval ? .channelRemoved(channel.id) : .channelSet(ChannelMetadata(channel))
        case .membership(let membership):
            fields = membership.fields
            let user = membership.user ?? ""
            change =
                record.isRemoval
                ? .membershipRemoved(user: user, channel: membership.channel)
                : .membershipSet(Membership(membership, user: user))
        }
        clearedFields = Set(Field.allCases.filter { fields.cleared.contains($0.rawValue) })
    }
}
