import Foundation
import PubNubSupport
import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

private let a = Topic(keyset: "demo", name: "a")

@Suite("The data file: acknowledged messages survive")
struct DurableArchiveTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    @Test func aMessageComesBackAsItWas() async throws {
        let message = StoredMessage(
            timetoken: 17_952_501_270_598_486,
            payload: Array(#"{"é":1.50}"#.utf8),
            publisher: "u\"1",
            metadata: Array(#"{"k":null}"#.utf8),
            kind: 4,
            customType: "note",
            sequence: 7,
            origination: 14_660_946_903_655_722,
            expiry: 18_000_000_000_000_000
        )
        let file = try WrittenFile(folder.file())
        try file.write(message, in: a)
        await file.close()
        let reopened = try WrittenFile(folder.file(), region: 3)
        #expect(try await reopened.page(HistoryRange(), of: a, date: 0) == [message])
        let restored = try reopened.archive.restore()
        #expect(restored.messages == [EnvelopeWriter(topic: a, region: 3).write(message)])
        #expect(restored.latest == message.timetoken)
        await reopened.close()
    }

    @Test(
        "A message with empty, long or unusual values comes back as it was",
        arguments: [
            StoredMessage(timetoken: 1, payload: []),
            StoredMessage(timetoken: .max >> 1, payload: [0x31], publisher: "", metadata: [], customType: ""),
            StoredMessage(timetoken: 2, payload: [0, 0x31, 0], publisher: "e\u{301}🙂", metadata: [0], customType: " "),
            StoredMessage(timetoken: 3, payload: [0x31], kind: 9, sequence: -1, origination: 0, expiry: 9),
            StoredMessage(timetoken: 4, payload: [UInt8](repeating: 0xFF, count: 100_000), isSilent: true),
        ]
    )
    func unusualMessage(_ message: StoredMessage) async throws {
        let topic = Topic(keyset: "", name: "é e\u{301}")
        let file = try WrittenFile(folder.file())
        try file.write(message, in: topic)
        #expect(try await file.page(HistoryRange(), of: topic, date: 0) == [message])
        let other = StoredMessage(
            timetoken: message.timetoken,
            payload: message.payload + [0x32],
            publisher: message.publisher,
            sequence: 7,
            isSilent: message.isSilent
        )
        try file.write(other, in: topic)
        #expect(try await file.page(HistoryRange(), of: topic, date: 0) == [other], "in place of the first one")
        await file.close()
    }

    @Test(
        "Only the owner may read the data file and the files next to it; an existing data file loses the rights of others"
    )
    func privateFiles() async throws {
        let path = folder.file()
        for timetoken in 1...2 as ClosedRange<UInt64> {
            let file = try WrittenFile(path)
            try file.write(StoredMessage(timetoken: timetoken, payload: [0x31]), in: a)
            for name in [path, path + "-wal", path + "-shm"] {
                let mode = try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions] as? NSNumber
                #expect(mode?.intValue == 0o600, "\(name)")
            }
            await file.close()
            try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: path)
        }
    }

    @Test("Pages, counts and removals are the same as in memory, for random bounds", arguments: 1...5)
    func pagesAgreeWithMemory(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let file = try WrittenFile(folder.file())
        var memory = HistoryStore(messagesPerChannel: 1000, bytes: 1_000_000)
        for timetoken in 1...60 as ClosedRange<UInt64> {
            let topic = Topic(keyset: "demo", name: Bool.random(using: &random) ? "a" : "b")
            let expiry: UInt64? = Bool.random(using: &random) ? nil : .random(in: 1...100, using: &random)
            let message = StoredMessage(timetoken: timetoken, payload: [0x31], expiry: expiry)
            try file.write(message, in: topic)
            memory.append(message, to: topic)
        }
        for _ in 0..<200 {
            let range = HistoryRange(
                start: Bool.random(using: &random) ? nil : .random(in: 0...70, using: &random),
                end: Bool.random(using: &random) ? nil : .random(in: 0...70, using: &random),
                reverse: Bool.random(using: &random),
                limit: Int.random(in: 1...20, using: &random)
            )
            let date = UInt64.random(in: 0...110, using: &random)
            #expect(try await file.page(range, of: a, date: date) == memory.page(range, of: a, date: date))
            let after = UInt64.random(in: 0...70, using: &random)
            let limit = Int.random(in: 1...20, using: &random)
            #expect(
                try await file.read { try $0.count(after: after, of: a, date: date, limit: limit) }
                    == memory.count(after: after, of: a, date: date, limit: limit)
            )
            guard Int.random(in: 0..<20, using: &random) == 0 else { continue }
            try file.write([.removal(range, of: a)])
            memory.remove(range, of: a)
        }
        await file.close()
    }

    @Test("After a crash, the files as they are right after an acknowledgement contain the message")
    func crash() async throws {
        let origin = try DurableOrigin(folder.file())
        for number in 1...20 {
            #expect(await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200)
            let copy = "crash\(number).sqlite"
            try folder.copyFiles(from: "data.sqlite", to: copy)
            let survivor = try DurableOrigin(folder.file(copy))
            let page = await survivor.get("/v2/history/sub-key/demo/channel/a").text
            #expect(page.hasPrefix("[[\((1...number).map { "\($0)" }.joined(separator: ","))],"))
            await survivor.close()
        }
        await origin.close()
    }

    @Test("Acknowledges and stores many concurrent messages")
    func groupCommit() async throws {
        let origin = try DurableOrigin(folder.file())
        let acknowledged = await withTaskGroup(of: Bool.self) { group in
            for number in 1...2000 {
                group.addTask { await origin.get("/publish/demo/demo/0/a/0/\(number)").status == 200 }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(acknowledged == 2000)
        let counts = await origin.get("/v3/history/sub-key/demo/message-counts/a?timetoken=1").text
        #expect(counts.contains(#""a":2000"#))
        await origin.close()
    }

    @Test func closingWaitsForPendingWritesAndRefusesLaterOnes() async throws {
        let origin = try DurableOrigin(folder.file())
        async let published = origin.get("/publish/demo/demo/0/a/0/1")
        #expect(await published.status == 200)
        await origin.log.close()
        #expect(await origin.get("/publish/demo/demo/0/a/0/2").status == 500)
        await origin.close()
        let file = try WrittenFile(folder.file())
        #expect(try await file.page(HistoryRange(), of: a, date: 0).map(\.payload) == [[0x31]])
        await file.close()
    }

    @Test("Does not assign a timetoken again after a crash, also if no message has it")
    func clockAfterACrash() async throws {
        let origin = try DurableOrigin(folder.file())
        origin.log.timetokensIssued(upTo: 50_000_000_000_000_000)
        // Committed after the clock, so that the copy below contains the clock.
        #expect(await origin.get("/publish/demo/demo/0/a/0/1").status == 200)
        try folder.copyFiles(from: "data.sqlite", to: "crash.sqlite")
        let survivor = try DurableOrigin(folder.file("crash.sqlite"))
        #expect(survivor.core.withState { $0.clock.latest } >= 50_000_000_000_000_000)
        await survivor.close()
        await origin.close()
        let reopened = try DurableOrigin(folder.file())
        #expect(reopened.core.withState { $0.clock.latest } == 50_000_000_000_000_000)
        await reopened.close()
    }

    @Test func aFileInUseOrNoFileAtAllIsAnError() async throws {
        let file = try WrittenFile(folder.file())
        #expect(throws: OriginError.self) { try DataFile(path: folder.file()) }
        await file.close()
        #expect(throws: (any Error).self) { try DataFile(path: folder.path + "/none/data.sqlite") }
        try Data("not a database, and long enough to be taken for a header".utf8)
            .write(to: URL(fileURLWithPath: folder.file("text")))
        #expect(throws: (any Error).self) { try DataFile(path: folder.file("text")) }
    }
}

@Suite("An origin with a data file, after a restart")
struct DurableOriginTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    private func running(
        clock: OriginManualClock,
        _ body: @escaping @Sendable (RawConnection) throws -> Void
    ) async throws {
        try await withOrigin(OriginConfiguration(clock: clock).storing(in: .file(folder.file()))) { server, address in
            try await onOwnThread { try body(try #require(RawConnection(port: address.port))) }
        }
    }

    @Test("History, catch-up and the clock continue where they stopped, also if the system's date was set back")
    func restart() async throws {
        let clock = OriginManualClock()
        try await running(clock: clock) { connection in
            for target in ["1?uuid=u1&seqn=3", "2?store=0"] {
                connection.get("/publish/demo/demo/0/a/0/\(target)")
                #expect(connection.answer()?.status == 200)
            }
            clock.advance(by: .seconds(5))
            connection.get("/time/0")
            #expect(connection.answer()?.text == "[14186550050000000]")
        }
        clock.setDate(14_000_000_000_000_000)
        try await running(clock: clock) { connection in
            connection.get("/v2/history/sub-key/demo/channel/a")
            #expect(connection.answer()?.text == "[[1],14186550000000000,14186550000000000]")
            connection.get("/v2/subscribe/demo/a/0?tt=1")
            #expect(
                connection.answer()?.text == #"{"t":{"t":"14186550000000001","r":1},"m":["#
                    + #"{"a":"4","f":0,"i":"u1","s":3,"p":{"t":"14186550000000000","r":1},"k":"demo","c":"a","d":1},"#
                    + #"{"a":"4","f":0,"p":{"t":"14186550000000001","r":1},"k":"demo","c":"a","d":2}]}"#
            )
            connection.get("/publish/demo/demo/0/a/0/3")
            #expect(connection.answer()?.text == #"[1,"Sent","14186550050000001"]"#)
        }
    }

    @Test("Clients that resume after a restart receive missed signals and events of App Context, presence and actions")
    func eventsAfterARestart() async throws {
        let clock = OriginManualClock()
        let resume = "/v2/subscribe/demo/a,a-pnpres/0?tt=1"
        let before = Locked("")
        try await running(clock: clock) { connection in
            for target in [
                "/v2/subscribe/demo/a/0?tt=0&uuid=u1", "/signal/demo/demo/0/a/0/1",
                "/v2/presence/sub-key/demo/channel/a/leave?uuid=u1", "/publish/demo/demo/0/a/0/2",
            ] {
                connection.get(target)
                #expect(connection.answer()?.status == 200)
            }
            for (method, target, body) in [
                ("PATCH", "/v2/objects/demo/channels/a", #"{"name":"A"}"#),
                ("POST", "/v1/message-actions/demo/channel/a/message/5?uuid=u1", #"{"type":"t","value":"v"}"#),
            ] {
                connection.send(
                    "\(method) \(target) HTTP/1.1\r\nHost: o\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                #expect(connection.answer()?.status == 200)
            }
            connection.get(resume)
            before.withLock { $0 = connection.answer()?.text ?? "" }
        }
        let expected = before.withLock { $0 }
        for part in [#""join""#, #""leave""#, #""e":1"#, #""e":2"#, #""e":3"#, #""d":2"#] {
            #expect(expected.contains(part), "\(part)")
        }
        try await running(clock: clock) { connection in
            connection.get(resume)
            #expect(connection.answer()?.text == expected)
            connection.get("/v2/history/sub-key/demo/channel/a")
            #expect(connection.answer()?.text.hasPrefix("[[2],") == true, "events are no history")
        }
    }

    @Test func aFileThatCannotBeOpenedIsAnError() async throws {
        let server = OriginServer(
            configuration: OriginConfiguration().storing(in: .file(folder.path + "/none/data.sqlite"))
        )
        await #expect(throws: OriginError.self) { try await server.start() }
    }
}
