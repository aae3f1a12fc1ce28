#if DEBUG
import GRDB
import PubNubSupport

/// Finds a scope that lacks rows which its request reads: such an observation loses changes, and nothing else shows it.
///
/// Only debug builds have the check. It reads the result after each transaction that changes a table of the request. If the
/// result changed and no row of the scope did, the program stops with a message that names the request.
final class ScopeCheck<Element: Hashable & Sendable>: TransactionObserver, Sendable {
    private struct State {
        var result: [Element: Int]
        /// Changes when another connection changes the file. The triggers that report rows do not run for it.
        var version: Int64?
        /// Whether a table of the request changed in the current transaction.
        var isChanged = false
        /// Whether a row of the scope changed since the last comparison.
        var isWoken = false
    }

    private let query: LiveQuery<Element>
    private let region: DatabaseRegion
    private let slot: ScopeCheckSlots.Slot
    private let state: Locked<State>

    /// - Parameters:
    ///   - query: The query.
    ///   - region: Everything that it reads.
    ///   - slot: A slot among the checks of the store, which ends with this check.
    ///   - db: The writing connection.
    /// - Throws: The `DatabaseError` of the query.
    init(_ query: LiveQuery<Element>, _ region: DatabaseRegion, _ slot: ScopeCheckSlots.Slot, _ db: Database) throws {
        self.query = query
        self.region = region
        self.slot = slot
        state = Locked(State(result: try Self.result(of: query, db), version: try Self.version(db)))
    }

    /// A row of the scope changed. Called before ``databaseDidCommit(_:)`` of the same transaction.
    func wake() { state.withLock { $0.isWoken = true } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { region.isModified(byEventsOfKind: eventKind) }

    func databaseDidChange(with event: DatabaseEvent) {
        guard region.isModified(by: event) else { return }
        state.withLock { $0.isChanged = true }
        stopObservingDatabaseChangesUntilNextTransaction()
    }

    func databaseDidChange() { state.withLock { $0.isChanged = true } }

    func databaseDidCommit(_ db: Database) {
        guard state.withLock(\.isChanged), let result = try? Self.result(of: query, db),
            let version = try? Self.version(db)
        else { return }
        let isNarrow = state.withLock { state in
            let isNarrow = !state.isWoken && state.version == version && state.result != result
            state = State(result: result, version: version)
            return isNarrow
        }
        if isNarrow {
            assertionFailure(
                "The scope of an observation lacks rows that its request of \(Element.self) reads, so it misses changes: \(sql(db))"
            )
        }
    }

    func databaseDidRollback(_ db: Database) {
        state.withLock { ($0.isChanged, $0.isWoken) = (false, false) }
    }

    /// The SQL of the request, without its arguments.
    private func sql(_ db: Database) -> String {
        (try? query.sql?(db)) ?? ""
    }

    /// The elements without their order: SQLite may return rows in another one if the request has none.
    private static func result(of query: LiveQuery<Element>, _ db: Database) throws -> [Element: Int] {
        try query.read(db).elements.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private static func version(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "PRAGMA data_version")
    }
}
#endif
