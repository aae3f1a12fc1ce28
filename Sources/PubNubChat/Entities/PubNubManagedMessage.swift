public import Foundation
public import GRDB

/// A stored message.
public struct PubNubManagedMessage: Identifiable, Hashable, Sendable {
    /// The identifier in the payload.
    public let id: String
    /// The timetoken of its publication; 0 until it is published.
    public internal(set) var timetoken: Timetoken
    /// The creation date in the payload.
    public internal(set) var dateCreated: Date
    /// The text.
    public internal(set) var text: String
    /// The type of the extra content; empty if the message has none.
    public internal(set) var contentType: String
    /// The extra content as JSON, as it was published, including fields that the app's type lacks.
    public internal(set) var content: Data
    /// The custom data as JSON, as it was published, including fields that the app's type lacks.
    public internal(set) var custom: Data
    /// The members of the payload that the schema of messages lacks or that have another type, as a JSON object; nil if
    /// none exists.
    public internal(set) var extra: Data?
    /// The author; nil if it was removed.
    public internal(set) var pubnubUserId: String?
    /// The channel; nil if it was removed.
    public internal(set) var pubnubChannelId: String?
    /// The progress of its publication. A message that the app did not send is ``ChatSendState/sent``.
    public internal(set) var sendState = ChatSendState.sent
    /// The text after the newest edit that counts, a message action of the type `edited`; nil for a message that was not
    /// edited. The published text stays in ``text``.
    public internal(set) var editedText: String?
    /// The timetoken of the newest edit; nil for a message that was not edited.
    public internal(set) var editTimetoken: Timetoken?
    /// Whether it was deleted so that it can be restored, with a message action of the type `deleted`.
    public internal(set) var isDeleted = false
    /// The channel of its thread, from a message action of the type `threadRootId`; nil if it has no thread.
    public internal(set) var threadId: String?
    /// The number of edits and deletions that change nothing, because their users may not change the message: see
    /// ``ChatChangePolicy``. They are among its message actions.
    public internal(set) var ignoredChanges = 0
    /// Whether it has an edit that this client cannot decrypt. The text before it is shown.
    public internal(set) var hasUnreadableEdit = false
    /// Whether the row shows an edit, a deletion or another change of the current user that the service does not have yet;
    /// ``ChatOutboxEntry/entriesBy(messageId:)`` finds it. ``sendState`` is the progress of the message itself.
    public internal(set) var isPending = false

    /// The text to show: that of the newest edit, or the published text.
    public var currentText: String { editedText ?? text }

    /// The date to sort by: that of publication, or of creation for a message that is not published.
    public var sortedDate: Date {
        timetoken == 0 ? dateCreated : Date(timetoken: timetoken)
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
    /// - Parameter container: The container to write to.
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
        "pubnubChannelId", "extra", "sendStage", "sendAttempts", "sendErrorCode", "sendError", "editedText",
        "editTimetoken", "isDeleted", "threadId", "ignoredChanges", "hasUnreadableEdit", "formerChannelId", "sequence",
        "position", "isPending",
    ]

    init(_ columns: ColumnReader) {
        id = columns.read("id", 0)
        timetoken = Timetoken(clamping: columns.read("timetoken", 1) as Int64)
        dateCreated = Date(timeIntervalSinceReferenceDate: columns.read("dateCreated", 2))
        text = Storable.text(columns.value("text", 3))
        contentType = columns.read("contentType", 4)
        content = columns.read("content", 5)
        custom = columns.read("custom", 6)
        extra = columns.read("extra", 9)
        pubnubUserId = columns.read("pubnubUserId", 7)
        pubnubChannelId = columns.read("pubnubChannelId", 8)
        editedText = columns.read("editedText", 14)
        editTimetoken = (columns.read("editTimetoken", 15) as Int64?).map { Timetoken(clamping: $0) }
        isDeleted = (columns.read("isDeleted", 16) as Bool?) ?? false
        threadId = columns.read("threadId", 17)
        ignoredChanges = (columns.read("ignoredChanges", 18) as Int?) ?? 0
        hasUnreadableEdit = (columns.read("hasUnreadableEdit", 19) as Bool?) ?? false
        isPending = (columns.read("isPending", 23) as Bool?) ?? false
        guard timetoken == 0 else { return }
        sendState = ChatSendState(
            stage: (columns.read("sendStage", 10) as Int64?) ?? 0,
            attempts: (columns.read("sendAttempts", 11) as Int?) ?? 0,
            errorCode: columns.read("sendErrorCode", 12),
            error: columns.read("sendError", 13)
        )
    }
}
