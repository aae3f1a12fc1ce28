import GRDB

/// Writes to the store, with the documented errors.
extension DataProvider {
    /// Writes in one transaction.
    ///
    /// - Parameter block: A closure that writes.
    /// - Returns: The result of the block.
    /// - Throws: The error of the block, or ``ChatError/cannotWriteStore(_:)``. Nothing is written then.
    @discardableResult
    func write<Value: Sendable>(_ block: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await store.write(block)
        } catch {
            throw ChatError.of(error)
        }
    }

    /// Stores a change that this client made at the service. A response in flight that is older does not undo it.
    ///
    /// - Parameter change: The change.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` if it cannot be stored; the error of a refused message.
    func apply(_ change: LiveChange<ModelData>) async throws {
        let refusal = try await write { db in
            self.journal.record(change)
            return try ChatStorage<ModelData, ManagedEntities>(db: db).apply(change)
        }
        if let refusal { throw refusal }
    }

    /// Writes items in transactions of `batchSize` items each. An item or a batch that fails does not affect the
    /// others.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - batchSize: The number of items in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first item that was not stored.
    ///   - each: Writes one item.
    /// - Returns: The items that failed, in order.
    /// - Throws: The error of the first batch that failed as a whole, after the last batch; `CancellationError`
    ///   immediately.
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
        metadata.note()
        if let problem { throw problem }
        return failures
    }
}
