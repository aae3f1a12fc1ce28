import Foundation
import GRDB
import Logging

/// Whether the file of a store can be used.
public enum ChatStoreCondition: Hashable, Sendable {
    /// No statement has reported damage.
    case sound
    /// A statement met a damaged page, with this error. Reads of other pages succeed, and writes may fail. The next opening
    /// of the store without another program repairs the search index or, if other pages are damaged, moves the file
    /// aside: ``ChatStore/recovery``.
    case damaged(String)
}

extension ChatStore {
    /// Whether the file can be used.
    public var condition: ChatStoreCondition { damage.latest ?? .sound }

    /// Returns the condition of the file: now, and after each change.
    ///
    /// - Returns: The conditions. The stream ends with the store.
    public func conditions() -> AsyncStream<ChatStoreCondition> { damage.stream() }

    /// Records that a statement met a damaged page, so that the next opening recovers the file. Other errors change nothing.
    func note(_ error: any Error) {
        guard let error = error as? DatabaseError, Self.isDamage(error), condition == .sound else { return }
        let problem = error.message ?? "\(error.resultCode)"
        ChatLog.logger.error("The store \(writer.path) is damaged: \(problem)")
        file?.markDamaged()
        damage.send(.damaged(problem))
    }

    /// Throws ``ChatError/cannotWriteStore(_:)`` if the file is damaged.
    func requireSound() throws {
        guard case .damaged(let problem) = condition else { return }
        throw ChatError.cannotWriteStore("the store is damaged: \(problem)")
    }

    static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
    }
}

extension StoreFile {
    /// The file that says that a program met a damaged page.
    private var mark: String { path + "-damaged" }

    var isMarkedDamaged: Bool { FileManager.default.fileExists(atPath: mark) }

    func markDamaged() {
        let isMarked = FileManager.default.createFile(
            atPath: mark,
            contents: nil,
            attributes: [.posixPermissions: NSNumber(value: 0o600)]
        )
        if !isMarked {
            ChatLog.logger.error("\(mark) cannot be created, so the damage is recovered when it is met again")
        }
    }

    func removeMark() { try? FileManager.default.removeItem(atPath: mark) }

    /// Whether the file has the table of the messages in the index, which exists also while the index does not.
    private static let hasIndex = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'searchedMessage')"

    /// Builds the search index again, and writes all other pages anew, which finds damage in them.
    ///
    /// The usual statements that remove a table read it first. No other program may have the file open.
    ///
    /// - Throws: A `DatabaseError` if pages that do not belong to the index are damaged.
    func rebuildIndex(_ configuration: Configuration) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            guard try Bool.fetchOne(db, sql: Self.hasIndex) == true else { return }
            try db.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    DELETE FROM sqlite_master WHERE name = 'searchWord' OR name GLOB 'messageSearch*';
                    PRAGMA writable_schema = RESET;
                    """
            )
        }
        try queue.close()
        // The former connection knows the removed tables.
        let rebuilt = try DatabaseQueue(path: path, configuration: configuration)
        try rebuilt.writeWithoutTransaction { db in
            // The copy of the whole file must not be in memory.
            try db.execute(sql: "PRAGMA temp_store = FILE; VACUUM")
            guard try Bool.fetchOne(db, sql: Self.hasIndex) == true else { return }
            try db.inTransaction {
                try db.execute(sql: "DROP TABLE searchedMessage; DROP TABLE searchQueue;")
                try db.execute(sql: SearchSchema.sql)
                try db.execute(sql: SearchSchema.wordsAndQueue)
                try db.execute(sql: SearchSchema.ownTokens)
                return .commit
            }
        }
        try rebuilt.close()
    }
}
