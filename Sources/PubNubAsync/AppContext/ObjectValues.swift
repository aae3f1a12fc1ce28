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

    private init(_ object: some PNBaseAppContextObject, id: String, name: String?, _ fields: Fields) {
        self.id = id
        self.name = name
        self.fields = fields
        status = object.status
        type = object.type
        custom = object.customText.flatMap { JSON($0.value()).object }
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
    init(_ metadata: PNUUIDMetadata) {
        let fields = UserFields(
            externalID: metadata.externalId,
            profileURL: metadata.profileUrl,
            email: metadata.email
        )
        self.init(metadata, id: metadata.uuid, name: metadata.name, fields)
    }
}

extension ObjectMetadata<ChannelFields> {
    init(_ metadata: PNChannelMetadata) {
        let fields = ChannelFields(information: metadata.information)
        self.init(metadata, id: metadata.channel, name: metadata.name, fields)
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

    init(_ membership: PNMembership, user: String) {
        channel = membership.channel
        self.user = user
        channelMetadata = membership.metadata.map { ChannelMetadata($0) }
        userMetadata = nil
        status = membership.status
        type = membership.type
        custom = membership.customText.flatMap { JSON($0.value()).object }
    }

    init(_ member: PNChannelMember, channel: String) {
        self.channel = channel
        user = member.uuid
        channelMetadata = nil
        userMetadata = member.metadata.map { UserMetadata($0) }
        status = member.status
        type = member.type
        custom = member.customText.flatMap { JSON($0.value()).object }
    }
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

    func apply(to request: PNSetMetadataRequest) {
        request.name = name
        request.status = status
        request.type = type
        request.custom = custom?.mapValues(\.native)
        request.ifMatchesEtag = ifMatches
    }
}

extension JSON {
    /// The value as Foundation has it.
    var native: Any {
        switch self {
        case .null: NSNull()
        case .bool(let bool): bool
        case .integer(let integer): integer
        case .unsigned(let unsigned): unsigned
        case .double(let double): double
        case .string(let string): string
        case .array(let array): array.map(\.native)
        case .object(let object): object.mapValues(\.native)
        }
    }
}
