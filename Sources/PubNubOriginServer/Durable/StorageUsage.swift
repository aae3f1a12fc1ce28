import PubNubOrigin
import GRDB

/// The bytes of the payloads and metadata that an archive has of each keyset. Nothing is counted before the first question. Then all
/// rows of the data file are counted once, and what is stored and deleted from then on is added and subtracted.
struct StorageUsage: Sendable {
    /// The sizes that a data file had when it had everything up to a position of the log.
    struct Count: Sendable {
        let bytes: [String: Int]
        let position: LogPosition

        /// Reads all rows.
        ///
        /// - Throws: An error of SQLite.
        init(_ db: Database) throws {
            bytes = try StorageUsage.bytes(db)
            position = try DataFile.applied(db)
        }
    }

    private struct Change: Sendable {
        let position: LogPosition
        let keyset: String
        let bytes: Int
    }

    /// nil before the end of the count.
    private(set) var bytes: [String: Int]?
    /// The changes that the file may lack which is being counted; nil without a count in progress.
    private var changes: [Change]?
    private var counted = LogPosition.start

    /// Whether the sizes are known.
    var isCounted: Bool { bytes != nil }

    /// Whether the rows are being counted.
    var isCounting: Bool { changes != nil }

    /// The bytes of a keyset; 0 before the end of the count.
    func bytes(keyset: String) -> Int { bytes?[keyset] ?? 0 }

    /// A count begins. Everything that is not in the file yet has to be added next.
    mutating func startCount() {
        changes = []
    }

    /// A count ended, without a result if it failed.
    mutating func endCount(_ count: Count?) {
        let changes = changes ?? []
        self.changes = nil
        guard let count else { return }
        bytes = count.bytes
        counted = count.position
        for change in changes where change.position > count.position { add(change) }
    }

    /// Adds the messages of a position of the log.
    mutating func add(_ changes: [ArchiveChange], at position: LogPosition) {
        guard isCounted || isCounting else { return }
        for case .message(let message) in changes where !message.message.isTransient {
            add(Change(position: position, keyset: message.topic.keyset, bytes: message.message.contentBytes))
        }
    }

    /// Subtracts what was deleted in the transaction of the changes up to a position of the log.
    mutating func subtract(_ deleted: [String: Int], at position: LogPosition) {
        // A count that began after the transaction has not seen those rows.
        guard position > counted else { return }
        for (keyset, bytes) in deleted { add(Change(position: position, keyset: keyset, bytes: -bytes)) }
    }

    /// Subtracts what a sweep deleted, while no count is in progress.
    mutating func subtractSwept(_ deleted: [String: Int]) {
        for (keyset, bytes) in deleted { add(Change(position: counted, keyset: keyset, bytes: -bytes)) }
    }

    private mutating func add(_ change: Change) {
        changes?.append(change)
        guard let sum = bytes?[change.keyset, default: 0] else { return }
        bytes?[change.keyset] = sum + change.bytes > 0 ? sum + change.bytes : nil
    }

    /// The bytes of each keyset in a file, with a condition on the rows.
    ///
    /// - Throws: An error of SQLite.
    static func bytes(
        _ db: Database,
        where condition: String = "TRUE",
        arguments: StatementArguments = []
    ) throws -> [String: Int] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT keyset, SUM(LENGTH(payload) + COALESCE(LENGTH(metadata), 0)) AS bytes FROM message
                    WHERE NOT isTransient AND \(condition) GROUP BY keyset
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var bytes: [String: Int] = [:]
        while let row = try rows.next() { bytes[row["keyset"]] = row["bytes"] ?? 0 }
        return bytes
    }
}
