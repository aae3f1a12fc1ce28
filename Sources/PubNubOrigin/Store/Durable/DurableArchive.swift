import Dispatch
import Foundation
import GRDB
import PubNubLocks
import PubNubFiles

/// Stores messages and other changes in a SQLite file. Acknowledged data is on disk.
final class DurableArchive: MessageArchive {
    private enum Entry: Sendable {
        case message(MessageRecord, @Sendable (Bool) -> Void)
        case changes([ArchiveChange], @Sendable (Bool) -> Void)
        case removal(HistoryRange, Topic, @Sendable (Bool) -> Void)
        case clock(UInt64)

        /// Calls the completion, if there is one, with whether the data is stored.
        func complete(_ isStored: Bool) {
            switch self {
            case .message(_, let completion), .changes(_, let completion), .removal(_, _, let completion):
                completion(isStored)
            case .clock: break
            }
        }
    }

    private struct Guarded {
        var commits = CommitQueue<Entry>()
        /// Timetokens up to this one are taken, or soon will be, to be given out without asking the disk.
        var reserved: UInt64 = 0
        var latest: UInt64 = 0
        var prunedAt: UInt64 = 0
        var isClosed = false
    }

    /// One second of timetokens: how far the clock may be ahead after a crash, and how often it is written.
    private static let reserve: UInt64 = 10_000_000
    /// How long messages that are not for history stay for subscribers to catch up: 20 minutes.
    private static let transientLife: UInt64 = 20 * 60 * 10_000_000
    private static let pruneEvery: UInt64 = 60 * 10_000_000
    private static let restoredMessages = 50_000

    let storesAtOnce = false
    private let pool: DatabasePool
    private let lock: FileLock
    private let writer = DispatchQueue(label: "pubnub.origin.archive")
    private let guarded = Locked(Guarded())

