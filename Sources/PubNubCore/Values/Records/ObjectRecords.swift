package import Foundation
package import PubNubWire

/// The fields that users, channels, memberships and members have in a response or an event.
package struct ObjectFields: Sendable {
    /// The custom values by name.
    package let custom: [String: JSON]?
    /// The time of the last change.
    package let updated: Date?
    /// The version of the object.
    package let eTag: String?
    /// The status that the application assigned.
    package let status: String?
    /// The type that the application assigned.
    package let type: String?
    /// The names of the fields that are present without a value.
    package let cleared: Set<String>

    init(_ members: [String: JSON]) {
        custom = members["custom"]?.object
        updated = members["updated"]?.string.flatMap { ServiceDate($0)?.date }
        eTag = members["eTag"]?.string
        status = members["status"]?.string
        type = members["type"]?.string
        cleared = Set(members.lazy.filter { $0.value.isNull }.map { $0.key })
    }
}

/// The metadata of a user.
package struct UserRecord: Sendable {
    package let id: String
    package let name: String?
    package let externalID: String?
    package let profileURL: String?
    package let email: String?
    package let fields: ObjectFields

    /// Reads a user; `nil` if the identifier is missing.
    init?(_ members: [String: JSON]) {
        guard let id = members["id"]?.string else { return nil }
        self.id = id
        name = members["name"]?.string
        externalID = members["externalId"]?.string
        profileURL = members["profileUrl"]?.string
        email = members["email"]?.string
        fields = ObjectFields(members)
    }
}

/// The metadata of a channel.
package struct ChannelRecord: Sendable {
    /// The name to subscribe and publish to.
    package let id: String
    /// The display name.
    package let name: String?
    /// The description.
    package let information: String?
    package let fields: ObjectFields

    /// Reads a channel; `nil` if the identifier is missing.
    init?(_ members: [String: JSON]) {
        guard let id = members["id"]?.string else { return nil }
        self.id = id
        name = members["name"]?.string
        information = members["description"]?.string
        fields = ObjectFields(members)
    }
}

/// The membership of a user in a channel, as listed for the user.
package struct ChannelMembershipRecord: Sendable {
    /// The name of the channel.
    package let channel: String
    /// The metadata of the channel; `nil` if the request did not ask for it or the channel has none.
    package let metadata: ChannelRecord?
    /// The identifier of the user, which only events contain.
    package let user: String?
    package let fields: ObjectFields

    /// Reads a membership; `nil` if the channel is missing.
    init?(_ members: [String: JSON]) {
        guard let object = members["channel"]?.object, let channel = object["id"]?.string else { return nil }
        self.channel = channel
        // A channel without metadata consists of its identifier only.
        metadata = object.count > 1 ? ChannelRecord(object) : nil
        user = members["uuid"]?["id"]?.string
        fields = ObjectFields(members)
    }
}

/// The membership of a user in a channel, as listed for the channel.
package struct MemberRecord: Sendable {
    /// The identifier of the user.
    package let user: String
    /// The metadata of the user; `nil` if the request did not ask for it or the user has none.
    package let metadata: UserRecord?
    package let fields: ObjectFields

    /// Reads a member; `nil` if the user is missing.
    init?(_ members: [String: JSON]) {
        guard let object = members["uuid"]?.object, let user = object["id"]?.string else { return nil }
        self.user = user
        // A user without metadata consists of the identifier only.
        metadata = object.count > 1 ? UserRecord(object) : nil
        fields = ObjectFields(members)
    }
}
