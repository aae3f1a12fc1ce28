import GRDB
import PubNub

extension OutboxSender {
    /// Queues refused entries again; nil for all.
    func retry(_ sequences: [Int64]?) async throws {
        try await write { try Ledger(db: $0).requeue(failed: sequences) }
    }

    /// Removes entries that are queued or failed, and undoes their effects.
    ///
    /// - Parameter sequences: The entries.
    /// - Returns: The removed entries.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    func discard(_ sequences: [Int64]) async throws -> [Int64] {
        try await write { [waits] db in
            let ledger = Ledger(db: db)
            return try sequences.filter { sequence in
                guard let entry = try ledger.entry(sequence), entry.state != .sending else { return false }
                guard entry.kind == .message, let id = entry.messageId else {
                    guard try ledger.discard(sequence) else { return false }
                    if entry.kind == .marker { try Self.abandonMarker(entry, db) }
                    waits.note(sequence, .failure(Self.discarded))
                    return true
                }
                return try Self.discard(message: id, waits, db)
            }
        }
    }

    /// Removes a message that the service cannot have.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Returns: false if it is published or being sent, or if the outcome of an attempt to send it is unknown.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    func discardUnpublished(_ messageId: String) async throws -> Bool {
        try await write { [waits] db in
            guard try Ledger(db: db).unsent(messageId)?.mayBePublished != true else { return false }
            return try Self.discard(message: messageId, waits, db)
        }
    }

    static func discard(message id: String, _ waits: OutboxWaits, _ db: Database) throws -> Bool {
        let ledger = Ledger(db: db)
        let row = try Entities.Message.messageBy(messageId: id).fetchOne(db)
        guard let row, row.pubnubMessageID == 0, try ledger.unsent(id)?.state != .sending else { return false }
        let changes = try ledger.changes(of: id)
        try Entities.Message.remove(messageId: id, from: db)
        try ledger.forget(unsent: id)
        // Triggers remove the changes of the default rows.
        for change in changes {
            try ledger.finish(change)
            waits.note(change, .failure(discarded))
        }
        return true
    }

    private static var discarded: ChatError { .missingRequiredData("the change, which was discarded") }

    private static func abandonMarker(_ entry: ChatOutboxEntry, _ db: Database) throws {
        let member = try ChatStorage<Model, Entities>(db: db).member(entry.channelId, entry.userId)
        let marker = try member.flatMap { ReadMarker.timetoken(in: try $0.fields().custom) }
        try Ledger(db: db).abandonMarker(of: entry.channelId, service: marker)
    }
}
