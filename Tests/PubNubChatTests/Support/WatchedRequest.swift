import Dispatch
import GRDB
import PubNubChat
import PubNubLocks
import Testing

/// A request of the default entities about the channel `c`, the user `u` and the message `m`, observed.
struct WatchedRequest: Sendable, CustomTestStringConvertible {
    /// What an observation did.
    final class Counts: Sendable {
        let reads = Locked(0)
        /// Gets how many changes were delivered so far.
        private let onChange: @Sendable (Int) -> Void
        private let changes = Locked(0)

        init(onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
            self.onChange = onChange
        }

        func changed() {
            onChange(
                changes.withLock { changes in
                    changes += 1
                    return changes
                }
            )
        }
    }

    let testDescription: String
    /// Statements, each of which changes what the request finds in the store of ``WatchedRequestTests``.
    let concerning: [String]
    /// Observes the request, and counts in the store in memory, which has one connection, how often its statement is run.
    let observe: @Sendable (ChatStore, Counts) throws -> AnyDatabaseCancellable

    init<Entity: ManagedChatEntity>(
        _ name: String,
        _ request: @autoclosure @escaping @Sendable () -> QueryInterfaceRequest<Entity>,
        concerning: String...
    ) {
        // A condition that holds for all rows tells the statement from those that writes run.
        let mark = "'observed' = 'observed'"
        testDescription = name
        self.concerning = concerning
        observe = { store, counts in
            try store.write { db in
                db.trace { event in
                    guard case .statement(let statement) = event, statement.sql.contains(mark) else { return }
                    counts.reads.withLock { $0 += 1 }
                }
            }
            return store.observe(
                request().filter(sql: mark),
                on: DispatchQueue(label: "test.watched-request"),
                onError: { Issue.record("\($0)") },
                onChange: { _ in counts.changed() }
            )
        }
    }
}
