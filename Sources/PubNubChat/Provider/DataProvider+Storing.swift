import GRDB
import Logging

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
                let failed = try await writeBatch(batch, each: each)
                failures += failed
                batchHandler?(batch, failed.first?.error)
            } catch let error as CancellationError {
                throw error
            } catch {
                problem = problem ?? error
                batchHandler?(batch, error)
            }
        }
        if let problem { throw problem }
        return failures
    }

    /// Stores a page that the service gave, in one transaction.
    ///
    /// - Parameters:
    ///   - items: What the page has.
    ///   - each: Stores one item.
    /// - Returns: The items that are stored, and what was wrong with the others, which is in the log, too.
    /// - Throws: What made all of it fail.
    func writePage<Item: Sendable>(
        _ items: [Item],
        each: @escaping @Sendable (Database, Item) throws -> Void
    ) async throws -> (stored: [Item], failures: [any Error]) {
        let failed = try await writeBatch(Array(items.indices)) { db, index in try each(db, items[index]) }
        for failure in failed {
            ChatLog.logger.warning("What the service gave is left out: \(failure.error)")
        }
        let left = Set(failed.map(\.item))
        return (items.indices.filter { !left.contains($0) }.map { items[$0] }, failed.map(\.error))
    }

    private func writeBatch<Item: Sendable>(
        _ batch: [Item],
        each: @escaping @Sendable (Database, Item) throws -> Void
    ) async throws -> [ChatWriteFailure<Item>] {
        try Task.checkCancellation()
        do {
            return try await store.write(batch, batchSize: batch.count, each: each).map { failure in
                ChatWriteFailure(item: failure.item, error: ChatError.of(failure.error))
            }
        } catch {
            throw ChatError.of(error)
        }
    }
}

extension Database {
    /// Stores one of several things that the service gave. One that cannot be stored leaves nothing behind, and a line in the log.
    ///
    /// - Parameter block: What stores it.
    /// - Returns: Whether it is stored.
    /// - Throws: What made the whole transaction fail.
    func stores(_ block: () throws -> Void) throws -> Bool {
        do {
            try inSavepoint {
                try block()
                return .commit
            }
            return true
        } catch  where isInsideTransaction {
            ChatLog.logger.warning("What the service gave is left out: \(ChatError.of(error))")
            return false
        }
    }
}
