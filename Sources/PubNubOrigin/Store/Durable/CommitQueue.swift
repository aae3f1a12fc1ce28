/// Gathers what arrives while a commit is under way into the next one, so that many share one flush to disk.
struct CommitQueue<Entry: Sendable>: Sendable {
    private var waiting: [Entry] = []
    private var isCommitting = false

    var isIdle: Bool { !isCommitting && waiting.isEmpty }

    /// Takes an entry; returns a batch to commit now, nil while another commit is under way.
    mutating func arrived(_ entry: Entry) -> [Entry]? {
        waiting.append(entry)
        return isCommitting ? nil : next()
    }

    /// The commit under way has ended; returns the next batch, nil when nothing waits.
    mutating func committed() -> [Entry]? {
        isCommitting = false
        return waiting.isEmpty ? nil : next()
    }

    private mutating func next() -> [Entry] {
        defer { waiting = [] }
        isCommitting = true
        return waiting
    }
}
