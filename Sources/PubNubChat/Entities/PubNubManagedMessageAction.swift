public import GRDB

/// A stored reaction.
public struct PubNubManagedMessageAction: Identifiable, Hashable, Sendable {
    /// User, timetoken of the message and timetoken of the action, joined.
    public let id: String
    /// The timetoken of the reaction.
    public internal(set) var published: Timetoken
    /// The type of the action.
    public internal(set) var sourceType: String
    /// Its value.
    public internal(set) var value: String
    /// The channel of its message.
    public internal(set) var pubnubChannelId: String
    /// The timetoken of the publication that the reaction was added to: the first publication of the message or a
    /// republication.
    public internal(set) var pubnubParentTimetoken: Timetoken
    /// The identifier of its message; nil if it was removed.
    public internal(set) var pubnubParentId: String?
    /// The author; nil if it was removed.
    public internal(set) var pubnubUserId: String?
    /// How the value arrived; nil if it was not encrypted.
    var encryption: ActionEncryption?
    /// Whether an edit or a deletion counts. The database decides.
    var verdict: ActionVerdict?
    /// The sequence of the entry of the outbox that adds it; nil if the service has it.
    var pending: Int64?

    /// Whether the service does not have it yet: see ``ChatOutboxEntry``. Its timetoken is greater than those of all others.
    public var isPending: Bool { pending != nil }

    /// Whether the value was encrypted at the service. It is decrypted here, unless the key is unknown.
    public var isEncrypted: Bool { encryption != nil }

    /// Whether it is an edit or a deletion that changes nothing, because its user may not change the message: see
    /// ``ChatChangePolicy``.
    public var isIgnored: Bool { verdict == .ignored }
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
        self.init(ColumnReader(row: row, isOrdered: false))
    }

    /// Writes a row.
    ///
    /// - Parameter container: The container to write to.
    public func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["published"] = Int64(clamping: published)
        container["sourceType"] = sourceType
        container["value"] = value
        container["pubnubChannelId"] = pubnubChannelId
        container["pubnubParentTimetoken"] = Int64(clamping: pubnubParentTimetoken)
        container["pubnubParentId"] = pubnubParentId
        container["pubnubUserId"] = pubnubUserId
        container["encryption"] = encryption?.rawValue ?? 0
    }

    private static let upsertion = """
        INSERT INTO messageAction
            (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken, pubnubParentId, pubnubUserId,
                encryption)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                published = excluded.published, sourceType = excluded.sourceType, value = excluded.value,
                pubnubChannelId = excluded.pubnubChannelId, pubnubParentTimetoken = excluded.pubnubParentTimetoken,
                pubnubParentId = excluded.pubnubParentId, pubnubUserId = excluded.pubnubUserId,
                encryption = excluded.encryption
        """

    /// Inserts or updates the row with a statement that is prepared once. GRDB's `upsert` builds its SQL for each row.
    func upsertPrepared(into db: Database) throws {
        try db.cachedStatement(sql: Self.upsertion).execute(
            arguments: [
                id,
                Int64(clamping: published),
                sourceType,
                value,
                pubnubChannelId,
                Int64(clamping: pubnubParentTimetoken),
                pubnubParentId,
                pubnubUserId,
                encryption?.rawValue ?? 0,
            ]
        )
    }

    /// A request for its author.
    public var managedUser: QueryInterfaceRequest<PubNubManagedUser> { request(for: Self.author) }

    /// A request for its message.
    public var managedMessage: QueryInterfaceRequest<PubNubManagedMessage> { request(for: Self.parent) }
}

extension PubNubManagedMessageAction: OrderedRow {
    static let columnOrder = [
        "id", "published", "sourceType", "value", "pubnubChannelId", "pubnubParentTimetoken", "pubnubParentId",
        "pubnubUserId", "encryption", "verdict", "report", "pending",
    ]

    init(_ columns: ColumnReader) {
        id = columns.read("id", 0)
        published = Timetoken(clamping: columns.read("published", 1) as Int64)
        sourceType = columns.read("sourceType", 2)
        value = columns.read("value", 3)
        pubnubChannelId = columns.read("pubnubChannelId", 4)
        pubnubParentTimetoken = Timetoken(clamping: columns.read("pubnubParentTimetoken", 5) as Int64)
        pubnubParentId = columns.read("pubnubParentId", 6)
        pubnubUserId = columns.read("pubnubUserId", 7)
        encryption = (columns.read("encryption", 8) as Int?).flatMap { ActionEncryption(rawValue: $0) }
        verdict = (columns.read("verdict", 9) as Int?).flatMap { ActionVerdict(rawValue: $0) }
        pending = columns.read("pending", 11)
    }
}
