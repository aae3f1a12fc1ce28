public import GRDB

/// A search for stored messages by their text.
///
/// It finds published messages by the text that is shown, so after an edit by the new text, and not after a soft
/// deletion. Upper and lower case and diacritics do not matter. Words are separated by spaces and punctuation, so text
/// in scripts without spaces is found only by its beginning.
public struct ChatSearch: Hashable, Sendable {
    /// The order of the results.
    public enum Order: Hashable, Sendable {
        /// The newest first. The cost depends on the number of results. Only if the last word is a beginning of four
        /// characters or more (``ChatSearch/matchesPrefix``), and more than 64 words of the store begin so, it grows with
        /// the number of messages that contain one of them.
        case newest
        /// The best first, by the BM25 function: messages in which the words are frequent, and rare words before common
        /// ones. The cost grows with the number of messages that contain one of the words.
        case relevance
    }

    /// The words, which a message must all contain; at most 16, of which the first 64 characters count. Punctuation is
    /// ignored.
    public var text: String
    /// The channels to search; empty for all, at most 100.
    public var channelIds: [String]
    /// The authors to search; empty for all, at most 100.
    public var authorIds: [String]
    /// Whether the last word also finds longer words that begin with it, as while the user types it.
    public var matchesPrefix: Bool
    /// The order of the results.
    public var order: Order
    /// The maximum number of results, 1 to 500.
    public var limit: Int
    /// Only messages that were published before this timetoken, for the next page of the newest; nil for all.
    public var before: Timetoken?

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - text: The words, which a message must all contain.
    ///   - channelIds: The channels to search; empty, the default, for all.
    ///   - authorIds: The authors to search; empty, the default, for all.
    ///   - matchesPrefix: Whether the last word also finds longer words that begin with it; true by default.
    ///   - order: The order of the results; the newest first by default.
    ///   - limit: The maximum number of results, 1 to 500; 50 by default.
    ///   - before: Only messages that were published before this timetoken; nil, the default, for all.
    public init(
        _ text: String,
        channelIds: [String] = [],
        authorIds: [String] = [],
        matchesPrefix: Bool = true,
        order: Order = .newest,
        limit: Int = 50,
        before: Timetoken? = nil
    ) {
        self.text = text
        self.channelIds = channelIds
        self.authorIds = authorIds
        self.matchesPrefix = matchesPrefix
        self.order = order
        self.limit = limit
        self.before = before
    }
}

/// A message that a search found.
public struct ChatSearchResult: Identifiable, Hashable, Sendable {
    /// The row of the message.
    public let message: PubNubManagedMessage
    /// The part of the text with the words, at most 16 words, with `…` where text is left out.
    public let snippet: String
    /// The ranges of the found words in ``snippet``.
    public let matches: [Range<String.Index>]

    /// The identifier in the payload of the message.
    public var id: String { message.id }
}

extension ChatSearch {
    private static let maximumWords = 16
    private static let maximumLength = 64
    private static let maximumNames = 100
    /// The maximum number of words in place of their common beginning. Each costs about 0.04 ms; so many words with one
    /// beginning are rarely frequent.
    private static let maximumEndings = 64

    /// The query in the language of FTS5; nil without a word.
    func query(_ db: Database) throws -> String? {
        // Only letters, numbers and what follows them form words; everything else is a separator of the index.
        var words = text.split { !($0.isLetter || $0.isNumber) }.prefix(Self.maximumWords)
            .map { String($0.prefix(Self.maximumLength)) }
        guard let last = words.popLast() else { return nil }
        let conditions = words.map { "\"\($0)\"" } + [try lastCondition(last, db)]
        var parts = ["text : (\(conditions.joined(separator: " AND ")))"]
        let channels = channelIds.map(SearchSchema.word(ofChannel:))
        let authors = authorIds.map(SearchSchema.word(ofAuthor:))
        for names in [channels, authors] where !names.isEmpty {
            parts.append("scope : (\(names.joined(separator: " OR ")))")
        }
        return parts.joined(separator: " AND ")
    }

