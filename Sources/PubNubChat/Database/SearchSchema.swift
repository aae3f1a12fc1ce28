import GRDB

/// The full-text index of published messages, without those that were deleted softly.
///
/// `searchedMessage` maps messages to the row identifiers of the index. These are timetokens multiplied by 256, plus a
/// number that distinguishes messages with the same timetoken, so that the index lists hits by time. As an explicit
/// integer primary key they survive `VACUUM`.
enum SearchSchema {
    /// The number of row identifiers for one timetoken.
    static let numbers: Int64 = 256

    /// The index has a list of the messages for each beginning of a word with two or three characters.
    private static let listedBeginning = 3

    /// The channel and the author of a message as one word each, so that a search within them uses the index.
    static func word(ofChannel id: String) -> String { "c" + hex(id) }
    static func word(ofAuthor id: String) -> String { "u" + hex(id) }

    private static func hex(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    /// Adds a message to the index.
    private static func add(_ row: String) -> String {
        """
        \(number(row));
        INSERT INTO messageSearch (rowid, text, scope)
            SELECT number, \(text(row)), \(scope(row)) FROM searchedMessage WHERE id = \(row).id
        """
    }

    /// Adds a message to the index at the end of the block of ``queueing(_:_:)``.
    private static func queue(_ row: String) -> String {
        """
        \(number(row));
        INSERT OR IGNORE INTO searchQueue (number) SELECT number FROM searchedMessage WHERE id = \(row).id
        """
    }

    private static func number(_ row: String) -> String {
        """
        INSERT INTO searchedMessage (number, id) SELECT COALESCE(
            (SELECT MAX(number) + 1 FROM searchedMessage
                WHERE number BETWEEN \(row).timetoken * \(numbers) AND \(row).timetoken * \(numbers) + \(numbers - 1)),
            \(row).timetoken * \(numbers)
        ), \(row).id WHERE \(isSearchable(row))
        """
    }

    /// Removes a message from the index.
    private static func remove(_ row: String) -> String {
        """
        DELETE FROM messageSearch WHERE rowid = (SELECT number FROM searchedMessage WHERE id = \(row).id);
        DELETE FROM searchedMessage WHERE id = \(row).id
        """
    }

    /// Whether the index contains a message: it is published, not deleted, and its identifier fits.
    private static func isSearchable(_ row: String) -> String {
        "\(row).timetoken > 0 AND \(row).timetoken < \(Int64.max / numbers) AND NOT \(row).isDeleted"
    }

    private static func text(_ row: String) -> String { "CAST(COALESCE(\(row).editedText, \(row).text) AS TEXT)" }

    private static func scope(_ row: String) -> String {
        "'c' || hex(IFNULL(\(row).pubnubChannelId, '')) || ' u' || hex(IFNULL(\(row).pubnubUserId, ''))"
    }

    private static let changed = ["timetoken", "text", "editedText", "isDeleted", "pubnubUserId", "pubnubChannelId"]

    private static let update = "AFTER UPDATE OF \(changed.joined(separator: ", ")) ON message"
    private static let isChanged = """
        (\(changed.map { "OLD.\($0)" }.joined(separator: ", ")))
                IS NOT (\(changed.map { "NEW.\($0)" }.joined(separator: ", ")))
        """

    private static let isQueueing = "EXISTS (SELECT 1 FROM searchQueue)"

    // `searchWord` has the words of the index in their order. A table of the type `instance` has a row for each
    // occurrence of a word; it finds the first one of a word without reading the others.
    static let wordsAndQueue = """
        CREATE VIRTUAL TABLE searchWord USING fts5vocab(messageSearch, instance);
        CREATE TABLE searchQueue (number INTEGER PRIMARY KEY);
        DROP TRIGGER messageSearchAdded;
        DROP TRIGGER messageSearchChanged;
        CREATE TRIGGER messageSearchAdded AFTER INSERT ON message WHEN NOT \(isQueueing) BEGIN
            \(remove("NEW"));
            \(add("NEW"));
        END;
        CREATE TRIGGER messageSearchQueued AFTER INSERT ON message WHEN \(isQueueing) BEGIN
            \(remove("NEW"));
            \(queue("NEW"));
        END;
        CREATE TRIGGER messageSearchChanged \(update) WHEN \(isChanged) AND NOT \(isQueueing) BEGIN
            \(remove("OLD"));
            \(add("NEW"));
        END;
        CREATE TRIGGER messageSearchRequeued \(update) WHEN \(isChanged) AND \(isQueueing) BEGIN
            \(remove("OLD"));
            \(queue("NEW"));
        END;
        """

    /// Runs a block that may store many messages, and adds them to the index together at its end.
    ///
    /// FTS5 writes the words of each message to the file before the next statement with a savepoint of its own, which is
    /// any statement that runs triggers. Without the queue each message would therefore be a segment of the index.
    ///
    /// - Parameters:
    ///   - db: A database in a transaction. If the index is not that of the default entities, only the block runs.
    ///   - body: The block. A search in it finds the messages that it stored.
    /// - Returns: The result of the block.
    /// - Throws: The error of the block, or a `DatabaseError`.
    static func queueing<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        guard try db.isInsideTransaction && db.tableExists("searchQueue") && !isQueueing(db) else { return try body() }
        // While the table has a row, triggers add the numbers of messages to it. No message has this number.
        try db.run("INSERT INTO searchQueue (number) VALUES (-1)", [])
        let value: Value
        do {
            value = try body()
        } catch {
            // The caller may continue the transaction.
            if db.isInsideTransaction { try endQueue(db) }
            throw error
        }
        try endQueue(db)
        return value
    }

