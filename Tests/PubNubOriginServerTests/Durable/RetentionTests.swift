import Dispatch
import GRDB
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Retention: old messages and those that do not fit are deleted, for each keyset")
struct RetentionTests {
    private let file: WrittenFile
    private let folder: DataFolder

    init() throws {
        folder = try DataFolder()
        file = try WrittenFile(folder.file())
    }

    /// Writes a message a second to each of two keysets.
    private func fill(_ seconds: ClosedRange<UInt64>, _ file: WrittenFile) throws {
        for second in seconds {
            for keyset in ["demo", "other"] {
                let message = StoredMessage(timetoken: second * 10_000_000, payload: Array("0123456789".utf8))
                try file.write(message, in: Topic(keyset: keyset, name: "c\(second % 7)"))
            }
        }
    }

    /// Sweeps to the end, and returns how many messages each keyset has left, and the timetoken of the oldest.
    private func sweep(
        _ retention: MessageRetention,
        _ keysets: [String: MessageRetention] = [:],
        seconds: UInt64
    ) throws -> [String] {
        var progress = RetentionProgress()
        _ = try steps(retention, keysets, seconds: seconds, &progress)
        return try left(file)
    }

    /// Sweeps to the end, after the sweep that came as far as `progress`, and returns the number of steps.
    private func steps(
        _ retention: MessageRetention,
        _ keysets: [String: MessageRetention],
        seconds: UInt64,
        _ progress: inout RetentionProgress
    ) throws -> Int {
        let latest = seconds * 10_000_000
        var sweep = try #require(RetentionSweep(retention, keysets: keysets, latest: latest, after: progress))
        try file.file.pool.read { sweep.setSizes(try StorageUsage.bytes($0)) }
        var steps = 1
        while try file.file.pool.write({ try sweep.step($0) }) { steps += 1 }
        progress = sweep.progress
        return steps
    }

    /// How many messages each keyset has, and the second of the oldest.
    private func left(_ file: WrittenFile) throws -> [String] {
        try file.file.pool.read { db in
            try ["demo", "other"].map { keyset in
                let row = try Row.fetchOne(
                    db,
                    sql: "SELECT COUNT(*) AS count, MIN(timetoken) / 10000000 AS oldest FROM message WHERE keyset = ?",
                    arguments: [keyset]
                )
                return "\(row?["count"] ?? 0) from \(row?["oldest"] ?? 0)"
            }
        }
    }

    @Test("By age")
    func age() async throws {
        try fill(1...300, file)
        #expect(try sweep(MessageRetention(age: .seconds(100)), seconds: 300) == ["100 from 201", "100 from 201"])
        await file.close()
    }

    @Test("By size")
    func size() async throws {
        try fill(1...300, file)
        #expect(try sweep(MessageRetention(bytes: 500), seconds: 300) == ["50 from 251", "50 from 251"])
        await file.close()
    }

    @Test("A keyset with a retention of its own stores messages that another one deletes")
    func ofKeyset() async throws {
        try fill(1...300, file)
        let left = try sweep(
            MessageRetention(age: .seconds(10)),
            ["other": MessageRetention(age: .seconds(290))],
            seconds: 300
        )
        #expect(left == ["10 from 291", "290 from 11"])
        await file.close()
    }

    @Test("A sweep does not look again at the messages that the last one has left")
    func resumed() async throws {
        try fill(1...1000, file)
        var progress = RetentionProgress()
        let keysets = ["other": MessageRetention(), "third": MessageRetention(age: .seconds(999))]
        let retention = MessageRetention(age: .seconds(10))
        // Two passes: one for each age.
        #expect(try steps(retention, keysets, seconds: 1000, &progress) == 5)
        #expect(try left(file) == ["10 from 991", "1000 from 1"])
        #expect(try steps(retention, keysets, seconds: 1005, &progress) == 2)
        #expect(try left(file) == ["5 from 996", "1000 from 1"])
        // With other limits each message may have to go.
        #expect(try steps(retention, [:], seconds: 1005, &progress) == 2)
        #expect(try left(file) == ["5 from 996", "5 from 996"])
        await file.close()
    }

