public import Foundation
import PubNubCore
import PubNubWire

/// The metadata of a user or of a channel: the fields that both have, and those of its kind, which are read like the others.
@dynamicMemberLookup
public struct ObjectMetadata<Fields: Sendable & Hashable>: Sendable, Hashable, Identifiable {
    /// The identifier of the user, or the name of the channel.
    public let id: String
    /// The name for people; `nil` for none.
    public let name: String?
    /// A status that the application defines; `nil` for none.
    public let status: String?
    /// A type that the application defines; `nil` for none.
    public let type: String?
    /// Further values; `nil` for none.
    public let custom: [String: JSON]?
    /// The time of the last change.
    public let updated: Date?
    /// Identifies this version. A change with `ifMatches:` fails if the metadata has another version by then.
    public let eTag: String?
    /// The fields of its kind.
    public let fields: Fields

    /// A field of its kind.
    ///
    /// - Parameter path: The field.
    public subscript<Field>(dynamicMember path: KeyPath<Fields, Field>) -> Field { fields[keyPath: path] }

    private init(_ object: ObjectFields, id: String, name: String?, _ fields: Fields) {
        self.id = id
        self.name = name
        self.fields = fields
        status = object.status
        type = object.type
        custom = object.custom
        updated = object.updated
        eTag = object.eTag
    }
}

/// The metadata of a user.
public typealias UserMetadata = ObjectMetadata<UserFields>

/// The metadata of a channel.
public typealias ChannelMetadata = ObjectMetadata<ChannelFields>

/// The fields that only the metadata of users have.
public struct UserFields: Sendable, Hashable {
    /// The identifier in another system; `nil` for none.
    public let externalID: String?
    /// The address of a picture; `nil` for none.
    public let profileURL: String?
    /// The e-mail address; `nil` for none.
    public let email: String?
}

/// The fields that only the metadata of channels have.
public struct ChannelFields: Sendable, Hashable {
    /// A description; `nil` for none.
    public let description: String?
}

extension ObjectMetadata<UserFields> {
    init(_ metadata: UserRecord) {
        let fields = UserFields(
            externalID: metadata.externalID,
            profileURL: metadata.profileURL,
            email: metadata.email
        )
        self.init(metadata.fields, id: metadata.id, name: metadata.name, fields)
    }
}

extension ObjectMetadata<ChannelFields> {
    init(_ metadata: ChannelRecord) {
        let fields = ChannelFields(description: metadata.information)
        self.init(metadata.fields, id: metadata.id, name: metadata.name, fields)
    }
}

/// The membership of a user in a channel: an entry of the list of a user's memberships, or of the list of a channel's members.
public struct Membership: Sendable, Hashable {
    /// The name of the channel.
    public let channel: String
    /// The identifier of the user.
    public let user: String
    /// The metadata of the channel, in lists of a user's memberships; `nil` if it has none, and in events.
    public let channelMetadata: ChannelMetadata?
    /// The metadata of the user, in lists of a channel's members; `nil` for none, and in events.
    public let userMetadata: UserMetadata?
    /// A status that the application defines; `nil` for none.
    public let status: String?
    /// A type that the application defines; `nil` for none.
    public let type: String?
    /// Further values; `nil` for none.
    public let custom: [String: JSON]?
    /// The time of the last change.
    public let updated: Date?
    /// Identifies the content. Memberships with the same fields have the same tag.
    public let eTag: String?

    init(_ membership: ChannelMembershipRecord, user: String) {
        channel = membership.channel
        self.user = user
        channelMetadata = membership.metadata.map { ChannelMetadata($0) }
        userMetadata = nil
        status = membership.fields.status
        type = membership.fields.type
        custom = membership.fields.custom
        updated = membership.fields.updated
        eTag = membership.fields.eTag
    }

    init(_ member: MemberRecord, channel: String) {
        self.channel = channel
        user = member.user
        channelMetadata = nil
        userMetadata = member.metadata.map { UserMetadata($0) }
        status = member.fields.status
        type = member.fields.type
        custom = member.fields.custom
        updated = member.fields.updated
        eTag = member.fields.eTag
    }
}