    /// Adds the messages of the queue to the index, so that a search within the block of ``queueing(_:_:)`` finds them.
    static func addQueue(_ db: Database) throws {
        guard try db.tableExists("searchQueue"), try isQueueing(db) else { return }
        try addMessages(db)
        try db.run("DELETE FROM searchQueue WHERE number >= 0", [])
    }

    private static func endQueue(_ db: Database) throws {
        try addMessages(db)
        try db.run("DELETE FROM searchQueue", [])
    }

    // In the order of their numbers: FTS5 writes its words to the file before a number that is less than the last one.
    private static func addMessages(_ db: Database) throws {
        let sql = """
            INSERT INTO messageSearch (rowid, text, scope) SELECT number, \(text("message")), \(scope("message"))
                FROM searchQueue CROSS JOIN searchedMessage USING (number)
                CROSS JOIN message ON message.id = searchedMessage.id ORDER BY number
            """
        try db.run(sql, [])
    }

    private static func isQueueing(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT \(isQueueing)")) == true
    }

    /// The tokens of strings, as the index has them.
    static func tokens(of texts: [String], _ db: Database) throws -> [[String]] {
        let tokenizer = try db.makeTokenizer(SearchTokenizer.tokenizerDescriptor())
        return try texts.map { try tokenizer.tokenize(query: $0).map(\.token) }
    }

    /// The words of the index that begin with the only token of a string.
    ///
    /// - Parameters:
    ///   - tokens: The tokens of the string.
    ///   - limit: The maximum number of words.
    ///   - db: The database.
    /// - Returns: The words; nil if there are more, if the string has not exactly one token, or if a list of the index has
    ///   the messages with its beginning.
    /// - Throws: A `DatabaseError` if a statement fails.
    static func words(beginningWith tokens: [String], limit: Int, _ db: Database) throws -> [String]? {
        guard tokens.count == 1, let start = tokens.first, start.unicodeScalars.count > listedBeginning else {
            return nil
        }
        let statement = try db.cachedStatement(sql: "SELECT term FROM searchWord WHERE term >= ? LIMIT 1")
        var words: [String] = []
        var next = start
        while let word = try String.fetchOne(statement, arguments: [next]), word.utf8.starts(with: start.utf8) {
            guard words.count < limit else { return nil }
            words.append(word)
            // No word lies between a word and this string. `term > ?` would read all occurrences of the word.
            next = word + "\u{1}"
        }
        return words
    }

    /// Builds the index again with the tokens of ``SearchTokenizer``.
    static let ownTokens = """
        DROP TABLE searchWord;
        DROP TABLE messageSearch;
        CREATE VIRTUAL TABLE messageSearch USING fts5(
            text, scope, tokenize = '\(SearchTokenizer.name)', prefix = '2 \(listedBeginning)'
        );
        CREATE VIRTUAL TABLE searchWord USING fts5vocab(messageSearch, instance);
        INSERT INTO messageSearch (rowid, text, scope) SELECT number, \(text("message")), \(scope("message"))
            FROM searchedMessage JOIN message ON message.id = searchedMessage.id ORDER BY number;
        """

    // A replaced row is removed first: its deletion causes no trigger.
    static let sql = """
        CREATE TABLE searchedMessage (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
        CREATE VIRTUAL TABLE messageSearch USING fts5(
            text, scope, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 \(listedBeginning)'
        );
        CREATE TRIGGER messageSearchAdded AFTER INSERT ON message BEGIN
            \(remove("NEW"));
            \(add("NEW"));
        END;
        CREATE TRIGGER messageSearchChanged AFTER UPDATE OF \(changed.joined(separator: ", ")) ON message
            WHEN (\(changed.map { "OLD.\($0)" }.joined(separator: ", ")))
                IS NOT (\(changed.map { "NEW.\($0)" }.joined(separator: ", "))) BEGIN
            \(remove("OLD"));
            \(add("NEW"));
        END;
        CREATE TRIGGER messageSearchRemoved AFTER DELETE ON message BEGIN
            \(remove("OLD"));
        END;
        INSERT INTO searchedMessage (number, id)
            SELECT timetoken * \(numbers) + ROW_NUMBER() OVER (PARTITION BY timetoken ORDER BY rowid) - 1, id
            FROM message WHERE \(isSearchable("message"));
        INSERT INTO messageSearch (rowid, text, scope) SELECT number, \(text("message")), \(scope("message"))
            FROM searchedMessage JOIN message ON message.id = searchedMessage.id ORDER BY number;
        """
}
