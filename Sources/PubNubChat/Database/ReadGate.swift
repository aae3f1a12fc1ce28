import Dispatch
import GRDB
import PubNubSupport

/// Keeps a database open while reads run, and refuses reads and connections once it is closed.
///
/// GRDB gives a read that waits for a connection while its `DatabasePool` is closed a connection that is closed, and
/// the read then accesses memory that SQLite does not have. An application also reads without the gate, with the pool
/// itself, so the pool has no connections for reading when it is closed: such a read needs a new one, which is refused.
final class ReadGate: Sendable {
    private enum Phase {
        case open
        /// Reads that run may need further connections.
        case finishing
        case closed
    }

    private let phase = Locked(Phase.open)
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
    func close(_ writer: any DatabaseWriter) throws {
        phase.withLock { $0 = .finishing }
        running.wait()
        phase.withLock { $0 = .closed }
        do {
            if let pool = writer as? DatabasePool {
                // Waits for the reads that have connections. A pool that is closed already has none, and fails.
                try? pool.barrierWriteWithoutTransaction { _ in pool.invalidateReadOnlyConnections() }
            }
            try writer.close()
        } catch {
            phase.withLock { $0 = .open }
            throw error
        }
    }

    /// Whether the database is closed.
    var isClosed: Bool { phase.withLock { $0 == .closed } }

    /// Refuses a new connection to a database that is closed.
    ///
    /// - Throws: A `DatabaseError` with `SQLITE_MISUSE`.
    func checkConnection() throws {
        if phase.withLock({ $0 == .closed }) { throw Self.closed }
    }

    private func enter() throws {
        try phase.withLock { phase in
            guard phase == .open else { throw Self.closed }
            // Entered under the lock, so that `close` waits for each read that was not refused.
            running.enter()
        }
    }

    static var closed: DatabaseError {
        DatabaseError(resultCode: .SQLITE_MISUSE, message: "The store is closed")
    }
}
