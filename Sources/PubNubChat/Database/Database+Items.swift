import GRDB

extension Database {
    /// Runs a statement that is prepared once.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs a block in a savepoint with statements that are prepared once. GRDB's `inSavepoint` compiles them in each
    /// call. Outside a transaction, the block runs in one.
    ///
    /// - Parameter body: The block. If it throws, its changes are undone.
    /// - Throws: The error of the block, or a `DatabaseError`.
    func inPreparedSavepoint(_ body: () throws -> Void) throws {
        guard isInsideTransaction else {
            return try inTransaction {
                try body()
                return .commit
            }
        }
        try run("SAVEPOINT item", [])
        do {
            try body()
        } catch {
            // Some errors, such as a full disk, end the whole transaction.
            if isInsideTransaction {
                try run("ROLLBACK TO SAVEPOINT item", [])
                try run("RELEASE SAVEPOINT item", [])
            }
            throw error
        }
        try run("RELEASE SAVEPOINT item", [])
    }

    /// Stores one of several items in a savepoint, so that a failed item leaves nothing behind.
    ///
    /// - Parameter body: Stores the item, or returns why it is refused, which does not undo what it wrote.
    /// - Returns: The error if only this item is affected; nil if it is stored.
    /// - Throws: An error if the whole transaction fails.
    func fault(storing body: () throws -> ChatError?) throws -> ChatError? {
        do {
            var refusal: ChatError?
            try inPreparedSavepoint { refusal = try body() }
            return refusal
        } catch let error as ChatError {
            return error
        } catch let error as DatabaseError {
            guard isInsideTransaction, Self.itemFaults.contains(error.resultCode) else { throw error }
            guard !error.saysOutboxIsFull else { return .outboxFull(limit: ChatOutboxEntry.maxEntries) }
            return .wrongContentType(error.message ?? "\(error.resultCode)")
        } catch let error as CancellationError {
            throw error
        } catch {
            return .wrongContentType("\(error)")
        }
    }

    /// The SQLite errors that concern a row and not the file.
    private static var itemFaults: [ResultCode] { [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG] }
}