    @Test("A sweep by size does not look again at the messages that the last one has left")
    func resumedBySize() async throws {
        try fill(1...1000, file)
        var progress = RetentionProgress()
        let keysets = ["other": MessageRetention(bytes: 500)]
        #expect(try steps(MessageRetention(), keysets, seconds: 1000, &progress) == 4)
        #expect(try left(file) == ["1000 from 1", "50 from 951"])
        try fill(1001...1010, file)
        #expect(try steps(MessageRetention(), keysets, seconds: 1010, &progress) == 1)
        #expect(try left(file) == ["1010 from 1", "50 from 961"])
        await file.close()
    }

    @Test("After everything was deleted, rows that get the numbers of deleted ones are swept as well")
    func reusedNumbers() async throws {
        let retention = MessageRetention(age: .seconds(10))
        var progress = RetentionProgress()
        try fill(1...100, file)
        _ = try steps(retention, [:], seconds: 1000, &progress)
        #expect(try left(file) == ["0 from 0", "0 from 0"])
        try fill(1001...1050, file)
        _ = try steps(retention, [:], seconds: 1050, &progress)
        #expect(try left(file) == ["10 from 1041", "10 from 1041"])
        await file.close()
    }

    @Test("Sweeps do not overlap: what a keyset has too much is deleted once, however many sweeps become due")
    func overlapping() async throws {
        await file.close()
        let file = try WrittenFile(folder.file("sized.sqlite"), retention: MessageRetention(bytes: 500))
        let readers = BusyReaders(file.file.pool)
        // A sweep is due each minute, and no reader can count the sizes.
        try fill(1...300, file)
        readers.release()
        #expect(await eventually { !file.archive.isSweeping })
        #expect(try left(file) == ["50 from 251", "50 from 251"])
        await file.close()
    }

    @Test("Without limits there is nothing to do")
    func unlimited() async {
        #expect(RetentionSweep(MessageRetention(), keysets: ["a": MessageRetention()], latest: 1) == nil)
        await file.close()
    }

    /// Stores messages of ten bytes that expire in the first minute, as many events of the same time, and a message that stays.
    private func fillExpiring(_ count: UInt64) throws {
        let payload = Array("0123456789".utf8)
        var changes: [ArchiveChange] = []
        for timetoken in 1...count {
            for name in ["a", "b"] {
                var message = StoredMessage(timetoken: timetoken, payload: payload, isTransient: name == "b")
                if name == "a" { message.expiry = 10_000_000 + timetoken }
                changes.append(.message(TopicMessage(message: message, topic: Topic(keyset: "demo", name: name))))
            }
        }
        let last = StoredMessage(timetoken: count + 1, payload: payload)
        changes.append(.message(TopicMessage(message: last, topic: Topic(keyset: "demo", name: "a"))))
        try file.write(changes, latest: count + 1)
    }

    private static func rowCount(_ file: DataFile) throws -> Int {
        try file.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM message") ?? 0 }
    }

    /// Sweeps what has expired, and returns the number of steps and the bytes of deleted messages.
    private func sweepExpired() throws -> (steps: Int, bytes: Int) {
        var sweep = ExpirySweep(latest: DurableArchive.transientTTL + 10_000_000)
        var (steps, bytes, hasMore) = (0, 0, true)
        var left = try Self.rowCount(file.file)
        while hasMore {
            hasMore = try file.file.pool.write { try sweep.step($0) }
            let rows = try Self.rowCount(file.file)
            #expect(left - rows <= ExpirySweep.rowsPerStep)
            #expect(hasMore || rows == 1)
            left = rows
            steps += 1
            bytes += sweep.deleted["demo"] ?? 0
        }
        return (steps, bytes)
    }

    @Test("A step deletes a limited number of expired messages and events")
    func expiredInSteps() async throws {
        try fillExpiring(5000)
        let (steps, bytes) = try sweepExpired()
        #expect(steps >= 20)
        #expect(try Self.rowCount(file.file) == 1)
        #expect(bytes == 50_000, "events do not count")
        await file.close()
    }

