/// What happened while the service was asked something. Its answer may be older, so this is applied again after it.
struct LiveJournal<Model: ChatCustomData>: Sendable {
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
