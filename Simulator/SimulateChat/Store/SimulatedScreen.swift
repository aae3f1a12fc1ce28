import GRDB

@testable import PubNubChat
@testable import PubNubSupport

/// A live query of the application. It has the rows, the reads and the watched rows of an observation of a provider, but no
/// threads: it reads when the simulation looks at it.
final class SimulatedScreen<Element: Hashable & Sendable>: Sendable {
    private struct State {
        var rows: [Element] = []
        var watched: [ObservedRows] = []
        /// The token of the watched rows; nil while none are watched.
        var token: Int?
        var isWoken = true
    }

    private let query: LiveQuery<Element>
    private let store: ChatStore
    /// A planted mistake: nothing wakes the screen.
    private let sleeps: Bool
    private let state = Locked(State())

    init(_ query: LiveQuery<Element>, in store: ChatStore, sleeps: Bool) {
        self.query = query
        self.store = store
        self.sleeps = sleeps
    }

    /// The rows of the last read.
    var rows: [Element] { state.withLock { $0.rows } }

    /// Whether a row that it watches changed since the last read.
    var isWoken: Bool { state.withLock { $0.isWoken } }

    /// Reads if a watched row changed.
    func look() throws {
        let isWoken = state.withLock { state in
            defer { state.isWoken = false }
            return state.isWoken
        }
        guard isWoken, case .rows = query.watch else { return }
        try store.writer.writeWithoutTransaction { db in
            let result = try query.read(db)
            let wanted = ObservedRows.joined(result.rows)
            let (watched, token) = state.withLock { state in
                state.rows = result.elements
                return (state.watched, state.token)
            }
            guard token == nil || wanted != watched else { return }
            if let token { store.watch.remove(watched, token) }
            let added = try store.watch.add(wanted, db) { [weak self] in self?.wake() }
            state.withLock { ($0.watched, $0.token) = (wanted, added) }
        }
    }

    /// The rows now.
    func current(_ db: Database) throws -> [Element] { try query.read(db).elements }

    /// Ends the observation, with the program of the application.
    func close() {
        let (watched, token) = state.withLock { state in
            defer { (state.watched, state.token) = ([], nil) }
            return (state.watched, state.token)
        }
        if let token { store.watch.remove(watched, token) }
    }

    private func wake() {
        if !sleeps { state.withLock { $0.isWoken = true } }
    }
}
