public import Foundation
import PubNub
import PubNubWire

/// The metadata of a user or of a channel: the fields that both have, and those of its kind, which are read like the others.
@dynamicMemberLookup
public struct ObjectMetadata<Fields: Sendable & Hashable>: Sendable, Hashable, Identifiable {
    /// The identifier of the user, or the name of the channel.
    public let id: String
    /// The name for people; `nil` for none.
    public let name: String?
    /// A status of the application's own; `nil` for none.
    public let status: String?
    /// A type of the application's own; `nil` for none.
    public let type: String?
    /// Further fields; `nil` for none.
    public let custom: [String: JSON]?
    /// When it was changed.
    public let updated: Date?
    /// Identifies this version, for changes on the condition that it is still the latest.
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
        custom = object.customValues
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
    public let information: String?
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
        let fields = ChannelFields(information: metadata.information)
        self.init(metadata.fields, id: metadata.id, name: metadata.name, fields)
    }
}

/// The membership of a user in a channel.
public struct Membership: Sendable, Hashable {
    /// The name of the channel.
    public let channel: String
    /// The identifier of the user.
    public let user: String
    /// The metadata of the channel, in lists of a user's channels; `nil` if it has none.
    public let channelMetadata: ChannelMetadata?
    /// The metadata of the user, in lists of a channel's members; `nil` for none.
    public let userMetadata: UserMetadata?
    /// A status of the application's own; `nil` for none.
    public let status: String?
    /// A type of the application's own; `nil` for none.
    public let type: String?
    /// Further fields; `nil` for none.
    public let custom: [String: JSON]?

    init(_ membership: ChannelMembershipRecord, user: String) {
        channel = membership.channel
        self.user = user
        channelMetadata = membership.metadata.map { ChannelMetadata($0) }
        userMetadata = nil
        status = membership.fields.status
        type = membership.fields.type
        custom = membership.fields.customValues
    }

    init(_ member: MemberRecord, channel: String) {
        self.channel = channel
        user = member.user
        channelMetadata = nil
        userMetadata = member.metadata.map { UserMetadata($0) }
        status = member.fields.status
        type = member.fields.type
        custom = member.fields.customValues
    }
}

extension ObjectFields {
    /// The custom values; `nil` for none.
    fileprivate var customValues: [String: JSON]? { custom.flatMap { JSON(.object($0)).object } }
}

/// Fields to set of the metadata of a user or of a channel. A field that is `nil` stays as it is.
public struct MetadataFields: Sendable {
    /// The name.
    public var name: String?
    /// The description of a channel.
    public var information: String?
    /// The identifier of a user in another system.
    public var externalID: String?
    /// The address of a picture of a user.
    public var profileURL: String?
    /// The e-mail address of a user.
    public var email: String?
    /// A status of the application's own.
    public var status: String?
    /// A type of the application's own.
    public var type: String?
    /// Further fields, which replace those of before: strings, numbers and booleans.
    public var custom: [String: JSON]?
    /// Sets the fields only if the object still has this entity tag.
    public var ifMatches: String?

    /// Makes an empty set of fields.
    ///
    /// - Parameters:
    ///   - name: The name; `nil`, the default, leaves it as it is.
    ///   - custom: Further fields; `nil`, the default, leaves them as they are.
    public init(name: String? = nil, custom: [String: JSON]? = nil) {
        self.name = name
        self.custom = custom
    }

    /// The fields as the engine sets them.
    var terms: MetadataTerms {
        var terms = MetadataTerms()
        terms.name = name
        terms.status = status
        terms.type = type
        terms.externalID = externalID
        terms.profileURL = profileURL
        terms.email = email
        terms.information = information
        terms.custom = custom?.mapValues(\.onWire)
        terms.eTag = ifMatches
        return terms
    }
}
