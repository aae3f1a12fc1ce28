public import Foundation
package import PubNubCore
package import PubNubWire

/// The properties that users, channels, memberships and members share.
///
/// A property is `nil` if it is not set or if the request did not ask for it. In an event, `nil` means that the change did
/// not affect the property; ``clearedFields`` lists the properties that the change cleared.
public protocol PNBaseAppContextObject: AnyObject, Sendable {
    /// The fields that every object of App Context has.
    var fields: PNAppContextObjectFields { get }
}

extension PNBaseAppContextObject {
    /// The time of the last change.
    public var updated: Date? { fields.record.updated }

    /// The version of the object, for changes that must not overwrite changes by other clients; see
    /// ``PNSetMetadataRequest/ifMatchesEtag``.
    public var eTag: String? { fields.record.eTag }

    /// The status that the application assigned.
    public var status: String? { fields.record.status }

    /// The type that the application assigned.
    public var type: String? { fields.record.type }

    /// The fields that are present without a value: in an event, those that the change cleared.
    public var clearedFields: Set<PNMetadataField> {
        Set(fields.record.cleared.compactMap { PNMetadataField(rawValue: $0) })
    }

    /// The custom values by name: strings, numbers and booleans.
    public var custom: [String: Any]? {
        fields.record.custom?.mapValues { JSONBridge.any($0) }
    }

    /// The custom values as JSON, with all digits of their numbers; `nil` without custom values.
    package var customText: RawJSON? {
        fields.record.custom.map { RawJSON(.object($0)) }
    }
}

/// The fields that every object of App Context has; ``PNBaseAppContextObject`` has the properties to read them.
public struct PNAppContextObjectFields: Sendable {
    let record: ObjectFields
}

/// The metadata of a user.
public final class PNUUIDMetadata: PNBaseAppContextObject {
    /// The metadata as the client works with it.
    package let record: UserRecord

    package init(_ record: UserRecord) {
        self.record = record
    }

    /// The fields that every object of App Context has.
    public var fields: PNAppContextObjectFields { PNAppContextObjectFields(record: record.fields) }

    /// The identifier of the user.
    public var uuid: String { record.id }

    /// The name of the user.
    public var name: String? { record.name }

    /// The identifier of the user in another system.
    public var externalId: String? { record.externalID }

    /// The URL of the user's profile.
    public var profileUrl: String? { record.profileURL }

    /// The email address of the user.
    public var email: String? { record.email }
}

/// The metadata of a channel.
public final class PNChannelMetadata: PNBaseAppContextObject {
    /// The metadata as the client works with it.
    package let record: ChannelRecord

    package init(_ record: ChannelRecord) {
        self.record = record
    }

    /// The fields that every object of App Context has.
    public var fields: PNAppContextObjectFields { PNAppContextObjectFields(record: record.fields) }

    /// The name to subscribe and publish to.
    public var channel: String { record.id }

    /// The display name of the channel.
    public var name: String? { record.name }

    /// The description of the channel.
    public var information: String? { record.information }
}

/// The membership of a user in a channel, as listed for the user.
public final class PNMembership: PNBaseAppContextObject {
    /// The membership as the client works with it.
    package let record: ChannelMembershipRecord

    /// The metadata of the channel; `nil` if the request did not ask for it or the channel has none.
    public let metadata: PNChannelMetadata?

    package init(_ record: ChannelMembershipRecord) {
        self.record = record
        metadata = record.metadata.map { PNChannelMetadata($0) }
    }

    /// The fields that every object of App Context has.
    public var fields: PNAppContextObjectFields { PNAppContextObjectFields(record: record.fields) }

    /// The name of the channel.
    public var channel: String { record.channel }

    /// The identifier of the user. Set only in events; a request for memberships names the user itself.
    public var uuid: String? { record.user }
}

/// The membership of a user in a channel, as listed for the channel.
public final class PNChannelMember: PNBaseAppContextObject {
    /// The member as the client works with it.
    package let record: MemberRecord

    /// The metadata of the user; `nil` if the request did not ask for it or the user has none.
    public let metadata: PNUUIDMetadata?

    package init(_ record: MemberRecord) {
        self.record = record
        metadata = record.metadata.map { PNUUIDMetadata($0) }
    }

    /// The fields that every object of App Context has.
    public var fields: PNAppContextObjectFields { PNAppContextObjectFields(record: record.fields) }

    /// The identifier of the user.
    public var uuid: String { record.user }
}
