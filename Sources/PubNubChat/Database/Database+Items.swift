import GRDB

extension Database {
    /// Runs a statement that is prepared once.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Stores one of several items in a savepoint, so that a failed item leaves nothing behind.
    ///
    /// - Parameter body: Stores the item.
    /// - Returns: The error if only this item is affected; nil if it is stored.
    /// - Throws: An error if the whole transaction fails.
    func fault(storing body: () throws -> Void) throws -> ChatError? {
        do {
            try inSavepoint {
                try body()
                return .commit
            }
            return nil
        } catch let error as ChatError {
            return error
        } catch let error as DatabaseError {
            guard isInsideTransaction, Self.itemFaults.contains(error.resultCode) else { throw error }
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
