public import GRDB

/// A search for stored messages by their text.
///
/// It finds published messages by the text that is shown, so after an edit by the new text, and not after a soft
/// deletion. Upper and lower case and diacritics do not matter, nor do the points of Arabic and Hebrew and the skin tones of emoji.
///
/// The parts of the text between spaces are searched each by itself; the words of a part, such as `e-mail`, must follow each other.
/// In Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese a part is found anywhere in a message. Each emoji is a word.
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

    /// The words, which a message must all contain: at most 16 parts between spaces, and 1,000 characters. Punctuation is ignored.
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
    private static let maximumParts = 16
    private static let maximumLength = 1000
    private static let maximumNames = 100
    /// The maximum number of words in place of their common beginning. Each costs about 0.04 ms; so many words with one
    /// beginning are rarely frequent.
    private static let maximumEndings = 64

    /// The query in the language of FTS5; nil without a word.
    func query(_ db: Database) throws -> String? {
        // The index itself splits each part, so that both have the same words.
        var conditions: [String] = []
        let parts = text.prefix(Self.maximumLength).split(whereSeparator: \.isWhitespace).map { String($0) }
        let words = try SearchSchema.tokens(of: parts, db)
        let last = words.lastIndex { !$0.isEmpty }
        for (index, tokens) in words.enumerated() where !tokens.isEmpty && conditions.count < Self.maximumParts {
            let isLast = index == last
            conditions.append(isLast ? try lastCondition(parts[index], tokens, db) : Self.quoted(parts[index]))
        }
        guard !conditions.isEmpty else { return nil }
        var query = ["text : (\(conditions.joined(separator: " AND ")))"]
        let channels = channelIds.map(SearchSchema.word(ofChannel:))
        let authors = authorIds.map(SearchSchema.word(ofAuthor:))
        for names in [channels, authors] where !names.isEmpty {
            query.append("scope : (\(names.joined(separator: " OR ")))")
        }
        return query.joined(separator: " AND ")
    }

    private static func quoted(_ text: String) -> String {
        // Within quotes, two quotes stand for one.
        "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }

    /// The condition on the last part.
    ///
    /// For the beginning of a word, SQLite first merges the lists of all words that begin so. The list of one word is in
    /// the order of time, so with the words themselves it reads only as far as the results. In the order of relevance it
    /// reads all of them in any case.
    private func lastCondition(_ part: String, _ tokens: [String], _ db: Database) throws -> String {
        // One character begins too many words, or is a whole one.
        guard matchesPrefix, let end = tokens.last, end.unicodeScalars.count > 1 else { return Self.quoted(part) }
        guard order == .newest,
            let words = try SearchSchema.words(beginningWith: tokens, limit: Self.maximumEndings, db), !words.isEmpty
        else { return "\(Self.quoted(part)) *" }
        return "(\(words.map { Self.quoted($0) }.joined(separator: " OR ")))"
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
        // No text can contain the marks of the found words. The joins have this order, so that the index finds the messages.
        let mark = "\u{2}\(UInt64.random(in: .min ... .max))"
        let sql = """
            SELECT message.*, snippet(messageSearch, 0, ?, ?, '…', 16) AS snippet FROM messageSearch
                CROSS JOIN searchedMessage ON searchedMessage.number = messageSearch.rowid
                CROSS JOIN message ON message.id = searchedMessage.id
                WHERE messageSearch MATCH ? AND messageSearch.rowid < ? AND message.pubnubChannelId IS NOT NULL
                ORDER BY \(order) LIMIT ?
            """
        let arguments: StatementArguments = [
            "\(mark)<", "\(mark)>", query, min(end, Int64.max / SearchSchema.numbers) * SearchSchema.numbers,
            min(max(search.limit, 1), 500),
        ]
        // An array of all rows would copy each of them.
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments).map { row in
            let snippet = MarkedText(row["snippet"], mark: mark)
            return ChatSearchResult(
                message: PubNubManagedMessage(row: row),
                snippet: snippet.text,
                matches: snippet.ranges
            )
        }
        return try Array(rows)
    }
}

/// A string in which a mark with `<` or `>` encloses parts.
private struct MarkedText {
    let text: String
    let ranges: [Range<String.Index>]

    init(_ marked: String, mark: String) {
        let (marked, mark) = (Array(marked.utf8), Array(mark.utf8))
        var plain: [UInt8] = []
        plain.reserveCapacity(marked.count)
        var start: Int?
        var offsets: [Range<Int>] = []
        var position = 0
        while position < marked.count {
            let sign = position + mark.count
            guard marked[position] == mark.first, sign < marked.count, marked[position..<sign].elementsEqual(mark)
            else {
                plain.append(marked[position])
                position += 1
                continue
            }
            if marked[sign] == UInt8(ascii: "<") {
                start = plain.count
            } else if let first = start {
                offsets.append(first..<plain.count)
                start = nil
            }
            position = sign + 1
        }
        let text = String(decoding: plain, as: UTF8.self)
        self.text = text
        ranges = offsets.map { range in
            let lower = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
            return lower..<text.utf8.index(lower, offsetBy: range.count)
        }
    }
}
