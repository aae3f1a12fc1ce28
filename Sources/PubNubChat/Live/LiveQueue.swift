import Dispatch
import GRDB
import PubNub
import PubNubLocks

/// Brings what a client tells into the store: in its order, in as few transactions as the store needs, and never more than it can hold.
///
/// The client's callback only appends. The store's writer takes all that has gathered and stores it at once. When ``limit`` items
/// wait, the callback waits for the writer, and so the client learns that it has to slow down.
final class LiveQueue: Sendable {
    /// How many items wait at most.
    static let limit = 1_024

    private struct State {
        var items: [LiveItem] = []
        var isDraining = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let writer: any DatabaseWriter
    /// Stores items in one transaction, on the queue of the store's writer. What it gives back is to be stored before all else.
    private let store: @Sendable (Database, [LiveItem]) -> [LiveItem]

    init(writer: any DatabaseWriter, store: @escaping @Sendable (Database, [LiveItem]) -> [LiveItem]) {
        self.writer = writer
        self.store = store
    }

    /// Takes an item, on any thread but the writer's. Waits for the writer when too many wait.
    func append(_ item: LiveItem) {
        let (isFirst, isFull) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.items.append(item)
            defer { state.isDraining = true }
            return (!state.isDraining, state.items.count >= Self.limit)
        }
        if isFirst { drainLater() }
        if isFull { writer.writeWithoutTransaction { drain($0) } }
    }

    /// Takes no more, and returns when what waited is stored.
    func close() async {
        state.withLock { $0.isClosed = true }
        try? await writer.writeWithoutTransaction { self.drain($0) }
    }

    private func drainLater() {
        writer.asyncWriteWithoutTransaction { self.drain($0) }
    }

    private func drain(_ db: Database) {
        let items = state.withLock { state in
            state.isDraining = false
            let items = state.items
            state.items = []
            return items
        }
        guard !items.isEmpty else { return }
        let left = store(db, items)
        guard !left.isEmpty else { return }
        let isClosed = state.withLock { state in
            state.items.insert(contentsOf: left, at: 0)
            state.isDraining = true
            return state.isClosed
        }
        // What is not stored at the end is behind the progress, and is fetched by the next copy.
        guard !isClosed else { return }
        // The disk is full, or another process holds the file. What comes next tries again; so does this.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in self?.drainLater() }
    }
}
