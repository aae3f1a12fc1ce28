import Dispatch
import GRDB
import PubNubLocks

/// Keeps a database open while reads run, and refuses reads once it is closed.
///
/// GRDB gives a read that waits for a connection while its `DatabasePool` is closed a connection that is closed, and
/// the read then accesses memory that SQLite does not have.
final class ReadGate: Sendable {
    private let isClosed = Locked(false)
    private let running = DispatchGroup()

    /// Reads unless the database is closed.
    ///
    /// - Throws: A `DatabaseError` with `SQLITE_MISUSE` if it is closed, and the errors of `body`.
    func read<Value>(_ body: () throws -> Value) throws -> Value {
        try enter()
        defer { running.leave() }
        return try body()
    }

    /// Reads unless the database is closed.
    ///
    /// - Throws: A `DatabaseError` with `SQLITE_MISUSE` if it is closed, and the errors of `body`.
    func read<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try enter()
        defer { running.leave() }
        return try await body()
    }

    /// Refuses further reads, waits for those that run, and then closes the database. Reads are possible again if that
    /// fails.
    func close(_ body: () throws -> Void) throws {
        isClosed.withLock { $0 = true }
        running.wait()
        do {
            try body()
        } catch {
            isClosed.withLock { $0 = false }
            throw error
        }
    }

    private func enter() throws {
        try isClosed.withLock { isClosed in
            guard !isClosed else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The store is closed") }
            // Entered under the lock, so that `close` waits for each read that was not refused.
            running.enter()
        }
    }
}
