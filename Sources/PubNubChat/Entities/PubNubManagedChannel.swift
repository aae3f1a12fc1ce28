public import Foundation
public import GRDB

/// A stored channel.
public struct PubNubManagedChannel: Identifiable, Hashable, Sendable {
    /// Its identifier.
    public let id: String
    /// Its name.
    public internal(set) var name: String?
    /// The type of the channel; `default` by default.
    public internal(set) var type: String
    /// Its status.
    public internal(set) var status: String?
    /// The description to show next to the name.
    public internal(set) var details: String?
    /// The picture.
    public internal(set) var avatarURL: URL?
    /// The custom data as JSON, as the service sent it, including fields that the app's type lacks.
    public internal(set) var custom: Data
    /// The time of the last change at the service.
    public internal(set) var lastUpdated: Date?
    /// The service's tag.
    public internal(set) var eTag: String?
    /// Whether the row has the metadata of the channel.
    public internal(set) var metadata = ChatMetadataState.known
    /// The number of stored members, without visitors. The database counts them.
    public let memberCount: Int
    /// The number of stored members who are present. The database counts them.
    public let presentMemberCount: Int
    /// The number of stored users who are present: members and visitors. The database counts them.
    public let presentCount: Int
}

extension PubNubManagedChannel: FetchableRecord, PersistableRecord {
    /// The name of the table.
    public static let databaseTableName = "channel"

    /// The members of the channel, without visitors.
    public static let members = hasMany(PubNubManagedMember.self, using: ForeignKey(["channelId"]))
        .filter(sql: "standing > 0").filter(Column("userId") != nil)

    /// The messages of the channel.
    public static let messages = hasMany(PubNubManagedMessage.self, using: ForeignKey(["pubnubChannelId"]))

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        self.init(ColumnReader(row: row, isOrdered: false))
    }

    /// Writes a row without the columns that the database computes.
    ///
    /// - Parameter container: The container to write to.
    public func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["type"] = type
        container["status"] = status
        container["details"] = details
        container["avatarURL"] = avatarURL?.absoluteString
        container["custom"] = custom
        container["lastUpdated"] = Storable.seconds(lastUpdated)
        container["eTag"] = eTag
        container["metadataState"] = metadata.rawValue
    }

    /// A request for its members.
    public var managedMembers: QueryInterfaceRequest<PubNubManagedMember> { request(for: Self.members) }

    /// A request for its messages.
    public var managedMessages: QueryInterfaceRequest<PubNubManagedMessage> { request(for: Self.messages) }
}

extension PubNubManagedChannel: OrderedRow {
    static let columnOrder = [
        "id", "name", "type", "status", "details", "avatarURL", "custom", "lastUpdated", "eTag", "memberCount",
        "presentMemberCount", "presentCount", "metadataState", "metadataAsked",
    ]

    init(_ columns: ColumnReader) {
        id = columns.read("id", 0)
        name = columns.read("name", 1)
        type = columns.read("type", 2)
        status = columns.read("status", 3)
        details = columns.read("details", 4)
        avatarURL = Storable.url(columns.read("avatarURL", 5))
        custom = columns.read("custom", 6)
        lastUpdated = Storable.date(columns.read("lastUpdated", 7))
        eTag = columns.read("eTag", 8)
        metadata = ChatMetadataState(stored: columns.read("metadataState", 12))
        memberCount = columns.read("memberCount", 9)
        presentMemberCount = columns.read("presentMemberCount", 10)
        presentCount = (columns.read("presentCount", 11) as Int?) ?? 0
    }
}
