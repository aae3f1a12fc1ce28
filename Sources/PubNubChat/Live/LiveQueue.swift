import Dispatch
import GRDB
import PubNub
import PubNubSupport

/// Passes events of the client to the store in order, in as few transactions as possible.
///
/// The network thread only appends. The store's writer takes all waiting items and stores them in one transaction. The
/// client counts the events that are not stored, and pauses polling while these are too many, so that the queue is bounded.
final class LiveQueue: Sendable {
    private struct State {
        var items: [LiveItem] = []
        /// Called when the items are stored, or are left for a later transaction.
        var stored: [@Sendable () -> Void] = []
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

    /// Appends items, on any thread.
    ///
    /// - Parameters:
    ///   - items: The items; may be empty.
    ///   - stored: Called once when they are stored, or dropped because the queue is closed. An item that cannot be stored
    ///     becomes part of a gap, and counts as stored.
    func append(_ items: [LiveItem], then stored: (@Sendable () -> Void)? = nil) {
        let isFirst: Bool? = state.withLock { state in
            guard !state.isClosed, !items.isEmpty else { return nil }
            state.items += items
            if let stored { state.stored.append(stored) }
            defer { state.isDraining = true }
            return !state.isDraining
        }
        guard let isFirst else { return stored?() ?? () }
        if isFirst { drainLater() }
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
        var items: [LiveItem] = []
        var stored: [@Sendable () -> Void] = []
        state.withLock { state in
            state.isDraining = false
            swap(&items, &state.items)
            swap(&stored, &state.stored)
        }
        defer { for report in stored { report() } }
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
