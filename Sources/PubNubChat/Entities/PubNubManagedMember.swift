public import Foundation
public import GRDB

/// A stored membership.
public struct PubNubManagedMember: Identifiable, Hashable, Sendable {
    /// The identifiers of channel and user, joined.
    public let id: String
    /// The channel; nil when it was removed.
    public internal(set) var channelId: String?
    /// The user; nil when it was removed.
    public internal(set) var userId: String?
    /// The status of the membership.
    public internal(set) var status: String?
    /// The custom data as JSON, as the service has it: with the fields that the app's type does not have.
    public internal(set) var custom: Data
    /// When the service changed it last.
    public internal(set) var lastUpdated: Date?
    /// The service's tag.
    public internal(set) var eTag: String?
    /// Whether the user is there.
    public internal(set) var isPresent: Bool
    /// The state of the user on the channel, as JSON.
    public internal(set) var presenceState: Data?
}

extension PubNubManagedMember: FetchableRecord, PersistableRecord {
    /// The name of the table.
    public static let databaseTableName = "member"

    /// The channel of the membership.
    public static let channel = belongsTo(PubNubManagedChannel.self, using: ForeignKey(["channelId"]))

    /// The user of the membership.
    public static let user = belongsTo(PubNubManagedUser.self, using: ForeignKey(["userId"]))

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        id = row["id"]
        channelId = row["channelId"]
        userId = row["userId"]
        status = row["status"]
        custom = row["custom"]
        lastUpdated = Storable.date(row["lastUpdated"])
        eTag = row["eTag"]
        isPresent = row["isPresent"]
        presenceState = row["presenceState"]
    }

    /// Writes a row.
    ///
    /// - Parameter container: Where it is written.
    public func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["channelId"] = channelId
        container["userId"] = userId
        container["status"] = status
        container["custom"] = custom
        container["lastUpdated"] = Storable.seconds(lastUpdated)
        container["eTag"] = eTag
        container["isPresent"] = isPresent
        container["presenceState"] = presenceState
    }

    /// A request for its channel.
    public var managedChannel: QueryInterfaceRequest<PubNubManagedChannel> { request(for: Self.channel) }

    /// A request for its user.
    public var managedUser: QueryInterfaceRequest<PubNubManagedUser> { request(for: Self.user) }

    mutating func apply(_ presence: MembershipPresence?) throws {
        guard let presence else { return }
        isPresent = presence.isPresent
        presenceState = try presence.presenceState.map {
            try presence.stateSource.text ?? CustomCoder.encoder.encode($0)
        }
        .applied(to: presenceState)
    }
}
