import Foundation
import GRDB
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("A failing data file: clients receive errors, the operator a report, and no acknowledged message is lost")
struct StorageFailureTests {
    private let folder: DataFolder
    private let reports = Reports()
    private let failures = Reports()

    /// The lines that the operator receives.
    private final class Reports: Sendable {
        private let lines = Locked<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func take(_ line: String) { lines.withLock { $0.append(line) } }
    }

    init() throws { folder = try DataFolder() }

    private func origin(maxBacklog: Int = DurableArchive.maxBacklog) throws -> DurableOrigin {
        var configuration = OriginConfiguration()
        let (reports, failures) = (reports, failures)
        configuration.report = { reports.take($0) }
        configuration.reportFailure = { failures.take($0) }
        let origin = try DurableOrigin(folder.file(), configuration: configuration, maxBacklog: maxBacklog)
        // Old messages are removed at the start, in steps. This waits until they are.
        let archive = origin.archive as? DurableArchive
        repeat { try archive?.flush() } while archive?.isSweeping == true
        return origin
    }

    /// Makes statements of the server fail, or succeed again, from another connection.
    private func rename(_ table: String, to name: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        let connection = try DatabaseQueue(path: folder.file(), configuration: configuration)
        try connection.write { try $0.execute(sql: "ALTER TABLE \(table) RENAME TO \(name)") }
        try connection.close()
    }

