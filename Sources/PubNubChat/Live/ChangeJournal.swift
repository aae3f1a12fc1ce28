import PubNub
import PubNubSupport

/// Records the changes that occur while requests to the service are in flight.
final class ChangeJournal<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    private let journal = Locked(RecordedChanges<Model>())

    /// Records a change. Called on the store's writer.
    func record(_ change: LiveChange<Model>) {
        journal.withLock { $0.record(change) }
    }

    /// Begins to record the changes of channels.
    func begin(_ channels: Set<String>) -> Int { journal.withLock { $0.begin(channels) } }

    /// The changes since `begin`; nil if there were too many to record.
    func changes(since id: Int) -> [LiveChange<Model>]? { journal.withLock { $0.changes(since: id) } }

    /// Ends the recording.
    func end(_ id: Int) { journal.withLock { _ = $0.end(id) } }

    /// Sends a request to the service and stores the response. Then applies the changes that occurred in the meantime,
    /// because the response may be older.
    ///
    /// - Parameters:
    ///   - channels: The channels of the request; empty for requests about users only, nil for all channels.
    ///   - store: The store for the response.
    ///   - ask: Sends the request.
    ///   - storing: Stores the response, in one transaction with the recorded changes.
    /// - Returns: The result of `storing`.
    /// - Throws: The error of the request or of storing its response.
    func ask<Answer: Sendable, Value: Sendable>(
        about channels: [String]?,
        in store: ChatStore,
        _ ask: () async throws -> Answer,
        storing: @escaping @Sendable (Answer, ChatStorage<Model, Entities>) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let id = journal.withLock { $0.begin(channels.map { Set($0) }) }
        defer { journal.withLock { _ = $0.end(id) } }
        let answer = try await ask()
        do {
            return try await store.write { [self] db in
                let storage = ChatStorage<Model, Entities>(db: db)
                guard let recorded = journal.withLock({ $0.end(id) }) else {
                    throw ChatError.missingRequiredData("the changes that occurred during the request")
                }
                let changes = try recorded.filter { try !storage.isSuperseded($0) }
                let value = try storing(answer, storage)
                // A change that cannot be stored was reported when it arrived.
                for change in changes { _ = try db.fault { try storage.apply(change) } }
                return value
            }
        } catch {
            throw ChatError.of(error)
        }
    }
}

/// The changes that occur while a request is in flight. The response may be older, so these changes are applied again
/// after it.
struct RecordedChanges<Model: ChatCustomData>: Sendable {
    private struct Entry: Sendable {
        /// nil for all channels.
        let channels: Set<String>?
        var changes: [LiveChange<Model>] = []
    }

    /// The maximum number of recorded changes. If there are more, the response is not used.
    static var limit: Int { 10_000 }

    private var entries: [Int: Entry] = [:]
    private var last = 0

    /// Begins to record the changes of channels; nil for all.
    mutating func begin(_ channels: Set<String>?) -> Int {
        last += 1
        entries[last] = Entry(channels: channels)
        return last
    }

    /// Records a change.
    mutating func record(_ change: LiveChange<Model>) {
        for (id, entry) in entries where change.isAbout(entry.channels) {
            if entry.changes.count < Self.limit {
                entries[id]?.changes.append(change)
            } else {
                entries[id] = nil
            }
        }
    }

    /// The changes recorded so far; nil if there were too many.
    func changes(since id: Int) -> [LiveChange<Model>]? { entries[id]?.changes }

    /// Ends the recording and returns the changes; nil if there were too many.
    mutating func end(_ id: Int) -> [LiveChange<Model>]? {
        entries.removeValue(forKey: id)?.changes
    }
}
