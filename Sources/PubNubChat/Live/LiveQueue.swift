import Dispatch
import GRDB
import PubNub
import PubNubLocks

/// Passes events of the client to the store in order, in as few transactions as possible, and with a bounded number of
/// waiting items.
///
/// The client's callback only appends. The store's writer takes all waiting items and stores them in one transaction.
/// When ``limit`` items wait, the callback blocks until the writer continues, which slows down the client.
final class LiveQueue: Sendable {
    /// The maximum number of waiting items.
    static let limit = 1_024

    private struct State {
        var items: [LiveItem] = []
        var isDraining = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let writer: any DatabaseWriter
    /// Stores items in one transaction, on the queue of the store's writer. The items that it returns are stored first
    /// next time.
    private let store: @Sendable (Database, [LiveItem]) -> [LiveItem]

    init(writer: any DatabaseWriter, store: @escaping @Sendable (Database, [LiveItem]) -> [LiveItem]) {
        self.writer = writer
        self.store = store
    }

    /// Appends an item, on any thread except the writer's. Blocks while ``limit`` items wait.
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

    /// Accepts no more items, and returns when the waiting items are stored.
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
        // Items that are not stored at the end are later than the recorded progress, so the next session fetches them.
        guard !isClosed else { return }
        // The disk is full, or another process has locked the file. The next item retries, and so does this timer.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in self?.drainLater() }
    }
}
