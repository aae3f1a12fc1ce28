import GRDB

@testable import PubNubChat

extension DataProvider {
    /// Queues refused messages again; nil for all entries. Does not send them, as ``retry(_:)`` does.
    func retryMessages(_ ids: [String]? = nil) async throws {
        try await sender.retry(try ids.map { try $0.flatMap { try sequences(of: $0) } })
    }

    /// Removes messages from the outbox, and returns the identifiers of those that were removed.
    func discardMessages(_ ids: [String]) async throws -> [String] {
        var removed: [String] = []
        for id in ids where try await !discard(try sequences(of: id)).isEmpty { removed.append(id) }
        return removed
    }

    private func sequences(of id: String) throws -> [Int64] {
        try store.read { try ChatOutboxEntry.entriesBy(messageId: id).fetchAll($0).map(\.sequence) }
    }

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
