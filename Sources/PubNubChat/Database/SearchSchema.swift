/// The full-text index of published messages, without those that were deleted softly.
///
/// `searchedMessage` maps messages to the row identifiers of the index. These are timetokens multiplied by 256, plus a
/// number that distinguishes messages with the same timetoken, so that the index lists hits by time. As an explicit
/// integer primary key they survive `VACUUM`.
enum SearchSchema {
    /// The number of row identifiers for one timetoken.
    static let numbers: Int64 = 256

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
        INSERT INTO searchedMessage (number, id) SELECT COALESCE(
            (SELECT MAX(number) + 1 FROM searchedMessage
                WHERE number BETWEEN \(row).timetoken * \(numbers) AND \(row).timetoken * \(numbers) + \(numbers - 1)),
            \(row).timetoken * \(numbers)
        ), \(row).id WHERE \(isSearchable(row));
        INSERT INTO messageSearch (rowid, text, scope)
            SELECT number, \(text(row)), \(scope(row)) FROM searchedMessage WHERE id = \(row).id
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

    // A replaced row is removed first: its deletion causes no trigger.
    static let sql = """
        CREATE TABLE searchedMessage (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
        CREATE VIRTUAL TABLE messageSearch USING fts5(
            text, scope, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
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
