import GRDB
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

/// Evidence: php `MessageActionsTest` deletes the messages of a channel and finds no action of them; the documentation says that an action refers to an
/// existing message.
@Suite("Message actions end with their message, in the data file")
struct EndedActionTests {
    private let folder: DataFolder
    private let clock = OriginManualClock()

    init() throws { folder = try DataFolder() }

    private func origin(_ retention: MessageRetention) throws -> DurableOrigin {
        let path = folder.file("served.sqlite")
        let configuration = OriginConfiguration().storing(in: .file(path, retention: retention))
        return try DurableOrigin(path, clock: clock, configuration: configuration)
    }

    private func publish(_ origin: DurableOrigin, _ query: String = "") async throws -> String {
        let sent = try JSON(parsing: await origin.get("/publish/demo/demo/0/a/0/1\(query)").text)
        return try #require(sent.array?.last?.string)
    }

    private func add(_ message: String, _ origin: DurableOrigin) async -> Int {
        let request = OriginRequest(
            method: "POST",
            target: "/v1/message-actions/demo/channel/a/message/\(message)?uuid=u",
            body: Array(#"{"type":"reaction","value":"v"}"#.utf8)
        )
        return await origin.origin.submit(request).status
    }

    /// The messages of the actions that the channel lists, and the numbers of rows of messages and actions.
    private func state(_ origin: DurableOrigin) async throws -> String {
        let text = await origin.get("/v1/message-actions/demo/channel/a").text
        let listed = (try JSON(parsing: text)["data"]?.array ?? []).compactMap {
            $0["messageTimetoken"]?.string
        }
        let rows = try rows("served.sqlite", "message WHERE NOT isTransient", "messageAction")
        return "\(listed.joined(separator: " ")): \(rows)"
    }

    /// The numbers of rows of tables.
    private func rows(_ file: String, _ tables: String...) throws -> [Int] {
        var reading = Configuration()
        reading.readonly = true
        let file = try DatabaseQueue(path: folder.file(file), configuration: reading)
        defer { try? file.close() }
        return try file.read { db in
            try tables.map { try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($0)") ?? 0 }
        }
    }

    /// Whether the state becomes one of the expected ones.
    private func becomes(_ expected: String..., in origin: DurableOrigin) async -> Bool {
        let limit = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < limit {
            if let state = try? await state(origin), expected.contains(state) { return true }
            await Task.yield()
        }
        return false
    }

    @Test("With the retention by age, also those on messages that were never stored; after a restart they stay gone")
    func age() async throws {
        var origin = try origin(MessageRetention(age: .seconds(3600)))
        let old = try await publish(origin)
        for message in [old, "5"] { #expect(await add(message, origin) == 200) }
        // A sweep sees what is in the tables, which get what the log has later. A message of timetoken 5 is too old for the sweep of the first write.
        #expect(await becomes("\(old) 5: [1, 2]", "\(old): [1, 1]", in: origin))
        clock.advance(by: .seconds(3000))
        let young = try await publish(origin)
        #expect(await add(young, origin) == 200)
        #expect(await becomes("\(old) \(young): [2, 2]", in: origin))
        clock.advance(by: .seconds(700))
        #expect(await becomes("\(young): [1, 1]", in: origin))
        await origin.close()
        origin = try self.origin(MessageRetention(age: .seconds(3600)))
        #expect(await becomes("\(young): [1, 1]", in: origin))
        await origin.close()
    }

    @Test("With the retention by size")
    func size() async throws {
        let origin = try origin(MessageRetention(bytes: 3))
        var sent: [String] = []
        for _ in 0..<5 { sent.append(try await publish(origin)) }
        #expect(await add(sent[1], origin) == 200)
        #expect(await add(sent[4], origin) == 200)
        // A sweep looks at what is in the file.
        #expect(await becomes("\(sent[1]) \(sent[4]): [5, 2]", in: origin))
        clock.advance(by: .seconds(61))
        #expect(await becomes("\(sent[4]): [3, 1]", in: origin))
        #expect(await eventually { origin.archive.storedBytes(keyset: "demo") == 3 })
        await origin.close()
    }

    @Test("With the time to live of the message")
    func timeToLive() async throws {
        let origin = try origin(MessageRetention())
        let (short, long) = (try await publish(origin, "?ttl=1"), try await publish(origin))
        for message in [short, long] { #expect(await add(message, origin) == 200) }
        #expect(await becomes("\(short) \(long): [2, 2]", in: origin))
        clock.advance(by: .seconds(3661))
        #expect(await becomes("\(long): [1, 1]", in: origin))
        await origin.close()
    }

    private func run(_ sweep: inout RetentionSweep, _ file: WrittenFile) throws {
        while try file.file.pool.write({ try sweep.step($0) }) {}
    }

    private func tooOld(_ sweep: RetentionSweep, _ file: WrittenFile) throws -> [EndedMessages] {
        try file.file.pool.read { try sweep.tooOld($0) }
    }

    @Test("A sweep deletes no message that has actions, so a crash leaves no action without it")
    func together() async throws {
        let file = try WrittenFile(folder.file())
        let topic = Topic(keyset: "demo", name: "a")
        for number in 1...10 as ClosedRange<UInt64> {
            try file.write(StoredMessage(timetoken: number * 10_000_000, payload: Array("1".utf8)), in: topic)
        }
        let action = StoredAction(timetoken: 7, message: 20_000_000, type: "t", value: "v", publisher: "u")
        try file.write([.action(ActionChange(topic: topic, kind: .add(action)))])
        var sweep = try #require(
            RetentionSweep(MessageRetention(age: .seconds(5)), keysets: [:], latest: 100_000_000)
        )
        try run(&sweep, file)
        #expect(try rows("data.sqlite", "message") == [6])
        let ended = EndedMessages(topic: topic, through: 20_000_000)
        #expect(try tooOld(sweep, file) == [ended])
        var bySize = try #require(RetentionSweep(MessageRetention(bytes: 1), keysets: [:], latest: 100_000_000))
        bySize.setSizes(["demo": 6])
        try run(&bySize, file)
        #expect(try rows("data.sqlite", "message") == [2] && bySize.ended == [ended])
        // The removal takes both in one transaction.
        try file.write([.removal(ended.range, of: topic)])
        #expect(try rows("data.sqlite", "message", "messageAction") == [1, 0])
        await file.close()
    }
}
