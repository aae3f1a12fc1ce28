import PubNubWire

/// The pages of a whole history as they come: the newest first, each one oldest message first.
struct FullHistory: Sendable {
    private var pages: [[PNMessage]] = []
    private(set) var count = 0
    /// Where the next page ends; nil before the first.
    private(set) var oldest: Timetoken?
    private(set) var newest: Timetoken?

    /// All messages, oldest first.
    var messages: [PNMessage] { pages.reversed().flatMap(\.self) }

    /// Takes in a page.
    ///
    /// - Returns: Whether it was the last: short, empty, or no older than the one before, which would go on for ever.
    mutating func add(_ page: HistoryPage, _ messages: [PNMessage], limit: Int) -> Bool {
        guard !page.items.isEmpty, page.start != .zero, oldest.map({ page.start < $0 }) ?? true else { return true }
        pages.append(messages)
        count += messages.count
        oldest = page.start
        newest = newest ?? page.end
        return page.items.count < limit
    }
}
