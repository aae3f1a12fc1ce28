import GRDB
import TestRandom
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Reads of what waits to be written, together with the tables")
struct PendingChangesTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    /// Changes with timetokens of their own, each at a position of its own.
    private struct Writer {
        private var random: SeededGenerator
        private(set) var timetoken: UInt64 = 100

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        mutating func next() -> ArchiveChange {
            let name = ["a.x", "a.y", "b", "a.x-pnpres"].randomElement(using: &random) ?? "b"
            let topic = Topic(keyset: Bool.random(using: &random) ? "one" : "two", name: name)
            if Int.random(in: 0..<6, using: &random) == 0 {
                let bounds = (0..<2).map { _ in UInt64.random(in: 90...timetoken + 3, using: &random) }.sorted()
                return .removal(HistoryRange(start: bounds[0], end: bounds[1], reverse: true), of: topic)
            }
            timetoken += 1
            let message = StoredMessage(
                timetoken: timetoken,
                payload: Array("\(timetoken)".utf8),
                expiry: Int.random(in: 0..<8, using: &random) == 0 ? timetoken + 2 : nil
            )
            return .message(TopicMessage(message: message, topic: topic))
        }

        mutating func range() -> HistoryRange {
            func bound() -> UInt64? {
                Bool.random(using: &random) ? .random(in: 95...timetoken + 5, using: &random) : nil
            }
            return HistoryRange(
                start: bound(),
                end: bound(),
                reverse: Bool.random(using: &random),
                limit: .random(in: 1...8, using: &random)
            )
        }
    }

    @Test(
        "Pages, counts and catch-up are those of an archive that has all changes, wherever the tables end",
        arguments: 1...20
    )
    func same(seed: Int) async throws {
        let file = try WrittenFile(folder.file("\(seed).sqlite"))
        let memory = MemoryArchive(limits: OriginLimits())
        var writer = Writer(seed: UInt64(seed))
        var pending = PendingChanges()
        let stored = UInt64(10 + 2 * seed)
        for number in 1...60 as ClosedRange<UInt64> {
            let change = writer.next()
            memory.write([change], at: LogPosition(rawValue: number), latest: writer.timetoken)
            if number <= stored { try file.write([change], latest: writer.timetoken) }
            // Some of what waited may be in the tables when they are read.
            if number + 10 > stored { pending.add([change], at: LogPosition(rawValue: number)) }
        }
        let ranges = (0..<40).map { _ in writer.range() }
        let date = writer.timetoken
        let changes = pending
        try await file.file.pool.read { db in
            let applied = try DataFile.applied(db)
            #expect(applied == LogPosition(rawValue: stored))
            let reader = DatabaseReader(db: db, pending: .init(changes: changes, applied: applied)) { _ in
                MessageRetention()
            }
            for topic in ["one", "two", "three"].flatMap({ keyset in
                ["a.x", "a.y", "b", "c", "a.x-pnpres"].map { Topic(keyset: keyset, name: $0) }
            }) {
                for range in ranges {
                    let found = try reader.page(range, of: topic, date: date)
                    #expect(found == memory.page(range, of: topic, date: date), "\(range) \(topic)")
                    let count = try reader.count(after: range.after, of: topic, date: date, limit: range.limit)
                    #expect(
                        count == memory.count(after: range.after, of: topic, date: date, limit: range.limit),
                        "\(range) \(topic)"
                    )
                }
            }
        }
        await file.close()
    }

    @Test("A subscriber of a pattern receives what waits to be written on the channels that it covers")
    func pattern() async throws {
        let file = try WrittenFile(folder.file())
        func message(_ timetoken: UInt64, _ name: String, isTransient: Bool = false) -> TopicMessage {
            let message = StoredMessage(timetoken: timetoken, payload: [0x31], isTransient: isTransient)
            return TopicMessage(message: message, topic: Topic(keyset: "one", name: name))
        }
        try file.write([.message(message(101, "a.x")), .message(message(102, "b.x"))], latest: 102)
        var pending = PendingChanges()
        let waiting = [
            message(103, "a.y", isTransient: true), message(104, "a.y-pnpres"), message(105, "ab"), message(106, "a.x"),
        ]
        pending.add(waiting.map { .message($0) }, at: LogPosition(rawValue: 2))
        let changes = pending
        try await file.file.pool.read { db in
            let reader = DatabaseReader(db: db, pending: .init(changes: changes, applied: try DataFile.applied(db))) {
                _ in
                MessageRetention()
            }
            func found(_ name: String, _ range: CatchUpRange) throws -> [UInt64] {
                try reader.messages(range, of: Topic(keyset: "one", name: name), date: 200).map(\.message.timetoken)
            }
            #expect(try found("a.*", CatchUpRange(after: 0, limit: 10)) == [101, 103, 106])
            #expect(try found("a.*", CatchUpRange(after: 101, limit: 1)) == [103])
            #expect(try found("a.*-pnpres", CatchUpRange(after: 0, limit: 10)) == [104])
            #expect(try found("a.x", CatchUpRange(after: 101, through: 105, limit: 10)) == [])
        }
        await file.close()
    }
}
