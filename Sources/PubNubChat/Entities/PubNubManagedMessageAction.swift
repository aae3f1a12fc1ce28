public import GRDB

/// A stored reaction.
public struct PubNubManagedMessageAction: Identifiable, Hashable, Sendable {
    /// User, timetoken of the message and timetoken of the action, joined.
    public let id: String
    /// When the reaction was published.
    public internal(set) var published: Timetoken
    /// What kind of action it is.
    public internal(set) var sourceType: String
    /// Its value.
    public internal(set) var value: String
    /// The channel of its message.
    public internal(set) var pubnubChannelId: String
    /// When the publication of its message that it was added to was published: the timetoken of the message, or that of a later publication.
    public internal(set) var pubnubParentTimetoken: Timetoken
    /// The identifier of its message; nil when it was removed.
    public internal(set) var pubnubParentId: String?
    /// The author; nil when it was removed.
    public internal(set) var pubnubUserId: String?
}

extension PubNubManagedMessageAction: FetchableRecord, PersistableRecord {
    /// The name of the table.
    public static let databaseTableName = "messageAction"

    /// The author of the reaction.
    public static let author = belongsTo(PubNubManagedUser.self, using: ForeignKey(["pubnubUserId"]))

    /// The message of the reaction.
    public static let parent = belongsTo(PubNubManagedMessage.self, using: ForeignKey(["pubnubParentId"]))

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        id = row["id"]
        published = Timetoken(clamping: row["published"] as Int64)
        sourceType = row["sourceType"]
        value = row["value"]
        pubnubChannelId = row["pubnubChannelId"]
        pubnubParentTimetoken = Timetoken(clamping: row["pubnubParentTimetoken"] as Int64)
        pubnubParentId = row["pubnubParentId"]
        pubnubUserId = row["pubnubUserId"]
    }

    /// Writes a row.
    ///
    /// - Parameter container: Where it is written.
    public func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["published"] = Int64(clamping: published)
        container["sourceType"] = sourceType
        container["value"] = value
        container["pubnubChannelId"] = pubnubChannelId
        container["pubnubParentTimetoken"] = Int64(clamping: pubnubParentTimetoken)
        container["pubnubParentId"] = pubnubParentId
        container["pubnubUserId"] = pubnubUserId
    }

    /// A request for its author.
    public var managedUser: QueryInterfaceRequest<PubNubManagedUser> { request(for: Self.author) }

    /// A request for its message.
    public var managedMessage: QueryInterfaceRequest<PubNubManagedMessage> { request(for: Self.parent) }
}
