import GRDB

extension Database {
    /// Stores one of several things, so that it leaves nothing behind when it cannot be stored.
    ///
    /// - Parameter body: What stores it.
    /// - Returns: What is wrong with it, and only it is to blame for; nil when it is stored.
    /// - Throws: What made the whole transaction fail.
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

    /// What SQLite says about a row and not about the file.
    private static var itemFaults: [ResultCode] { [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG] }
}
