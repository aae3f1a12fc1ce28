import GRDB
import PubNub

/// The content of the outbox.
struct OutboxContent: Sendable {
    /// The channels with entries that wait, in the order of their first entry.
    var channels: [String]
    /// The entries that cannot be sent.
    var report: ChatSendReport
}

extension OutboxSender {
    /// Stores a message, and queues it unless it is published.
    func queue(_ request: SendMessageRequest<Model>) async throws {
        try await write { try Self.queue(request, in: $0) }
    }

    /// Stores a message, and queues it unless it is published.
    static func queue(_ request: SendMessageRequest<Model>, in db: Database) throws {
        guard request.message.timetoken == 0 else {
            throw ChatError.entityCreationError("message \(request.message.id) is published")
        }
        try check(request.message, in: db)
        let stored = try Entities.Message.messageBy(messageId: request.message.id).fetchOne(db)
        guard stored?.pubnubMessageID ?? 0 == 0 else { return }
        try Entities.Message.insertOrUpdate(
            message: request.message.withPlaceholders,
            processMessageActions: false,
            into: db
        )
        try Ledger(db: db).queue(request)
    }

    /// Throws ``ChatError/entityCreationError(_:)`` if another channel or author uses the identifier of a message: every
    /// store would refuse the publication.
    static func check(_ message: ChatMessage<Model>, in db: Database) throws {
        let author: String
        let channel: String
        if Entities.Message.self == PubNubManagedMessage.self {
            guard let row = try PubNubManagedMessage.stored(message.id, in: db) else { return }
            author = row.pubnubUserId ?? ""
            channel = row.pubnubChannelId ?? ""
        } else {
            guard let row = try Entities.Message.messageBy(messageId: message.id).fetchOne(db) else { return }
            let stored: ChatMessage<Model> = try row.convert(from: db)
            author = stored.pubnubUserId
            channel = stored.pubnubChannelId
        }
        guard author.isEmpty || author == message.pubnubUserId,
            channel.isEmpty || channel == message.pubnubChannelId
        else { throw ChatError.entityCreationError("another message \(message.id) is stored") }
    }

    /// Returns the channels with entries that wait, in the order of their oldest entry, and marks messages without a channel
    /// as failed.
    ///
    /// - Parameter withSending: Whether the result includes channels whose entries another task is sending. The caller then
    ///   waits for that task, and sends what is queued again.
    /// - Returns: The channels, and the entries that were marked.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``, or the error of the database.
    func content(withSending: Bool) async throws -> OutboxContent {
        let userId = userId
        try await releaseEnded()
        try await queueOtherRows()
        let (channels, invalid) = try await store.read { db in
            let ledger = Ledger(db: db)
            return (
                try ledger.queuedChannels(of: userId, withSending: withSending), try ledger.unplaced(of: userId)
            )
        }
        var report = ChatSendReport()
        for entry in invalid {
            let error = ChatError.missingRequiredData("channel of message \(entry.messageId ?? "")")
            report.failures.append(try await markFailed(entry, error))
        }
        return OutboxContent(channels: channels, report: report)
    }

    /// Queues the messages in a table of the app. Triggers do that for the default rows.
    func queueOtherRows() async throws {
        guard Entities.Message.self != PubNubManagedMessage.self else { return }
        let userId = userId
        try await write { db in
            for row in try Entities.Message.unsentMessagesBy(pubnubUserId: userId).fetchAll(db) {
                let key = try Self.key(of: row, in: db)
                try Ledger(db: db).queue(messageId: key.id, of: userId, on: key.channel)
            }
        }
    }

    private struct MessageKey: Sendable {
        let id: String
        let channel: String
    }

    private static func key(of row: Entities.Message, in db: Database) throws -> MessageKey {
        if let row = row as? PubNubManagedMessage { return MessageKey(id: row.id, channel: row.pubnubChannelId ?? "") }
        do {
            let message: ChatMessage<Model> = try row.convert(from: db)
            return MessageKey(id: message.id, channel: message.pubnubChannelId)
        } catch is ChatError {
            return MessageKey(id: (row.id as? String) ?? "\(row.id)", channel: "")
        }
    }
}
