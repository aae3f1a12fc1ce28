public import Foundation
public import GRDB

/// A stored message.
public struct PubNubManagedMessage: Identifiable, Hashable, Sendable {
    /// The identifier in the payload.
    public let id: String
    /// When it was published; 0 until it is.
    public internal(set) var timetoken: Timetoken
    /// When it was made, by the payload.
    public internal(set) var dateCreated: Date
    /// The text.
    public internal(set) var text: String
    /// The type of the extra content; empty when there is none.
    public internal(set) var contentType: String
    /// The extra content as JSON, as it was published: with the fields that the app's type does not have.
    public internal(set) var content: Data
    /// The custom data as JSON, as it was published: with the fields that the app's type does not have.
    public internal(set) var custom: Data
    /// The other members of the payload, which the schema of messages does not have or has with another type, as a JSON object; nil when there are none.
    public internal(set) var extra: Data?
    /// The author; nil when it was removed.
    public internal(set) var pubnubUserId: String?
    /// The channel; nil when it was removed.
    public internal(set) var pubnubChannelId: String?

    /// What a list is sorted by: when it was published, or made while it is not published.
    public var sortedDate: Date {
        timetoken == 0 ? dateCreated : Date(timeIntervalSince1970: Double(timetoken) / 10_000_000)
    }
}

extension PubNubManagedMessage: FetchableRecord, PersistableRecord {
    /// The name of the table.
    public static let databaseTableName = "message"

    /// The author of the message.
    public static let author = belongsTo(PubNubManagedUser.self, using: ForeignKey(["pubnubUserId"]))

    /// The channel of the message.
    public static let channel = belongsTo(PubNubManagedChannel.self, using: ForeignKey(["pubnubChannelId"]))

    /// The reactions to the message.
    public static let actions = hasMany(PubNubManagedMessageAction.self, using: ForeignKey(["pubnubParentId"]))

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        self.init(ColumnReader(row: row, isOrdered: false))
    }

    /// Writes a row.
    ///
    /// - Parameter container: Where it is written.
    public func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["timetoken"] = Int64(clamping: timetoken)
        container["dateCreated"] = Storable.seconds(dateCreated)
        container["text"] = Storable.value(ofText: text)
        container["contentType"] = contentType
        container["content"] = content
        container["custom"] = custom
        container["extra"] = extra
        container["pubnubUserId"] = pubnubUserId
        container["pubnubChannelId"] = pubnubChannelId
    }

    private static let insertion = """
        INSERT INTO message
            (id, timetoken, dateCreated, text, contentType, content, custom, extra, pubnubUserId, pubnubChannelId)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Inserts a new row with a statement that is prepared once. GRDB's `insert` builds its SQL for each row.
    func insertPrepared(into db: Database) throws {
        try db.cachedStatement(sql: Self.insertion).execute(
            arguments: [
                id,
                Int64(clamping: timetoken),
                Storable.seconds(dateCreated),
                Storable.value(ofText: text),
                contentType,
                content,
                custom,
                extra,
                pubnubUserId,
                pubnubChannelId,
            ]
        )
    }

    /// A request for its author.
    public var managedUser: QueryInterfaceRequest<PubNubManagedUser> { request(for: Self.author) }

    /// A request for its channel.
    public var managedChannel: QueryInterfaceRequest<PubNubManagedChannel> { request(for: Self.channel) }

    /// A request for its reactions.
    public var managedActions: QueryInterfaceRequest<PubNubManagedMessageAction> { request(for: Self.actions) }
}

extension PubNubManagedMessage: OrderedRow {
    static let columnOrder = [
        "id", "timetoken", "dateCreated", "text", "contentType", "content", "custom", "pubnubUserId",
        "pubnubChannelId", "position", "extra",
    ]

    init(_ columns: ColumnReader) {
        id = columns.read("id", 0)
        timetoken = Timetoken(clamping: columns.read("timetoken", 1) as Int64)
        dateCreated = Date(timeIntervalSinceReferenceDate: columns.read("datecreated", 2))
        text = Storable.text(columns.value("text", 3))
        contentType = columns.read("contenttype", 4)
        content = columns.read("content", 5)
        custom = columns.read("custom", 6)
        extra = columns.read("extra", 10)
        pubnubUserId = columns.read("pubnubuserid", 7)
        pubnubChannelId = columns.read("pubnubchannelid", 8)
    }
}