    @Test("Commits do not wait until all expired messages are deleted, and the size of the keyset stays right")
    func expiredBetweenCommits() async throws {
        let file = file
        try fillExpiring(5000)
        #expect(await eventually { file.archive.storedBytes(keyset: "demo") > 0 })
        #expect(file.archive.storedBytes(keyset: "demo") == 50_010)
        let counts = Locked<[Int]>([])
        // Each commit is queued when the one before it ends.
        @Sendable func commit(_ remaining: Int) {
            file.file.writer.async {
                let rows = (try? Self.rowCount(file.file)) ?? 0
                counts.withLock { $0.append(rows) }
                if rows > 1, remaining > 0 { commit(remaining - 1) }
            }
        }
        file.archive.removeOld(at: DurableArchive.transientTTL + 10_000_000)
        commit(1000)
        #expect(await eventually { counts.withLock { $0.last } == 1 && !file.archive.isSweeping })
        let seen = counts.withLock { $0 }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 - $1 <= ExpirySweep.rowsPerStep })
        #expect(Set(seen).count >= 20)
        #expect(file.archive.storedBytes(keyset: "demo") == 10)
        await file.close()
    }

    @Test("A file that is closed in the meantime ends the deletion of what has expired")
    func expiredAtClose() async throws {
        try fillExpiring(5000)
        file.archive.removeOld(at: DurableArchive.transientTTL + 10_000_000)
        await file.close()
        let left = try DataFile(path: file.file.path)
        #expect(try Self.rowCount(left) > 5000)
        left.close()
    }

    /// Whether these messages and no others come to be in the data file.
    private func stores(_ messages: [String], _ origin: DurableOrigin) async throws -> Bool {
        let archive = try #require(origin.archive as? DurableArchive)
        return await eventually {
            let stored = Locked<[String]>([])
            try? archive.forEachMessage { message in
                stored.withLock { $0.append(String(decoding: message.message.payload, as: UTF8.self)) }
            }
            return stored.withLock { $0 } == messages
        }
    }

    /// An origin whose messages are deleted after an hour.
    private func origin(_ clock: OriginManualClock) throws -> DurableOrigin {
        let path = folder.file("served.sqlite")
        var configuration = OriginConfiguration()
        configuration.storage = .file(path, retention: MessageRetention(age: .seconds(3600)))
        return try DurableOrigin(path, clock: clock, configuration: configuration)
    }

    @Test("Reads never return what is too old, also before it is deleted")
    func reads() async throws {
        await file.close()
        let clock = OriginManualClock()
        let origin = try origin(clock)
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        clock.advance(by: .seconds(3599))
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 200)
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1,2],"))
        clock.advance(by: .seconds(2))
        #expect(await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[2],"))
        #expect(await origin.get("/v3/history/sub-key/demo/message-counts/a?timetoken=1").text.contains("\"a\":1"))
        await origin.close()
    }

    @Test("A server without traffic deletes old messages within a minute, and at its start")
    func idle() async throws {
        await file.close()
        let clock = OriginManualClock()
        var origin = try origin(clock)
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        #expect(try await stores(["1"], origin))
        clock.advance(by: .seconds(3601))
        #expect(try await stores([], origin))
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 200)
        #expect(try await stores(["2"], origin))
        await origin.close()
        clock.advance(by: .seconds(3601))
        origin = try self.origin(clock)
        #expect(try await stores([], origin))
        await origin.close()
    }

    @Test("The retention of a keyset that replaces another is in effect without a restart")
    func replaced() async throws {
        await file.close()
        let clock = OriginManualClock()
        var configuration = OriginConfiguration()
        configuration.keysets = [OriginKeyset(subscribeKey: "demo")]
        let origin = try DurableOrigin(folder.file("served.sqlite"), clock: clock, configuration: configuration)
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        configuration.keysets = [
            OriginKeyset(subscribeKey: "demo", retention: MessageRetention(age: .seconds(3600)))
        ]
        origin.core.replaceKeysets(configuration)
        #expect(try await stores(["1"], origin))
        clock.advance(by: .seconds(7200))
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 200)
        #expect(try await stores(["2"], origin))
        await origin.close()
    }

    @Test("A server deletes old messages while it runs")
    func server() async throws {
        await file.close()
        let clock = OriginManualClock()
        let origin = try origin(clock)
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        #expect(try await stores(["1"], origin))
        clock.advance(by: .seconds(7200))
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 200)
        #expect(try await stores(["2"], origin))
        await origin.close()
    }
}
