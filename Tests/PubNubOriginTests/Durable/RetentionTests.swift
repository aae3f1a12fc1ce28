import GRDB
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

@Suite("Retention: old messages and those that do not fit are deleted, for each keyset")
struct RetentionTests {
    private let file: WrittenFile
    private let folder: DataFolder

    init() throws {
        folder = try DataFolder()
        file = try WrittenFile(folder.file())
    }

    /// Writes a message a second to each of two keysets.
    private func fill(_ count: UInt64) throws {
        for second in 1...count {
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
        var sweep = try #require(RetentionSweep(retention, keysets: keysets, latest: seconds * 10_000_000))
        try file.file.pool.read { try sweep.countSizes($0) }
        while try file.file.pool.write({ try sweep.step($0) }) {}
        return try file.file.pool.read { db in
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
        try fill(300)
        #expect(try sweep(MessageRetention(age: .seconds(100)), seconds: 300) == ["100 from 201", "100 from 201"])
        await file.close()
    }

    @Test("By size")
    func size() async throws {
        try fill(300)
        #expect(try sweep(MessageRetention(bytes: 500), seconds: 300) == ["50 from 251", "50 from 251"])
        await file.close()
    }

    @Test("A keyset with a retention of its own stores messages that another one deletes")
    func ofKeyset() async throws {
        try fill(300)
        let left = try sweep(
            MessageRetention(age: .seconds(10)),
            ["other": MessageRetention(age: .seconds(290))],
            seconds: 300
        )
        #expect(left == ["10 from 291", "290 from 11"])
        await file.close()
    }

    @Test("Without limits there is nothing to do")
    func unlimited() async {
        #expect(RetentionSweep(MessageRetention(), keysets: ["a": MessageRetention()], latest: 1) == nil)
        await file.close()
    }

    /// Whether the server deletes the first of two messages. A read writes the tables, and that starts the sweep.
    private func deletesTheFirst(_ origin: DurableOrigin) async -> Bool {
        let limit = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < limit {
            if await origin.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[2],") { return true }
            await Task.yield()
        }
        return false
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
        clock.advance(by: .seconds(7200))
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 200)
        #expect(await deletesTheFirst(origin))
        await origin.close()
    }

    @Test("A server deletes old messages while it runs")
    func server() async throws {
        await file.close()
        let clock = OriginManualClock()
        let configuration = {
            var configuration = OriginConfiguration()
            configuration.retention = MessageRetention(age: .seconds(3600))
            return configuration
        }()
        let origin = try DurableOrigin(folder.file("served.sqlite"), clock: clock, configuration: configuration)
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        clock.advance(by: .seconds(7200))
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 200)
        #expect(await deletesTheFirst(origin))
        await origin.close()
    }
}
