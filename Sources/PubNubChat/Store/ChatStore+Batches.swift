public import GRDB

extension ChatStore {
    /// Writes many items in transactions of `batchSize` items each.
    ///
    /// An item that fails leaves nothing behind and costs its neighbours nothing. When a whole batch fails, as with a full disk, nothing of it and of the
    /// batches after it is stored; the batches before it are.
    ///
    /// - Parameters:
    ///   - items: What is written.
    ///   - batchSize: How many items a transaction has; 256 by default, at least 1.
    ///   - each: Writes one item.
    /// - Returns: The items that failed, in order.
    /// - Throws: What made a batch fail.
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
                try batch.compactMap { item in
                    do {
                        try db.inSavepoint {
                            try each(db, item)
                            return .commit
                        }
                        return nil
                    } catch  where db.isInsideTransaction {
                        return ChatWriteFailure(item: item, error: error)
                    }
                }
            }
        }
        return failures
    }
}

/// An item that could not be stored, and why.
public struct ChatWriteFailure<Item: Sendable>: Sendable {
    /// What was to be stored.
    public let item: Item
    /// Why it was not.
    public let error: any Error
}
