import GRDB

/// Writing to the store, with errors that apps know.
extension DataProvider {
    /// Writes in one transaction.
    ///
    /// - Parameter block: What writes.
    /// - Returns: What the block returns.
    /// - Throws: What the block throws, or ``ChatError/cannotWriteStore(_:)``; nothing is written then.
    @discardableResult
    func write<Value: Sendable>(_ block: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await store.write(block)
        } catch {
            throw ChatError.of(error)
        }
    }

    /// Stores what this client changed at the service, also after an answer that is on its way and may be older.
    ///
    /// - Parameter change: The change.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` if it cannot be stored.
    func apply(_ change: LiveChange<ModelData>) async throws {
        try await write { db in
            self.journal.record(change)
            try ChatStorage<ModelData, ManagedEntities>(db: db).apply(change)
        }
    }

    /// Writes items in transactions of `batchSize` items each. An item that fails costs its neighbours nothing, and a batch that fails the others nothing.
    ///
    /// - Parameters:
    ///   - items: What is written.
    ///   - batchSize: How many items a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first item that was not.
    ///   - each: Writes one item.
    /// - Returns: The items that failed, in order.
    /// - Throws: What made the first batch fail that failed as a whole, after the last batch, or `CancellationError`, at once.
    func write<Item: Sendable>(
        _ items: [Item],
        batchSize: Int,
        batchHandler: (@Sendable ([Item], (any Error)?) -> Void)?,
        each: @escaping @Sendable (Database, Item) throws -> Void
    ) async throws -> [ChatWriteFailure<Item>] {
        var failures: [ChatWriteFailure<Item>] = []
        var problem: (any Error)?
        let size = max(1, batchSize)
        for start in stride(from: 0, to: items.count, by: size) {
            let batch = Array(items[start..<min(start + size, items.count)])
            do {
                try Task.checkCancellation()
                let failed = try await store.write(batch, batchSize: batch.count, each: each).map { failure in
                    ChatWriteFailure(item: failure.item, error: ChatError.of(failure.error))
                }
                failures += failed
                batchHandler?(batch, failed.first?.error)
            } catch let error as CancellationError {
                throw error
            } catch {
                let error = ChatError.of(error)
                problem = problem ?? error
                batchHandler?(batch, error)
            }
        }
        if let problem { throw problem }
        return failures
    }
}
