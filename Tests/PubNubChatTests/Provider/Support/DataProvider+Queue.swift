import GRDB

@testable import PubNubChat

extension DataProvider {
    /// Queues refused messages again; nil for all entries.
    func retryMessages(_ ids: [String]? = nil) async throws { try await sender.retry(messageIds: ids) }

    /// The entries of the outbox, in their order.
    func outbox() throws -> [ChatOutboxEntry] {
        try store.read { try ChatOutboxEntry.order(Column("sequence")).fetchAll($0) }
    }
}

extension Ledger {
    /// Marks a queued message as being sent.
    func claim(unsent id: String, holder: Int64 = 0) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE outbox SET stage = 1, holder = ?, openAttempts = 1
                    WHERE messageId = ? AND kind = 'message' AND stage = 0
                """,
            arguments: [holder, id]
        )
        return db.changesCount > 0
    }
}
