import GRDB

extension ChatError {
    /// Converts an SQLite error of a write to an error of this type. Returns other errors unchanged.
    static func of(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        guard !error.saysOutboxIsFull else { return Self.outboxFull(limit: ChatOutboxEntry.maxEntries) }
        return Self.cannotWriteStore(error.message ?? "\(error.resultCode)")
    }
}

extension DatabaseError {
    /// Whether a message was not inserted because the outbox is full.
    var saysOutboxIsFull: Bool { resultCode == .SQLITE_CONSTRAINT && message == OutboxSchema.fullText }
}
