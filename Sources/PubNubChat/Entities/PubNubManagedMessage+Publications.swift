import Foundation
public import GRDB

/// Messages that were published more than once.
///
/// The row of a message holds its first publication. The table `messageCopy` has the timetokens of its republications,
/// so that reactions to them belong to the same message. Each reaction retains the timetoken of the publication that it
/// was added to.
extension PubNubManagedMessage {
    /// How a message that is about to be stored relates to the publication in the row.
    enum Order {
        /// The same publication, or one of the two is not published yet.
        case same
        case earlier
        case later
    }

    func order(of message: ChatMessage<some ChatCustomData>) -> Order {
        guard timetoken != 0, message.timetoken != 0, message.timetoken != timetoken else { return .same }
        return message.timetoken < timetoken ? .earlier : .later
    }

    /// Whether the message has another author or channel. A row whose author or channel was removed, or whose author
    /// the service did not name, matches any message.
    func isForeign(to message: ChatMessage<some ChatCustomData>) -> Bool {
        let isOthers = pubnubUserId.map { !$0.isEmpty && $0 != message.pubnubUserId } ?? false
        return isOthers || pubnubChannelId.map { $0 != message.pubnubChannelId } ?? false
    }

    /// The message with a publication at this timetoken in a channel, including republications.
    static func published(at timetoken: Timetoken, channelId: String, in db: Database) throws -> Self? {
        let arguments: StatementArguments = [channelId, Int64(clamping: timetoken)]
        let first = try db.cachedStatement(sql: "SELECT * FROM message WHERE pubnubChannelId = ? AND timetoken = ?")
        if let row = try fetchOne(first, arguments: arguments) { return row }
        let later = try db.cachedStatement(
            sql: """
                SELECT message.* FROM messageCopy JOIN message ON message.id = messageCopy.messageId
                    WHERE message.pubnubChannelId = ? AND messageCopy.timetoken = ?
                """
        )
        return try fetchOne(later, arguments: arguments)
    }

    /// The timetokens of the republications.
    func republications(in db: Database) throws -> [Timetoken] {
        let statement = try db.cachedStatement(
            sql: "SELECT timetoken FROM messageCopy WHERE messageId = ? ORDER BY timetoken"
        )
        return try Int64.fetchAll(statement, arguments: [id]).map { Timetoken(clamping: $0) }
    }

    /// The maximum number of stored republications of a message. The earliest stay, so that the result does not depend
    /// on the order of arrival.
    static let maximumRepublications = 100

    /// The result of recording a republication.
    enum RepublicationOutcome {
        case added
        case stored
        /// The message already has ``maximumRepublications`` earlier republications, so this one is left out with its
        /// reactions.
        case leftOut
    }

    /// Records a republication. If the limit is exceeded, removes the latest one with its reactions.
    @discardableResult
    func addRepublication(at timetoken: Timetoken, in db: Database) throws -> RepublicationOutcome {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO messageCopy (messageId, timetoken) VALUES (?, ?)")
            .execute(arguments: [id, Int64(clamping: timetoken)])
        guard db.changesCount > 0 else { return .stored }
        var outcome = RepublicationOutcome.added
        for surplus in try republications(in: db).dropFirst(Self.maximumRepublications) {
            let publication = Publication(id: id, timetoken: surplus)
            try publication.removeRepublication(from: db)
            try publication.removeActions(from: db)
            if surplus == timetoken { outcome = .leftOut }
        }
        return outcome
    }

    /// Records that a stored message was published again later, and stores the reactions to that publication. Nothing
    /// else of the message changes, except that a channel that was removed from the store is set again. Only the first
    /// publication sets an author that was removed, because any user may publish the identifier again.
    ///
    /// - Parameters:
    ///   - message: The republication.
    ///   - processMessageActions: Whether its reactions replace those that are stored for this publication; otherwise
    ///     they are added if the publication is new. A publication that follows 100 republications of the message is
    ///     left out with its reactions.
    ///   - db: The database.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message is not stored, or if the author or channel is
    ///   neither stored nor given.
    public static func insertRepublication<Custom: ChatCustomData>(
        of message: ChatMessage<Custom>,
        processMessageActions: Bool,
        into db: Database
    ) throws {
        guard var row = try stored(message.id, in: db) else {
            throw ChatError.missingRequiredData("message \(message.id)")
        }
        try Storable.check(message.timetoken)
        try store(modelsOf: message, into: db)
        if row.pubnubChannelId == nil {
            row.pubnubChannelId = message.pubnubChannelId
            try row.update(db)
        }
        let outcome = try row.addRepublication(at: message.timetoken, in: db)
        guard outcome == .added || (outcome == .stored && processMessageActions) else { return }
        let named = Set(message.messageActions.map(\.id))
        try row.removeActions(in: db) { $0.parent == message.timetoken && !named.contains($0.id) }
        for action in message.messageActions { try row.add(action, into: db) }
    }

    /// Returns the timetoken of the newest published message that is stored for a channel.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - db: The database.
    /// - Returns: The timetoken, which may be that of a republication; nil if no published message is stored.
    /// - Throws: A `DatabaseError` if the rows cannot be read.
    public static func newestTimetoken(pubnubChannelId: String, in db: Database) throws -> Timetoken? {
        let first = try db.cachedStatement(
            sql: "SELECT MAX(timetoken) FROM message WHERE pubnubChannelId = ? AND timetoken > 0"
        )
        let later = try db.cachedStatement(
            sql: """
                SELECT messageCopy.timetoken FROM messageCopy JOIN message ON message.id = messageCopy.messageId
                    WHERE message.pubnubChannelId = ? ORDER BY messageCopy.timetoken DESC LIMIT 1
                """
        )
        let newest = try [first, later].compactMap { try Int64.fetchOne($0, arguments: [pubnubChannelId]) }.max()
        return newest.map { Timetoken(clamping: $0) }
    }