    /// Opens the file at `path`, or creates it. Only its owner may read it: it holds messages, keys and device tokens.
    init(path: String) throws {
        lock = try FileLock(besides: path)
        do throws(FileError) {
            try PrivateFile.prepareDatabase(path)
        } catch {
            throw OriginError.cannotOpen("\(error)")
        }
        pool = try DatabasePool(path: path)
        if try pool.read({ try ArchiveSchema.migrator.hasBeenSuperseded($0) }) {
            throw OriginError.cannotOpen("\(path) was written by a later version")
        }
        try ArchiveSchema.migrator.migrate(pool)
        // An acknowledgement is a promise that outlives a power failure.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    }

    /// Reads the state that the last process stored.
    ///
    /// - Parameters:
    ///   - region: the region that messages are from.
    ///   - messageBytes: the largest total size of the messages; the newest are returned.
    /// - Returns: the stored state.
    /// - Throws: an error of SQLite if the file cannot be read.
    func restore(region: Int, messageBytes: Int = .max) throws -> RestoredState {
        let restored = try pool.read { db in
            let clock = try Int64.fetchOne(db, sql: "SELECT latest FROM clock") ?? 0
            let newest = try Int64.fetchOne(db, sql: "SELECT MAX(timetoken) FROM message") ?? 0
            let records = try Self.newest(db, bytes: messageBytes)
            return RestoredState(
                latest: UInt64(clamping: max(clock, newest)),
                messages: records.reversed().map { EnvelopeWriter(topic: $0.topic, region: region).write($0.message) },
                changes: try ArchiveChange.all(in: db)
            )
        }
        guarded.withLock { guarded in
            guarded.latest = restored.latest
            guarded.reserved = restored.latest
        }
        return restored
    }

    func store(_ message: StoredMessage, in topic: Topic, completion: @escaping @Sendable (Bool) -> Void) {
        guard !guarded.withLock({ $0.isClosed }) else { return completion(false) }
        enqueue(.message(MessageRecord(message: message, topic: topic), completion))
    }

    func keep(_ changes: [ArchiveChange], completion: @escaping @Sendable (Bool) -> Void) {
        guard !guarded.withLock({ $0.isClosed }) else { return completion(false) }
        enqueue(.changes(changes, completion))
    }

    func remove(_ range: HistoryRange, of topic: Topic, completion: @escaping @Sendable (Bool) -> Void) {
        guard !guarded.withLock({ $0.isClosed }) else { return completion(false) }
        enqueue(.removal(range, topic, completion))
    }

    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) throws -> [StoredMessage] {
        try pool.read { try MessageRecord.page(range, of: topic, date: date, $0) }
    }

    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) throws -> MessageCount {
        try pool.read { try MessageRecord.count(after: timetoken, of: topic, date: date, limit: limit, $0) }
    }

    func timetokensGivenOut(upTo timetoken: UInt64) {
        let reserved = guarded.withLock { guarded -> UInt64? in
            guarded.latest = max(guarded.latest, timetoken)
            // Half a second is left, so that the write is done before the reserve is used up.
            guard !guarded.isClosed, guarded.latest + Self.reserve / 2 > guarded.reserved else { return nil }
            guarded.reserved = guarded.latest + Self.reserve
            return guarded.reserved
        }
        if let reserved { enqueue(.clock(reserved)) }
    }

    func close() async {
        let latest = guarded.withLock { guarded -> UInt64? in
            guard !guarded.isClosed else { return nil }
            guarded.isClosed = true
            return guarded.latest
        }
        guard let latest else { return }
        // Commits run one after the other on this queue and each starts the next, so an idle queue is a finished one.
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            @Sendable func wait() {
                writer.async {
                    guard self.guarded.withLock({ $0.commits.isIdle }) else { return wait() }
                    try? self.pool.write { try Self.write(.clock(latest), $0) }
                    try? self.pool.close()
                    self.lock.release()
                    continuation.resume()
                }
            }
            wait()
        }
    }

    /// The newest messages, the newest first; events take no room from those that are for history.
    private static func newest(_ db: Database, bytes: Int) throws -> [MessageRecord] {
        var left = bytes
        let messages = try newest(db, where: "NOT isTransient", bytes: &left)
        let events = try newest(db, where: "isTransient", bytes: &left)
        return (messages + events).sorted { $0.message.timetoken > $1.message.timetoken }
    }

    private static func newest(
        _ db: Database,
        where condition: String,
        bytes left: inout Int
    ) throws -> [MessageRecord] {
        let cursor = try MessageRecord.fetchCursor(
            db,
            sql: "SELECT * FROM message WHERE \(condition) ORDER BY timetoken DESC LIMIT ?",
            arguments: [restoredMessages]
        )
        var records: [MessageRecord] = []
        while left > 0, let record = try cursor.next() {
            left -= record.message.payload.count + (record.message.metadata?.count ?? 0)
            records.append(record)
        }
        return records
    }

    private func enqueue(_ entry: Entry) {
        guard let batch = guarded.withLock({ $0.commits.arrived(entry) }) else { return }
        writer.async { self.commit(batch) }
    }

    private func commit(_ batch: [Entry]) {
        let pruneTime = guarded.withLock { guarded -> UInt64? in
            guard guarded.latest >= guarded.prunedAt + Self.pruneEvery else { return nil }
            guarded.prunedAt = guarded.latest
            return guarded.latest
        }
        let isStored: Bool
        do {
            try pool.write { db in
                for entry in batch { try Self.write(entry, db) }
                if let pruneTime { try Self.prune(db, at: pruneTime) }
            }
            isStored = true
        } catch {
            isStored = false
        }
        for entry in batch { entry.complete(isStored) }
        if let next = guarded.withLock({ $0.commits.committed() }) {
            writer.async { self.commit(next) }
        }
    }

    private static func write(_ entry: Entry, _ db: Database) throws {
        switch entry {
        case .message(let record, _):
            try record.insert(db)
        case .changes(let changes, _):
            for change in changes { try change.write(db) }
        case .removal(let range, let topic, _):
            try MessageRecord.remove(range, of: topic, db)
        case .clock(let latest):
            let statement = try db.cachedStatement(sql: "UPDATE clock SET latest = ?")
            try statement.execute(arguments: [Int64(clamping: latest)])
        }
    }

    private static func prune(_ db: Database, at latest: UInt64) throws {
        let horizon = Int64(clamping: latest > transientLife ? latest - transientLife : 0)
        try db.execute(
            sql: "DELETE FROM message WHERE isTransient AND timetoken < ?",
            arguments: [horizon]
        )
        // Of those that are newer no more than a restart takes in.
        try db.execute(
            sql: """
                DELETE FROM message WHERE isTransient AND timetoken <=
                    (SELECT timetoken FROM message WHERE isTransient ORDER BY timetoken DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [restoredMessages]
        )
        try db.execute(
            sql: "DELETE FROM message WHERE expiry IS NOT NULL AND expiry < ?",
            arguments: [Int64(clamping: latest)]
        )
        try db.execute(
            sql: "DELETE FROM accessGrant WHERE expiry IS NOT NULL AND expiry < ?",
            arguments: [Int64(clamping: latest)]
        )
    }
}

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
