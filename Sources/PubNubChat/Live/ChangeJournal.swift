import PubNub
import PubNubLocks

/// What happens while the service is asked, for all who ask.
final class ChangeJournal<Model: ChatCustomData, Entities: ManagedChatEntities>: Sendable {
    private let journal = Locked(RecordedChanges<Model>())

    /// Something happened; told on the store's writer.
    func record(_ change: LiveChange<Model>) {
        journal.withLock { $0.record(change) }
    }

    /// Begins to remember what happens to channels.
    func begin(_ channels: Set<String>) -> Int { journal.withLock { $0.begin(channels) } }

    /// What happened since; nil when it was too much to remember.
    func changes(since id: Int) -> [LiveChange<Model>]? { journal.withLock { $0.changes(since: id) } }

    /// Remembers no more.
    func end(_ id: Int) { journal.withLock { _ = $0.end(id) } }

    /// Asks the service for something and stores it, followed by what happened in the meantime, for the answer may be older than that.
    ///
    /// - Parameters:
    ///   - channels: The channels that it is about; empty for users alone, nil for any.
    ///   - store: Where the response is stored.
    ///   - ask: Asks the service.
    ///   - storing: Stores the response, in one transaction with what happened.
    /// - Returns: What `storing` returns.
    /// - Throws: Why there is no response, or why it could not be stored.
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
                let value = try storing(answer, storage)
                guard let changes = journal.withLock({ $0.end(id) }) else {
                    throw ChatError.missingRequiredData("what happened while the service was asked")
                }
                // One that cannot be stored was told when it came.
                for change in changes { _ = try db.fault { try storage.apply(change) } }
                return value
            }
        } catch {
            throw ChatError.of(error)
        }
    }
}

/// What happened while the service was asked something. Its answer may be older, so this is applied again after it.
struct RecordedChanges<Model: ChatCustomData>: Sendable {
    private struct Entry: Sendable {
        /// Nil for all channels.
        let channels: Set<String>?
        var changes: [LiveChange<Model>] = []
    }

    /// How many changes one journal has at most; with more, the answer is not used.
    static var limit: Int { 10_000 }

    private var entries: [Int: Entry] = [:]
    private var last = 0

    /// Begins to remember what is about channels; nil for all.
    mutating func begin(_ channels: Set<String>?) -> Int {
        last += 1
        entries[last] = Entry(channels: channels)
        return last
    }

    /// Something happened.
    mutating func record(_ change: LiveChange<Model>) {
        for (id, entry) in entries where change.isAbout(entry.channels) {
            if entry.changes.count < Self.limit {
                entries[id]?.changes.append(change)
            } else {
                entries[id] = nil
            }
        }
    }

    /// What happened since, while it goes on; nil when it was too much.
    func changes(since id: Int) -> [LiveChange<Model>]? { entries[id]?.changes }

    /// What happened since; nil when it was too much.
    mutating func end(_ id: Int) -> [LiveChange<Model>]? {
        entries.removeValue(forKey: id)?.changes
    }
}
