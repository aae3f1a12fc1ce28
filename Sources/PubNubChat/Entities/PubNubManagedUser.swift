public import Foundation
public import GRDB

/// A stored user.
public struct PubNubManagedUser: Identifiable, Hashable, Sendable {
    /// Its identifier.
    public let id: String
    /// Its name.
    public internal(set) var name: String?
    /// The type of the user; `default` by default.
    public internal(set) var type: String
    /// Its status.
    public internal(set) var status: String?
    /// Its identifier in another system.
    public internal(set) var externalId: String?
    /// The picture.
    public internal(set) var avatarURL: URL?
    /// The email address.
    public internal(set) var email: String?
    /// The custom data as JSON, as the service sent it, including fields that the app's type lacks.
    public internal(set) var custom: Data
    /// The time of the last change at the service.
    public internal(set) var lastUpdated: Date?
    /// The service's tag.
    public internal(set) var eTag: String?
    /// Whether the row has the metadata of the user.
    public internal(set) var metadata = ChatMetadataState.known
}

extension PubNubManagedUser: FetchableRecord, PersistableRecord {
    /// The name of the table.
    public static let databaseTableName = "user"

    /// The memberships of the user, without channels that the user only visits.
    public static let memberships = hasMany(PubNubManagedMember.self, using: ForeignKey(["userId"]))
        .filter(sql: "standing > 0").filter(Column("channelId") != nil)

    /// The messages of the user.
    public static let messages = hasMany(PubNubManagedMessage.self, using: ForeignKey(["pubnubUserId"]))

    /// The reactions of the user.
    public static let actions = hasMany(PubNubManagedMessageAction.self, using: ForeignKey(["pubnubUserId"]))

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        self.init(ColumnReader(row: row, isOrdered: false))
    }

    /// Writes a row.
    ///
    /// - Parameter container: The container to write to.
    public func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["type"] = type
        container["status"] = status
        container["externalId"] = externalId
        container["avatarURL"] = avatarURL?.absoluteString
        container["email"] = email
        container["custom"] = custom
        container["lastUpdated"] = Storable.seconds(lastUpdated)
        container["eTag"] = eTag
        container["metadataState"] = metadata.rawValue
    }

    /// A request for its memberships.
    public var managedMemberships: QueryInterfaceRequest<PubNubManagedMember> { request(for: Self.memberships) }

    /// A request for its messages.
    public var managedMessages: QueryInterfaceRequest<PubNubManagedMessage> { request(for: Self.messages) }

    /// A request for its reactions.
    public var managedActions: QueryInterfaceRequest<PubNubManagedMessageAction> { request(for: Self.actions) }
}

extension PubNubManagedUser: OrderedRow {
    static let columnOrder = [
        "id", "name", "type", "status", "externalId", "avatarURL", "email", "custom", "lastUpdated", "eTag",
        "metadataState", "metadataAsked",
    ]

    init(_ columns: ColumnReader) {
        id = columns.read("id", 0)
        name = columns.read("name", 1)
        type = columns.read("type", 2)
        status = columns.read("status", 3)
        externalId = columns.read("externalId", 4)
        avatarURL = Storable.url(columns.read("avatarURL", 5))
        email = columns.read("email", 6)
        custom = columns.read("custom", 7)
        lastUpdated = Storable.date(columns.read("lastUpdated", 8))
        eTag = columns.read("eTag", 9)
        metadata = ChatMetadataState(stored: columns.read("metadataState", 10))
    }
}