    /// The condition on the last word.
    ///
    /// For the beginning of a word, SQLite first merges the lists of all words that begin so. The list of one word is in
    /// the order of time, so with the words themselves it reads only as far as the results. In the order of relevance it
    /// reads all of them in any case.
    private func lastCondition(_ word: String, _ db: Database) throws -> String {
        guard matchesPrefix, word.count > 1 else { return "\"\(word)\"" }
        guard order == .newest,
            let words = try SearchSchema.words(beginningWith: word, limit: Self.maximumEndings, db), !words.isEmpty
        else { return "\"\(word)\" *" }
        return "(\(words.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }

    fileprivate func check() throws {
        guard channelIds.count <= Self.maximumNames, authorIds.count <= Self.maximumNames else {
            throw ChatError.wrongContentType("a search in more than \(Self.maximumNames) channels or authors")
        }
    }
}

extension ChatStore {
    /// Searches stored messages. For the default rows of messages only.
    ///
    /// - Parameter search: The words, and where to search.
    /// - Returns: The messages; empty without a word.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for more than 100 channels or authors; a `DatabaseError` if a
    ///   statement fails.
    public func search(_ search: ChatSearch) async throws -> [ChatSearchResult] {
        try await read { try ChatSearchResult.fetchAll($0, search) }
    }
}

extension ChatSearchResult {
    /// Searches stored messages within an access of the app to the store, for example to observe the results with
    /// `ValueObservation`.
    ///
    /// - Parameters:
    ///   - db: The database.
    ///   - search: The words, and where to search.
    /// - Returns: The messages; empty without a word.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for more than 100 channels or authors; a `DatabaseError` if a
    ///   statement fails.
    public static func fetchAll(_ db: Database, _ search: ChatSearch) throws -> [ChatSearchResult] {
        try search.check()
        if db.isInsideTransaction, !db.configuration.readonly { try SearchSchema.addQueue(db) }
        guard let query = try search.query(db) else { return [] }
        let end = search.before.map { Int64(clamping: $0) } ?? Int64.max
        let order =
            switch search.order {
            case .newest: "messageSearch.rowid DESC"
            case .relevance: "bm25(messageSearch, 1.0, 0.0), messageSearch.rowid DESC"
            }
        // The characters mark the found words. The joins have this order, so that the index finds the messages.
        let sql = """
            SELECT message.*, snippet(messageSearch, 0, char(2), char(3), '…', 16) AS snippet FROM messageSearch
                CROSS JOIN searchedMessage ON searchedMessage.number = messageSearch.rowid
                CROSS JOIN message ON message.id = searchedMessage.id
                WHERE messageSearch MATCH ? AND messageSearch.rowid < ? AND message.pubnubChannelId IS NOT NULL
                ORDER BY \(order) LIMIT ?
            """
        let arguments: StatementArguments = [
            query, min(end, Int64.max / SearchSchema.numbers) * SearchSchema.numbers, min(max(search.limit, 1), 500),
        ]
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
            let snippet = MarkedText(row["snippet"])
            return ChatSearchResult(
                message: PubNubManagedMessage(row: row),
                snippet: snippet.text,
                matches: snippet.ranges
            )
        }
    }
}

/// A string in which two control characters enclose parts.
private struct MarkedText {
    private(set) var text = ""
    private(set) var ranges: [Range<String.Index>] = []

    init(_ marked: String) {
        var (start, offsets): (Int?, [Range<Int>]) = (nil, [])
        for scalar in marked.unicodeScalars {
            switch scalar {
            case "\u{2}": start = text.utf8.count
            case "\u{3}":
                if let start { offsets.append(start..<text.utf8.count) }
                start = nil
            default: text.unicodeScalars.append(scalar)
            }
        }
        let utf8 = text.utf8
        ranges = offsets.map { range in
            utf8.index(
                utf8.startIndex,
                offsetBy: range.lowerBound
            )..<utf8.index(utf8.startIndex, offsetBy: range.upperBound)
        }
    }
}
