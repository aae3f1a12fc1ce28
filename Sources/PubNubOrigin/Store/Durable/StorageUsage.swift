import GRDB
import PubNubLocks

/// The bytes of the payloads and metadata that a data file has of each keyset: counted in the file, which reads all rows, and added to as
/// messages arrive. Nothing is counted before the first question.
final class StorageUsage: Sendable {
    private struct Guarded {
        /// nil before the first question.
        var bytes: [String: Int]?
        /// What arrived since the current count began; nil without one.
        var arrived: [String: Int]?
    }

    private let guarded = Locked(Guarded())

    /// The bytes of a keyset, and whether they have to be counted first.
    func bytes(keyset: String) -> (bytes: Int, isUncounted: Bool) {
        guarded.withLock { guarded in
            if let bytes = guarded.bytes { return (bytes[keyset] ?? 0, false) }
            guarded.bytes = [:]
            return (0, true)
        }
    }

    /// Whether anybody has asked.
    var isWanted: Bool { guarded.withLock { $0.bytes != nil } }

    /// Takes in changes that will be written.
    func add(_ changes: [ArchiveChange]) {
        guarded.withLock { guarded in
            guard guarded.bytes != nil else { return }
            for case .message(let message) in changes where !message.message.isTransient {
                let keyset = message.topic.keyset
                let size = message.message.contentBytes
                guarded.bytes?[keyset, default: 0] += size
                guarded.arrived?[keyset, default: 0] += size
            }
        }
    }

    /// Counts what a file has.
    func count(in pool: DatabasePool) {
        guarded.withLock { $0.arrived = [:] }
        pool.asyncRead { result in
            let counted = (try? result.get()).flatMap { try? Self.bytes($0) }
            self.guarded.withLock { guarded in
                let arrived = guarded.arrived ?? [:]
                guarded.arrived = nil
                guard let counted else { return }
                guarded.bytes = counted.merging(arrived) { $0 + $1 }
            }
        }
    }

    /// The bytes of each keyset in a file.
    ///
    /// - Throws: An error of SQLite.
    static func bytes(_ db: Database) throws -> [String: Int] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT keyset, SUM(LENGTH(payload) + COALESCE(LENGTH(metadata), 0)) AS bytes FROM message
                    WHERE NOT isTransient GROUP BY keyset
                """
        )
        var bytes: [String: Int] = [:]
        while let row = try rows.next() { bytes[row["keyset"]] = row["bytes"] ?? 0 }
        return bytes
    }
}
