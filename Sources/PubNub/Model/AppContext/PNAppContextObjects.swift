public import Foundation
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
    public var updated: Date? { fields.updated }

    /// The version of the object, for changes that must not overwrite changes by other clients; see
    /// ``PNSetMetadataRequest/ifMatchesEtag``.
    public var eTag: String? { fields.eTag }

    /// The status that the application assigned.
    public var status: String? { fields.status }

    /// The type that the application assigned.
    public var type: String? { fields.type }

    /// The fields that are present without a value: in an event, those that the change cleared.
    public var clearedFields: Set<PNMetadataField> { fields.cleared }

    /// The custom values by name: strings, numbers and booleans.
    public var custom: [String: Any]? {
        fields.custom?.mapValues { JSONBridge.any($0) }
    }

    /// The custom values as JSON, with all digits of their numbers; `nil` without custom values.
    package var customText: RawJSON? {
        fields.custom.map { RawJSON(.object($0)) }
    }
}

/// The fields that every object of App Context has; ``PNBaseAppContextObject`` has the properties to read them.
public struct PNAppContextObjectFields: Sendable {
    let custom: [String: JSONValue]?
    let updated: Date?
    let eTag: String?
    let status: String?
    let type: String?
    let cleared: Set<PNMetadataField>

    init(_ members: [String: JSONValue]) {
        custom = members["custom"]?.objectValue
        updated = members["updated"]?.stringValue.flatMap { ServiceDate($0)?.date }
        eTag = members["eTag"]?.stringValue
        status = members["status"]?.stringValue
        type = members["type"]?.stringValue
        cleared = Set(PNMetadataField.allCases.filter { members[$0.rawValue]?.isNull == true })
    }
}

/// The metadata of a user.
public final class PNUUIDMetadata: PNBaseAppContextObject {
    /// The fields that every object of App Context has.
    public let fields: PNAppContextObjectFields

    /// The identifier of the user.
    public let uuid: String

    /// The name of the user.
    public let name: String?

    /// The identifier of the user in another system.
    public let externalId: String?

    /// The URL of the user's profile.
    public let profileUrl: String?

    /// The email address of the user.
    public let email: String?

    /// Reads a user of a response; `nil` if the identifier is missing.
    init?(_ members: [String: JSONValue]) {
        guard let uuid = members["id"]?.stringValue else { return nil }
        self.uuid = uuid
        name = members["name"]?.stringValue
        externalId = members["externalId"]?.stringValue
        profileUrl = members["profileUrl"]?.stringValue
        email = members["email"]?.stringValue
        fields = PNAppContextObjectFields(members)
    }
}

/// The metadata of a channel.
public final class PNChannelMetadata: PNBaseAppContextObject {
    /// The fields that every object of App Context has.
    public let fields: PNAppContextObjectFields

    /// The name to subscribe and publish to.
    public let channel: String

    /// The display name of the channel.
    public let name: String?

    /// The description of the channel.
    public let information: String?

    /// Reads a channel of a response; `nil` if the identifier is missing.
    init?(_ members: [String: JSONValue]) {
        guard let channel = members["id"]?.stringValue else { return nil }
        self.channel = channel
        name = members["name"]?.stringValue
        information = members["description"]?.stringValue
        fields = PNAppContextObjectFields(members)
    }
}

/// The membership of a user in a channel, as listed for the user.
public final class PNMembership: PNBaseAppContextObject {
    /// The fields that every object of App Context has.
    public let fields: PNAppContextObjectFields

    /// The name of the channel.
    public let channel: String

    /// The metadata of the channel; `nil` if the request did not ask for it or the channel has none.
    public let metadata: PNChannelMetadata?

    /// The identifier of the user. Set only in events; a request for memberships names the user itself.
    public let uuid: String?

    /// Reads a membership of a response; `nil` if the channel is missing.
    init?(_ members: [String: JSONValue]) {
        guard let object = members["channel"]?.objectValue, let channel = object["id"]?.stringValue else { return nil }
        self.channel = channel
        // A channel without metadata consists of its identifier only.
        metadata = object.count > 1 ? PNChannelMetadata(object) : nil
        uuid = members["uuid"]?["id"]?.stringValue
        fields = PNAppContextObjectFields(members)
    }
}

/// The membership of a user in a channel, as listed for the channel.
public final class PNChannelMember: PNBaseAppContextObject {
    /// The fields that every object of App Context has.
    public let fields: PNAppContextObjectFields

    /// The identifier of the user.
    public let uuid: String

    /// The metadata of the user; `nil` if the request did not ask for it or the user has none.
    public let metadata: PNUUIDMetadata?

    /// Reads a member of a response; `nil` if the user is missing.
    init?(_ members: [String: JSONValue]) {
        guard let object = members["uuid"]?.objectValue, let uuid = object["id"]?.stringValue else { return nil }
        self.uuid = uuid
        // A user without metadata consists of the identifier only.
        metadata = object.count > 1 ? PNUUIDMetadata(object) : nil
        fields = PNAppContextObjectFields(members)
    }
}
