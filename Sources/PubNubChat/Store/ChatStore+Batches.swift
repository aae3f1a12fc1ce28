public import GRDB

extension ChatStore {
    /// Writes many items in transactions of `batchSize` items each.
    ///
    /// An item that fails leaves nothing behind and does not affect the others. If a whole batch fails, for example
    /// because the disk is full, it and the batches after it are not stored; the batches before it are.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - batchSize: The number of items in a transaction; 256 by default, at least 1.
    ///   - each: Writes one item.
    /// - Returns: The items that failed, in order.
    /// - Throws: The error of a batch that failed.
    @discardableResult
    public func write<Item: Sendable>(
        _ items: [Item],
        batchSize: Int = 256,
        each: @escaping @Sendable (Database, Item) throws -> Void
    ) async throws -> [ChatWriteFailure<Item>] {
        var failures: [ChatWriteFailure<Item>] = []
        let size = max(1, batchSize)
        for start in stride(from: 0, to: items.count, by: size) {
            let batch = Array(items[start..<min(start + size, items.count)])
            failures += try await write { db in
                try SearchSchema.queueing(db) { try Self.write(batch, each, db) }
            }
        }
        return failures
    }

    private static func write<Item: Sendable>(
        _ batch: [Item],
        _ each: (Database, Item) throws -> Void,
        _ db: Database
    ) throws -> [ChatWriteFailure<Item>] {
        try batch.compactMap { item in
            do {
                try db.inPreparedSavepoint { try each(db, item) }
                return nil
            } catch  where db.isInsideTransaction {
                return ChatWriteFailure(item: item, error: error)
            }
        }
    }
}

/// An item that could not be stored, with its error.
public struct ChatWriteFailure<Item: Sendable>: Sendable {
    /// The item.
    public let item: Item
    /// The error.
    public let error: any Error
}
