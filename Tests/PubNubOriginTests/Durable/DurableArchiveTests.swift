import Foundation
import PubNubLocks
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

private let a = Topic(keyset: "demo", name: "a")

private func store(_ message: StoredMessage, in topic: Topic, _ archive: DurableArchive) async -> Bool {
    await withCheckedContinuation { continuation in
        archive.store(message, in: topic) { continuation.resume(returning: $0) }
    }
}

private func remove(_ range: HistoryRange, of topic: Topic, _ archive: DurableArchive) async -> Bool {
    await withCheckedContinuation { continuation in
        archive.remove(range, of: topic) { continuation.resume(returning: $0) }
    }
}

@Suite("The data file: what is acknowledged survives")
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
        let archive = try DurableArchive(path: folder.file())
        #expect(await store(message, in: a, archive))
        await archive.close()
        let reopened = try DurableArchive(path: folder.file())
        #expect(try reopened.page(HistoryRange(), of: a, date: 0) == [message])
        let restored = try reopened.restore(region: 3)
        #expect(restored.messages == [EnvelopeWriter(topic: a, region: 3).write(message)])
        #expect(restored.latest == message.timetoken)
        await reopened.close()
    }

    @Test(
        "Only the owner may read the data file and the files next to it, and an existing data file loses the rights of others"
    )
    func privateFiles() async throws {
        let path = folder.file()
        for timetoken in 1...2 as ClosedRange<UInt64> {
            let archive = try DurableArchive(path: path)
            #expect(await store(StoredMessage(timetoken: timetoken, payload: [0x31]), in: a, archive))
            for name in [path, path + "-wal", path + "-shm", path + ".lock"] {
                let mode = try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions] as? NSNumber
                #expect(mode?.intValue == 0o600, "\(name)")
            }
            await archive.close()
            try FileManager.default.removeItem(atPath: path + ".lock")
            try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: path)
        }
    }

    @Test("A lock file that is a symbolic link is refused")
    func linkedLock() throws {
        let path = folder.file()
        try FileManager.default.createSymbolicLink(atPath: path + ".lock", withDestinationPath: path + ".elsewhere")
        #expect(throws: OriginError.self) { try DurableArchive(path: path) }
        #expect(!FileManager.default.fileExists(atPath: path + ".elsewhere"))
    }

    @Test("Pages, counts and removals are the same as in memory, for random bounds", arguments: 1...5)
    func pagesAgreeWithMemory(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let archive = try DurableArchive(path: folder.file())
        var memory = HistoryStore(messagesPerChannel: 1000, bytes: 1_000_000)
        for timetoken in 1...60 as ClosedRange<UInt64> {
            let topic = Topic(keyset: "demo", name: Bool.random(using: &random) ? "a" : "b")
            let expiry: UInt64? = Bool.random(using: &random) ? nil : .random(in: 1...100, using: &random)
            let message = StoredMessage(timetoken: timetoken, payload: [0x31], expiry: expiry)
            #expect(await store(message, in: topic, archive))
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
            #expect(try archive.page(range, of: a, date: date) == memory.page(range, of: a, date: date))
            let after = UInt64.random(in: 0...70, using: &random)
            let limit = Int.random(in: 1...20, using: &random)
            #expect(
                try archive.count(after: after, of: a, date: date, limit: limit)
                    == memory.count(after: after, of: a, date: date, limit: limit)
            )
            guard Int.random(in: 0..<20, using: &random) == 0 else { continue }
            #expect(await remove(range, of: a, archive))
            memory.remove(range, of: a)
        }
        await archive.close()
    }

    @Test("A crash: the files as they are right after an acknowledgement hold the message")
    func crash() async throws {
        let archive = try DurableArchive(path: folder.file())
        for timetoken in 1...20 as ClosedRange<UInt64> {
            #expect(await store(StoredMessage(timetoken: timetoken, payload: [0x31]), in: a, archive))
            let copy = "crash\(timetoken).sqlite"
            try folder.copyFiles(from: "data.sqlite", to: copy)
            let survivor = try DurableArchive(path: folder.file(copy))
            #expect(try survivor.page(HistoryRange(), of: a, date: 0).map(\.timetoken) == Array(1...timetoken))
            await survivor.close()
        }
        await archive.close()
    }

    @Test("Many messages at once are all acknowledged and all kept")
    func groupCommit() async throws {
        let archive = try DurableArchive(path: folder.file())
        let stored = await withTaskGroup(of: Bool.self) { group in
            for timetoken in 1...2000 as ClosedRange<UInt64> {
                group.addTask { await store(StoredMessage(timetoken: timetoken, payload: [0x31]), in: a, archive) }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(stored == 2000)
        #expect(try archive.page(HistoryRange(limit: 5000), of: a, date: 0).count == 2000)
        await archive.close()
    }

    @Test func closingWaitsForWhatIsUnderWayAndRefusesWhatComesAfter() async throws {
        let archive = try DurableArchive(path: folder.file())
        async let stored = store(StoredMessage(timetoken: 1, payload: [0x31]), in: a, archive)
        #expect(await stored)
        await archive.close()
        #expect(await !store(StoredMessage(timetoken: 2, payload: [0x31]), in: a, archive))
        #expect(await !remove(HistoryRange(), of: a, archive))
        await archive.close()
    }

    @Test("Timetokens given out without a message are not given out again after a crash")
    func clockAfterACrash() async throws {
        let archive = try DurableArchive(path: folder.file())
        archive.timetokensGivenOut(upTo: 50_000_000)
        // Stored after the clock was, so that the copy below surely has it.
        #expect(await store(StoredMessage(timetoken: 5, payload: [0x31]), in: a, archive))
        try folder.copyFiles(from: "data.sqlite", to: "crash.sqlite")
        let survivor = try DurableArchive(path: folder.file("crash.sqlite"))
        #expect(try survivor.restore(region: 1).latest >= 50_000_000)
        await survivor.close()
        await archive.close()
        let reopened = try DurableArchive(path: folder.file())
        #expect(try reopened.restore(region: 1).latest == 50_000_000)
        await reopened.close()
    }

    @Test func aFileInUseOrNoFileAtAllIsAnError() async throws {
        let archive = try DurableArchive(path: folder.file())
        #expect(throws: OriginError.self) { try DurableArchive(path: folder.file()) }
        await archive.close()
        #expect(throws: (any Error).self) { try DurableArchive(path: folder.path + "/none/data.sqlite") }
        try Data("not a database, and long enough to be taken for a header".utf8)
            .write(to: URL(fileURLWithPath: folder.file("text")))
        #expect(throws: (any Error).self) { try DurableArchive(path: folder.file("text")) }
    }
}

@Suite("An origin with a data file, restarted")
struct DurableOriginTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    private func running(
        clock: OriginManualClock,
        _ body: @escaping @Sendable (RawConnection) throws -> Void
    ) async throws {
        try await withOrigin(OriginConfiguration(dataFile: folder.file(), clock: clock)) { server, address in
            try await onOwnThread { try body(try #require(RawConnection(port: address.port))) }
        }
    }

    @Test("History, catch-up and the clock go on where they stopped, also when the date was set back")
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

    @Test("Events of App Context, presence and actions, and signals, reach who resumes after a restart")
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
        let server = OriginServer(configuration: OriginConfiguration(dataFile: folder.path + "/none/data.sqlite"))
        await #expect(throws: OriginError.self) { try await server.start() }
    }
}