    /// Removes the messages of a channel that the service deleted, with their reactions.
    ///
    /// Messages that are not published yet stay. A message whose first publication was deleted and that was published
    /// again gets the timetoken of the next publication; its content stays until that publication is fetched.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - after: The timetoken before the range.
    ///   - upTo: The last timetoken of the range.
    ///   - timetokens: The timetokens in the range at which the service has a message.
    ///   - db: The database.
    /// - Throws: A `DatabaseError` if the rows cannot be read or written.
    public static func removeMessages(
        pubnubChannelId: String,
        after: Timetoken,
        upTo: Timetoken,
        except timetokens: Set<Timetoken>,
        from db: Database
    ) throws {
        let range: StatementArguments = [pubnubChannelId, Int64(clamping: after), Int64(clamping: upTo)]
        let republications = try Publication.fetchAll(
            db,
            sql: """
                SELECT message.id, messageCopy.timetoken FROM messageCopy JOIN message ON message.id = messageCopy.messageId
                    WHERE message.pubnubChannelId = ? AND messageCopy.timetoken > ? AND messageCopy.timetoken <= ?
                """,
            arguments: range
        )
        for republication in republications where !timetokens.contains(republication.timetoken) {
            try republication.removeRepublication(from: db)
            try republication.removeActions(from: db)
        }
        let messages = try Publication.fetchAll(
            db,
            sql: """
                SELECT id, timetoken FROM message
                    WHERE pubnubChannelId = ? AND timetoken > ? AND timetoken <= ? AND timetoken > 0
                """,
            arguments: range
        )
        for message in messages where !timetokens.contains(message.timetoken) { try message.remove(from: db) }
    }

    /// Removes the message from its author or channel, because another one published its identifier first. Its
    /// publications are refused from now on and its reactions pending, in case one of them is the first after all.
    func giveUp<Custom: ChatCustomData>(_: Custom.Type, in db: Database) throws {
        if let pubnubUserId, let pubnubChannelId {
            for publication in try [timetoken] + republications(in: db) {
                try Ledger(db: db).addRefused(
                    Ledger.Publication(
                        messageId: id,
                        userId: pubnubUserId,
                        channelId: pubnubChannelId,
                        timetoken: publication
                    )
                )
            }
        }
        for action in try PubNubManagedMessageAction.of(self, in: db) where !action.isPending {
            let reaction: ChatMessageAction<Custom> = try action.convert(from: db, message: nil)
            try Ledger(db: db).addPending(reaction)
            try action.delete(db)
        }
        try db.run("DELETE FROM messageCopy WHERE messageId = ?", [id])
    }

    /// The fields of a stored reaction that decide about its removal.
    struct ActionKey {
        let id: String
        let parent: Timetoken
    }

    /// Removes the reactions that a condition holds for.
    func removeActions(in db: Database, where isRemoved: (ActionKey) throws -> Bool) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT id, pubnubParentTimetoken FROM messageAction WHERE pubnubParentId = ? AND pending IS NULL"
        )
        let keys = try Row.fetchAll(statement, arguments: [id]).map { row in
            ActionKey(id: row[0], parent: Timetoken(clamping: row[1] as Int64))
        }
        for key in keys where try isRemoved(key) {
            try db.cachedStatement(sql: "DELETE FROM messageAction WHERE id = ?").execute(arguments: [key.id])
        }
    }
}

/// One publication of a message.
private struct Publication: FetchableRecord {
    let id: String
    let timetoken: Timetoken

    init(id: String, timetoken: Timetoken) {
        self.id = id
        self.timetoken = timetoken
    }

    init(row: Row) {
        self.init(id: row[0], timetoken: Timetoken(clamping: row[1] as Int64))
    }

    private var arguments: StatementArguments { [id, Int64(clamping: timetoken)] }

    func removeRepublication(from db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM messageCopy WHERE messageId = ? AND timetoken = ?")
            .execute(arguments: arguments)
    }

    /// Removes the reactions to this publication.
    func removeActions(from db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM messageAction WHERE pubnubParentId = ? AND pubnubParentTimetoken = ?")
            .execute(arguments: arguments)
    }

    /// Removes the first publication: the message, unless it was published again.
    func remove(from db: Database) throws {
        let next = try db.cachedStatement(sql: "SELECT MIN(timetoken) FROM messageCopy WHERE messageId = ?")
        if let timetoken = try Int64.fetchOne(next, arguments: [id]) {
            try removeActions(from: db)
            try db.run("UPDATE message SET timetoken = ? WHERE id = ?", [timetoken, id])
            try db.execute(
                sql: "DELETE FROM messageCopy WHERE messageId = ? AND timetoken = ?",
                arguments: [id, timetoken]
            )
            try Ledger(db: db).releaseRefused(id, before: Timetoken(clamping: timetoken))
        } else {
            try db.cachedStatement(sql: "DELETE FROM messageAction WHERE pubnubParentId = ?").execute(arguments: [id])
            try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?").execute(arguments: [id])
            try Ledger(db: db).releaseRefused(id)
        }
    }
}