    /// Makes insertions into a table fail with the error of a full disk, or succeed again, from another connection. Reads are not affected.
    private func setFull(_ table: String, _ isFull: Bool) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        let connection = try DatabaseQueue(path: folder.file(), configuration: configuration)
        try connection.write { db in
            try db.execute(
                sql: isFull
                    ? """
                    CREATE TRIGGER full_\(table) BEFORE INSERT ON \(table)
                        BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
                    """
                    : "DROP TRIGGER full_\(table)"
            )
        }
        try connection.close()
    }

    @Test(
        "While nothing can be written, history and counts have all that was acknowledged, at once and for every keyset; the end is reported when the server is ready"
    )
    func full() async throws {
        let origin = try origin()
        for keyset in ["one", "two"] {
            for number in 1...3 {
                #expect(await origin.get("/publish/demo/\(keyset)/0/a/0/\(number)").status == 200)
            }
            // The read has the tables written, so that nothing else is under way.
            _ = await origin.get("/v2/history/sub-key/\(keyset)/channel/a")
        }
        try setFull("message", true)
        // The log has it, and the tables do not.
        #expect(await origin.get("/publish/demo/one/0/a/0/4").status == 200)
        try setFull("log", true)
        for keyset in ["one", "two"] {
            #expect(await origin.get("/publish/demo/\(keyset)/0/a/0/5").status == 500)
        }
        for _ in 0..<3 {
            #expect(await origin.get("/v2/history/sub-key/one/channel/a").text.hasPrefix("[[1,2,3,4],"))
            #expect(await origin.get("/v2/history/sub-key/one/channel/a?count=2").text.hasPrefix("[[3,4],"))
            #expect(await origin.get("/v2/history/sub-key/two/channel/a").text.hasPrefix("[[1,2,3],"))
            #expect(await origin.get("/v3/history/sub-key/one/channel/a").text.contains(#""message":4"#))
            for (keyset, count) in [("one", 4), ("two", 3)] {
                let counts = await origin.get("/v3/history/sub-key/\(keyset)/message-counts/a?timetoken=1")
                #expect(counts.text.contains("\"a\":\(count)"))
            }
        }
        #expect(origin.core.storageReasons == [.storageFailing])
        try setFull("log", false)
        #expect(await origin.get("/publish/demo/one/0/a/0/6").status == 200)
        #expect(await origin.get("/v2/history/sub-key/one/channel/a").text.hasPrefix("[[1,2,3,4,6],"))
        #expect(origin.core.storageReasons == [.storageFailing], "the tables cannot be written yet")
        #expect(reports.all == [], "no end is reported before the server is ready")
        try setFull("message", false)
        #expect(await eventually { origin.core.storageReasons.isEmpty })
        #expect(await eventually { reports.all == ["Changes can be stored again."] })
        #expect(failures.all.count == 2, "the tables and the log, once each: \(failures.all)")
        #expect(await origin.get("/v2/history/sub-key/one/channel/a").text.hasPrefix("[[1,2,3,4,6],"))
        await origin.close()
    }

    @Test(
        "Damaged pages make the server unready from its start, whatever it reads first, until it starts with another file",
        arguments: ["message", "messageByChannel", "messageActionByMessage"]
    )
    func damagedAtStart(name: String) async throws {
        var origin = try origin()
        for number in 1...20 { #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200) }
        await origin.close()
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
        try damage(rootPage(of: name))
        origin = try self.origin()
        #expect(origin.core.storageReasons == [.storageDamaged])
        #expect(failures.all.contains { $0.contains("malformed") && $0.hasSuffix("Restore a backup.") })
        #expect(await origin.get("/time/0").status == 200)
        await origin.close()
        try whole.write(to: URL(fileURLWithPath: folder.file()))
        origin = try self.origin()
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").status == 200)
        #expect(origin.core.storageReasons == [])
        await origin.close()
    }

    @Test("A data file whose access rights cannot be read is not served, and the error names the file and what to do")
    func damagedRights() async throws {
        let origin = try origin()
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        await origin.close()
        try damage(rootPage(of: "accessGrant"))
        let error = #expect(throws: OriginError.self) { try self.origin() }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("\(folder.file()) is damaged") && text.contains("backup"), "\(text)")
    }

    @Test("A page that is damaged while the server runs makes it unready with the first read that needs the page")
    func damagedLater() async throws {
        let origin = try origin()
        for number in 1...20 { #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200) }
        _ = await origin.get("/v2/history/sub-key/demo/channel/a")
        try checkpoint()
        try damage(rootPage(of: "messageByChannel"))
        #expect(origin.core.storageReasons == [])
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").status == 500)
        #expect(origin.core.storageReasons == [.storageDamaged])
        await origin.close()
    }

    @Test(
        "A page that is damaged while the server runs makes it unready with the removal of old messages that needs it"
    )
    func damagedForRemoval() async throws {
        let origin = try origin()
        let archive = try #require(origin.archive as? DurableArchive)
        for number in 1...20 { #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200) }
        _ = await origin.get("/v2/history/sub-key/demo/channel/a")
        try checkpoint()
        try damage(rootPage(of: "messageTransient"))
        archive.file.pool.releaseMemory()
        archive.removeOld(at: 20_000_000_000_000_000)
        #expect(await eventually { origin.core.storageReasons == [.storageDamaged] })
        await origin.close()
    }

    @Test("A data file that lacks its last pages is not served, and the error names the file and what to do")
    func cut() async throws {
        let origin = try origin()
        for number in 1...20 { #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200) }
        await origin.close()
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
        try whole.dropLast(8192).write(to: URL(fileURLWithPath: folder.file()))
        let error = #expect(throws: OriginError.self) { try self.origin() }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(folder.file()) && text.contains("backup"), "\(text)")
    }

    @Test(
        "A write-ahead log that was removed or cut stops changes, and an orderly end stores what it had",
        arguments: [true, false]
    )
    func writeAheadLog(isRemoved: Bool) async throws {
        var origin = try origin()
        for number in 1...20 { #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200) }
        _ = await origin.get("/v2/history/sub-key/demo/channel/a")
        let path = folder.file() + "-wal"
        if isRemoved {
            try FileManager.default.removeItem(atPath: path)
        } else {
            #expect(truncate(path, 4096) == 0)
        }
        #expect(await origin.get("/publish/demo/demo/0/a/0/21").status == 500)
        #expect(origin.core.storageReasons.contains(.storageFailing))
        #expect(failures.all.contains { $0.contains("-wal was removed or cut") })
        await origin.close()
        guard isRemoved else { return }
        origin = try self.origin()
        let numbers = (1...20).map(String.init).joined(separator: ",")
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[\(numbers)]"))
        #expect(await origin.get("/publish/demo/demo/0/a/0/21").status == 200)
        await origin.close()
    }

    @Test("A write-ahead log that another file replaced stops changes within a second")
    func replacedWriteAheadLog() async throws {
        let origin = try origin()
        for number in 1...20 { #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200) }
        let path = folder.file() + "-wal"
        try FileManager.default.removeItem(atPath: path)
        try Data().write(to: URL(fileURLWithPath: path))
        let limit = ContinuousClock.now + .seconds(60)
        var status = 200
        while status == 200, ContinuousClock.now < limit {
            status = await origin.get("/publish/demo/demo/0/a/0/21").status
        }
        #expect(status == 500)
        #expect(failures.all.contains { $0.contains("-wal was removed or cut") })
        await origin.close()
    }

    @Test("A checkpoint of another program, which empties the write-ahead log, stops nothing")
    func foreignCheckpoint() async throws {
        let origin = try origin()
        for number in 1...20 { #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200) }
        _ = await origin.get("/v2/history/sub-key/demo/channel/a")
        try checkpoint()
        #expect(await origin.get("/publish/demo/demo/0/a/0/21").status == 200)
        #expect(origin.core.storageReasons == [])
        await origin.close()
    }

    /// The root page of a table or index.
    private func rootPage(of name: String) throws -> Int {
        let connection = try DatabaseQueue(path: folder.file())
        let root = try connection.read { db in
            try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [name])
        }
        try connection.close()
        return try #require(root)
    }

    /// Overwrites a page of the data file, in the file that a server may have open.
    private func damage(_ page: Int) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file()))
        try file.seek(toOffset: 16)
        let size = try #require(try file.read(upToCount: 2)).reduce(0) { $0 << 8 | Int($1) }
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xFF, count: size))
        try file.close()
    }

    /// Copies the write-ahead log to the data file, and empties it.
    private func checkpoint() throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        let connection = try DatabaseQueue(path: folder.file(), configuration: configuration)
        _ = try connection.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try connection.close()
    }

    @Test("A server whose tables alone failed reports their end; one whose log fails afterwards does not")
    func endOfTables() async throws {
        let origin = try origin()
        try setFull("message", true)
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1],"))
        try setFull("log", true)
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 500)
        try setFull("message", false)
        #expect(await eventually { origin.core.statistics.viewLag == 0 })
        #expect(origin.core.storageReasons == [.storageFailing])
        #expect(reports.all == [])
        try setFull("log", false)
        origin.core.checkStorage()
        #expect(await eventually { origin.core.storageReasons.isEmpty })
        #expect(await eventually { reports.all == ["Changes can be stored again."] })
        await origin.close()
    }

    @Test(
        "While the log cannot be written, publishing fails with 500 and delivers nothing; start and end are reported once"
    )
    func log() async throws {
        let origin = try origin()
        #expect(await origin.get("/publish/demo/demo/0/a/0/%22first%22").status == 200)
        // The read has the tables written, so that nothing else is under way.
        _ = await origin.get("/v2/history/sub-key/demo/channel/a")
        try rename("log", to: "away")
        for _ in 0..<3 { #expect(await origin.get("/publish/demo/demo/0/a/0/%22secret%22").status == 500) }
        let failing = origin.core.statistics
        #expect(failing.failedCommits == 3 && failing.storageErrors == 3)
        #expect(origin.core.storageReasons == [.storageFailing])
        try rename("away", to: "log")
        #expect(await origin.get("/publish/demo/demo/0/a/0/%22second%22").status == 200)
        #expect(origin.core.storageReasons.isEmpty)
        let history = await origin.get("/v2/history/sub-key/demo/channel/a").text
        #expect(history.hasPrefix(#"[["first","second"]"#))
        #expect(await origin.get("/v2/subscribe/demo/a/0?tt=1").text.contains("secret") == false)
        let failure = try #require(failures.all.first)
        #expect(failures.all.count == 1 && failure.hasPrefix("Changes cannot be stored and are refused: SQLite error "))
        #expect(!failure.contains("secret") && !failure.contains("(\""))
        #expect(reports.all == ["Changes can be stored again."])
        await origin.close()
    }

    @Test("Changes fail with 500 while the data file is not where it was opened, as the next start would not have them")
    func removed() async throws {
        let origin = try origin()
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        // The read has the tables written, so that nothing else is under way.
        _ = await origin.get("/v2/history/sub-key/demo/channel/a")
        let (path, away) = (folder.file(), folder.file("away.sqlite"))
        try FileManager.default.moveItem(atPath: path, toPath: away)
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 500)
        // Another file in its place is not the one that the server has open.
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(await origin.get("/publish/demo/demo/0/a/0/3").status == 500)
        #expect(origin.core.storageReasons == [.storageFailing])
        #expect(failures.all.contains { $0.contains("was removed or replaced") })
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: away, toPath: path)
        #expect(await origin.get("/publish/demo/demo/0/a/0/4").status == 200)
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1,4]"))
        await origin.close()
    }

    @Test(
        "Reads that fail are answered with 500, counted, and reported once a minute with the error and without any content"
    )
    func reads() async throws {
        let origin = try origin()
        for number in 0...200 {
            #expect(await origin.get("/publish/demo/demo/0/a/0/%22secret\(number)%22").status == 200)
        }
        // The read has the tables written, so that nothing else is under way.
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").status == 200)
        try rename("message", to: "away")
        let targets = [
            "/v2/history/sub-key/demo/channel/a", "/v3/history/sub-key/demo/channel/a",
            "/v3/history-with-actions/sub-key/demo/channel/a", "/v3/history/sub-key/demo/message-counts/a?timetoken=1",
            "/v2/subscribe/demo/a/0?tt=1",
        ]
        for target in targets { #expect(await origin.get(target).status == 500, "\(target)") }
        #expect(origin.core.statistics.storageErrors == UInt64(targets.count))
        #expect(origin.core.statistics.failedCommits == 0)
        #expect(failures.all.count == 1 && reports.all.isEmpty)
        let report = try #require(failures.all.first)
        #expect(report.hasPrefix("Stored messages cannot be read: SQLite error ") && report.contains("no such table"))
        #expect(!report.contains("secret"))
        try rename("away", to: "message")
        for target in targets { #expect(await origin.get(target).status == 200, "\(target)") }
        await origin.close()
    }

    @Test("While the log cannot be written, checking the storage makes the server ready once it can be")
    func check() async throws {
        let origin = try origin()
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        // The read has the tables written, so that nothing else is in progress.
        _ = await origin.get("/v2/history/sub-key/demo/channel/a")
        try rename("log", to: "away")
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 500)
        #expect(origin.core.storageReasons == [.storageFailing])
        try rename("away", to: "log")
        origin.core.checkStorage()
        #expect(await eventually { origin.core.storageReasons.isEmpty })
        #expect(failures.all.count == 1 && reports.all.count == 1)
        await origin.close()
    }

    @Test(
        "While the tables cannot be written, the server accepts messages; history fails, and is complete afterwards"
    )
    func tables() async throws {
        let origin = try origin()
        try rename("message", to: "away")
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        #expect(await origin.get("/v2/subscribe/demo/a/0?tt=1").text.contains(#""d":1"#))
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").status == 500)
        #expect(origin.core.storageReasons == [.storageFailing] && origin.core.statistics.viewLag > 0)
        #expect(failures.all.count == 2 && reports.all.isEmpty, "the write and the read: \(failures.all)")
        try rename("away", to: "message")
        #expect(await eventually { origin.core.statistics.viewLag == 0 })
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1],"))
        #expect(origin.core.storageReasons.isEmpty)
        await origin.close()
    }

    @Test(
        "While the tables cannot be written, a keyset that fills half of the backlog is refused, and another is served"
    )
    func backlog() async throws {
        let origin = try origin(maxBacklog: 8)
        try rename("message", to: "away")
        var flood: [Int] = []
        for number in 0..<12 { flood.append(await origin.get("/publish/demo/flood/0/a/0/\(number)").status) }
        #expect(flood == Array(repeating: 200, count: 4) + Array(repeating: 500, count: 8))
        #expect(await origin.get("/publish/demo/calm/0/a/0/1").status == 200)
        try rename("away", to: "message")
        #expect(await eventually { origin.core.statistics.viewLag == 0 })
        #expect(await origin.get("/publish/demo/flood/0/a/0/1").status == 200)
        #expect(await origin.get("/v2/history/sub-key/calm/channel/a").text.hasPrefix("[[1],"))
        await origin.close()
    }

    @Test("Once the tables can be written again, all changes that waited are, without another change or read")
    func rest() async throws {
        let file = try WrittenFile(folder.file())
        try rename("message", to: "away")
        // A step writes whole batches of up to 1,000 changes, so that the last batch is left for a third step.
        for batch in 1...3 as ClosedRange<UInt64> {
            let changes = (1...1000 as ClosedRange<UInt64>).map { number in
                ArchiveChange.message(
                    TopicMessage(
                        message: StoredMessage(timetoken: batch * 1000 + number, payload: [0x31]),
                        topic: Topic(keyset: "demo", name: "a")
                    )
                )
            }
            file.archive.write(
                batch < 3 ? changes : Array(changes.prefix(500)),
                at: LogPosition(rawValue: batch),
                latest: batch * 1000 + 1000
            )
        }
        #expect(await eventually { file.archive.health.isFailing })
        try rename("away", to: "message")
        #expect(await eventually { file.archive.health.backlog == 0 })
        await file.close()
    }

    @Test("A server of a cluster whose data file cannot be written reads no more records than its memory has room for")
    func roomForRecords() async throws {
        let file = try DataFile(path: folder.file())
        let archive = DurableArchive(file: file, maxBytes: 1000)
        #expect(archive.waitForCapacity(limit: .seconds(0)))
        try rename("message", to: "away")
        let message = StoredMessage(timetoken: 7, payload: [0x31])
        let topic = Topic(keyset: "demo", name: "a")
        archive.note(AppliedBatch(boot: 1, number: 1, position: 1), bytes: 1000)
        archive.write(
            [.message(TopicMessage(message: message, topic: topic))],
            at: LogPosition.start.next,
            latest: 7
        )
        #expect(!archive.waitForCapacity(limit: .seconds(0)) && archive.health.isFull)
        try rename("away", to: "message")
        #expect(try await onOwnThread { archive.waitForCapacity(limit: .seconds(600)) })
        #expect(!archive.health.isFull)
        await archive.close()
    }

    @Test("A change with more events than the backlog holds leaves the server ready and room for other keysets")
    func overrun() async throws {
        let origin = try origin(maxBacklog: 50)
        let channels = (0..<60).map { #"{"channel":{"id":"c\#($0)"}}"# }.joined(separator: ",")
        let joined = await origin.origin.send("PATCH", "/uuids/u/channels", body: #"{"set":[\#(channels)]}"#)
        #expect(joined.status == 200)
        #expect(await eventually { origin.core.statistics.viewLag == 0 })
        try rename("message", to: "away")
        #expect(await origin.origin.send("PATCH", "/uuids/u", body: #"{"name":"n"}"#).status == 200)
        #expect(origin.core.statistics.viewLag > 50)
        #expect(!origin.core.storageReasons.contains(.storageBehind))
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 500)
        #expect(await origin.get("/publish/demo/calm/0/a/0/1").status == 200)
        try rename("away", to: "message")
        #expect(await eventually { origin.core.statistics.viewLag == 0 })
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        await origin.close()
    }
}
