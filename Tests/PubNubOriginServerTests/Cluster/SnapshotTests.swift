import Foundation
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("A server of a cluster that gets a snapshot of another one")
struct SnapshotTests {
    /// The store of a server.
    enum Kind: CaseIterable {
        case file, memory
    }

    /// The lines that servers report.
    private final class Reports: Sendable {
        let lines = Locked<[String]>([])
    }

    /// A server of the cluster without sockets.
    private struct Node {
        let core: OriginCore
        let log: any OriginLog
        let archive: any MessageArchive
        let connection: SharedStream.Connection

        /// The last position in the data file, when everything is written; nil without a file.
        func written() async -> UInt64? {
            await withCheckedContinuation { continuation in archive.read { _ in continuation.resume() } }
            return archive.written?.rawValue
        }

        @discardableResult
        func get(_ target: String, method: String = "GET", body: String = "") async -> (status: Int, text: String) {
            let request = OriginRequest(method: method, target: target, body: Array(body.utf8))
            let response = await withHandover(of: OriginResponse?.self, throwing: Never.self) { handover in
                core.submit(request) { reply in
                    guard case .response(let response, _) = reply else { return handover.resume(returning: nil) }
                    handover.resume(returning: response)
                }
            }
            return (response?.status ?? 0, response.map { String(decoding: $0.body, as: UTF8.self) } ?? "")
        }
    }

    private let clock = OriginManualClock()
    private let stream: SharedStream
    private let shared = SharedSnapshots()
    private let folder: DataFolder
    private let reports = Reports()

    init() throws {
        stream = SharedStream(clock: clock)
        folder = try DataFolder()
    }

    private func node(_ file: String? = nil) async throws -> Node {
        var configuration = OriginConfiguration(clock: clock).storing(in: .optional(file))
        configuration.report = clock.passingPauses { [reports] line in reports.lines.withLock { $0.append(line) } }
        let connection = SharedStream.Connection(stream, snapshots: shared.connect())
        let (storage, settings, _) = try await OpenedStorage.join(connection, configuration)
        configuration.region = settings.epoch
        let core = OriginCore(configuration: configuration, storage: storage)
        await core.join()
        return Node(core: core, log: storage.log, archive: storage.archive, connection: connection)
    }

    /// Makes changes of every kind.
    private func fill(_ node: Node) async throws {
        let requests: [(method: String, target: String, body: String)] = [
            ("GET", "/publish/demo/demo/0/a/0/1?uuid=u&meta=%7B%22m%22:1%7D", ""),
            ("GET", "/signal/demo/demo/0/a/0/2?uuid=u", ""),
            ("GET", "/publish/demo/demo/0/n.c/0/3?uuid=v", ""),
            ("GET", "/v1/channel-registration/sub-key/demo/channel-group/g?add=a,b", ""),
            ("GET", "/v1/push/sub-key/demo/devices/\(RandomEntries.token)?add=a", ""),
            ("PATCH", "/v2/objects/demo/uuids/u", #"{"name":"Ann"}"#),
            ("PATCH", "/v2/objects/demo/uuids/u/channels", #"{"set":[{"channel":{"id":"a"}}]}"#),
            ("POST", "/v1/message-actions/demo/channel/a/message/5?uuid=u", #"{"type":"t","value":"v"}"#),
            ("GET", "/v2/presence/sub-key/demo/channel/a,b/heartbeat?uuid=u&heartbeat=30", ""),
            ("GET", "/v2/presence/sub-key/demo/channel/a/heartbeat?uuid=v&heartbeat=60", ""),
            ("GET", "/v2/presence/sub-key/demo/channel/a/uuid/v/data?state=%7B%22s%22:1%7D", ""),
        ]
        for (method, target, body) in requests {
            let (status, text) = await node.get(target, method: method, body: body)
            try #require(status == 200, "\(target): \(text)")
            clock.advance(by: .milliseconds(100))
        }
    }

    /// Everything that clients can see of a server.
    private func content(_ node: Node) async -> [String] {
        let targets = [
            "/v2/history/sub-key/demo/channel/a?count=100&include_meta=true",
            "/v2/history/sub-key/demo/channel/n.c?count=100", "/v2/subscribe/demo/a,n.*,a-pnpres/0?tt=1",
            "/v2/presence/sub-key/demo/channel/a?state=1",
        ]
        var lines = node.core.withState { state in
            let deadlines = ["u", "v"].map { client in
                let present = PresentClient(topic: Topic(keyset: "demo", name: "a"), client: client)
                return "\(client) until \(String(describing: state.presence.deadline(of: present)))"
            }
            return state.digest(at: state.clock.latest) + deadlines
        }
        for target in targets { lines.append(await node.get(target).text) }
        return lines
    }

    /// Whether the client with the shorter deadline is in its channel.
    private func isPresent(_ node: Node) -> Bool {
        node.core.withState { $0.presence.isPresent("u", in: Topic(keyset: "demo", name: "a")) }
    }

    /// Whether a server has published all presence events, the last of which is a second after its change.
    private func isQuiet(_ node: Node) -> Bool { node.core.withState { $0.announcements.isEmpty } }

    /// Whether a server has applied the whole stream.
    private func isCurrent(_ node: Node) -> Bool { node.log.health.cluster?.position == UInt64(stream.count) }

    /// Removes all records from the stream once the servers have them: a server that still has to read one of them would
    /// miss it, and could be neither current nor the source of a snapshot again.
    private func trim(after nodes: Node...) async throws {
        for attempt in 1... {
            try #require(await eventually { nodes.allSatisfy(isCurrent) })
            var written = UInt64(stream.count)
            for node in nodes { written = min(written, await node.written() ?? written) }
            if written == stream.count { break }
            // A record that changes nothing, such as the last sign of a client, is in no data file, and the next one is.
            try #require(attempt < 10)
            await nodes[0].get("/publish/demo/demo/0/trimmed/0/\(attempt)")
        }
        stream.trim()
    }

    @Test(
        "Has the state of a server that applied everything, although the stream lacks records",
        arguments: Kind.allCases
    )
    func equalState(_ kind: Kind) async throws {
        let a = try await node(folder.file("a.sqlite"))
        try await fill(a)
        try await trim(after: a)
        await a.get("/publish/demo/demo/0/a/0/4")
        let b = try await node(kind == .file ? folder.file("b.sqlite") : nil)
        await a.get("/publish/demo/demo/0/a/0/5")
        #expect(await eventually { isCurrent(a) && isCurrent(b) })
        let first = await content(a)
        let second = await content(b)
        #expect(first == second)
        #expect(second.contains { $0.contains("[1,4,5]") || $0.contains("\"message\":1") }, "\(second)")
        // Both time the client out at the same position.
        let start = a.core.withState { $0.clock.latest }
        for number in 6...60 where isPresent(a) || !isQuiet(a) || !isQuiet(b) {
            clock.advance(by: .seconds(2))
            await b.get("/publish/demo/demo/0/b/0/\(number)")
            for node in [a, b] { node.core.timePassed() }
            #expect(await eventually { isCurrent(a) && isCurrent(b) })
        }
        #expect(await eventually { !isPresent(a) && !isPresent(b) && isCurrent(a) && isCurrent(b) })
        #expect(isQuiet(a) && isQuiet(b))
        let events = "/v2/subscribe/demo/a-pnpres/0?tt=\(start)"
        #expect(await a.get(events).text == b.get(events).text)
        #expect(await a.get(events).text.contains(#""action":"timeout""#))
        await a.core.stop()
        await b.core.stop()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        #expect(names == (kind == .file ? ["a.sqlite", "b.sqlite"] : ["a.sqlite"]))
        guard kind == .file else { return }
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("b.sqlite"))[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test("A data file that lacks records of the stream is replaced, also behind a symbolic link; a link stays one")
    func replaced() async throws {
        let link = folder.file("link.sqlite")
        try Data().write(to: URL(fileURLWithPath: folder.file("b.sqlite")))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("b.sqlite"))
        let a = try await node(folder.file("a.sqlite"))
        let b = try await node(link)
        await a.get("/publish/demo/demo/0/a/0/1")
        #expect(await eventually { isCurrent(b) })
        await b.core.stop()
        await a.get("/publish/demo/demo/0/a/0/2")
        try await trim(after: a)
        let again = try await node(link)
        #expect(await again.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1,2],"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == folder.file("b.sqlite"))
        await a.core.stop()
        await again.core.stop()
    }

    @Test("A new server without much to read asks no other server, and one with much does, but starts without one")
    func fewRecords() async throws {
        let a = try await node()
        await a.get("/publish/demo/demo/0/a/0/1")
        let b = try await node(folder.file("b.sqlite"))
        #expect(shared.requests.isEmpty)
        await b.core.stop()
        for number in 1...1001 {
            stream.store(StreamCodec.encode(LogBatch(number: UInt64(number), after: 0, entries: []), boot: 7))
        }
        // b does not respond any more, and a has no data file.
        shared.change { _, _, _ in nil }
        let c = try await node(folder.file("c.sqlite"))
        #expect(!shared.requests.isEmpty)
        #expect(await c.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1],"))
        await a.core.stop()
        await c.core.stop()
    }

    @Test("A batch that the snapshot has is not applied a second time")
    func storedTwice() async throws {
        let a = try await node(folder.file("a.sqlite"))
        for number in 1...1001 {
            stream.store(StreamCodec.encode(LogBatch(number: UInt64(number), after: 0, entries: []), boot: 7))
        }
        await a.get("/publish/demo/demo/0/a/0/1")
        let position = UInt64(stream.count)
        // So many records of another server may come before a batch is repeated.
        for number in 1...2000 {
            stream.store(StreamCodec.encode(LogBatch(number: UInt64(number), after: 0, entries: []), boot: 8))
        }
        let b = try await node(folder.file("b.sqlite"))
        #expect(!shared.requests.isEmpty)
        stream.storeAgain(position)
        #expect(await eventually { isCurrent(a) && isCurrent(b) })
        for node in [a, b] {
            #expect(await node.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1],"))
        }
        await a.core.stop()
        await b.core.stop()
    }

    @Test("Without a server that has a data file the start fails, and says what to do", arguments: Kind.allCases)
    func noServer(_ kind: Kind) async throws {
        let a = try await node()
        await a.get("/publish/demo/demo/0/a/0/1")
        try await trim(after: a)
        let path = folder.file("b.sqlite")
        let error = await #expect(throws: OriginError.self) { try await node(kind == .file ? path : nil) }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("begins at record \(stream.start)") && text.contains("backup"), "\(text)")
        #expect(!FileManager.default.fileExists(atPath: path + ".incoming"))
        await a.core.stop()
    }

    @Test("A server that is gone in the middle is replaced by another one")
    func otherServer() async throws {
        let a = try await node(folder.file("a.sqlite"))
        let b = try await node(folder.file("b.sqlite"))
        try await fill(a)
        try await trim(after: a, b)
        shared.change { address, request, response in
            guard address == "server-1", case .read(_, let offset) = request, offset > 0 else { return response }
            return nil
        }
        let c = try await node(folder.file("c.sqlite"))
        #expect(await eventually { isCurrent(a) && isCurrent(c) })
        #expect(await content(a) == content(c))
        #expect(reports.lines.withLock { $0.contains { $0.contains("is requested again") } })
        for node in [a, b, c] { await node.core.stop() }
    }

    /// The defects of a snapshot.
    enum Damage: CaseIterable {
        case bytes, size, position, kind
    }

    @Test(
        "A snapshot that is not what it should be is not used, and the data file stays as it was",
        arguments: Damage.allCases
    )
    func damaged(_ damage: Damage) async throws {
        let a = try await node(folder.file("a.sqlite"))
        let path = folder.file("b.sqlite")
        let b = try await node(path)
        await a.get("/publish/demo/demo/0/a/0/1")
        #expect(await eventually { isCurrent(b) })
        await b.core.stop()
        await a.get("/publish/demo/demo/0/a/0/2")
        let former = try DataFileFacts.read(path)
        try await trim(after: a)
        shared.change { _, _, response in
            switch (damage, response) {
            case (.bytes, .part(var part)):
                part[part.count / 2] ^= 1
                return .part(part)
            case (.size, .part(let part)): return .part(part + part)
            case (.position, .ready(let facts)):
                return .ready(SnapshotFacts(size: facts.size, position: facts.position.next, digest: facts.digest))
            case (.kind, .ready): return .released
            default: return response
            }
        }
        let error = await #expect(throws: OriginError.self) { try await node(path) }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("No snapshot of another server could be received"))
        #expect(try DataFileFacts.read(path) == former)
        #expect(!FileManager.default.fileExists(atPath: path + ".incoming"))
        await a.core.stop()
    }

    @Test("A snapshot of another cluster is not used")
    func otherCluster() async throws {
        let other = SharedStream(clock: clock)
        let alien = SharedStream.Connection(other, cluster: "other", snapshots: shared.connect())
        let configuration = OriginConfiguration(clock: clock).storing(in: .file(folder.file("other.sqlite")))
        let storage = try await OpenedStorage.join(alien, configuration).storage
        let core = OriginCore(configuration: configuration, storage: storage)
        await core.join()
        for number in 1...5 {
            let tick = LogEntry.tick(LogTick(expired: [], isInterval: false))
            other.store(StreamCodec.encode(LogBatch(number: UInt64(number), after: 0, entries: [tick]), boot: 7))
        }
        #expect(await eventually { storage.log.health.cluster?.position == UInt64(other.count) })
        let a = try await node()
        try await trim(after: a)
        let error = await #expect(throws: OriginError.self) { try await node(folder.file("b.sqlite")) }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("that of another cluster"))
        await a.core.stop()
        await core.stop()
    }

    @Test(
        "A running server that misses records which were removed is unready and refuses changes until it starts again"
    )
    func missed() async throws {
        let a = try await node(folder.file("a.sqlite"))
        let path = folder.file("b.sqlite")
        let b = try await node(path)
        b.connection.isCut = true
        await a.get("/publish/demo/demo/0/a/0/1")
        stream.trim()
        b.connection.isCut = false
        #expect(await eventually { b.log.health.reasons.contains(.logTrimmed) })
        #expect(await b.get("/publish/demo/demo/0/a/0/2").status == 503)
        #expect(await b.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[],"))
        await b.core.stop()
        let again = try await node(path)
        #expect(await again.get("/publish/demo/demo/0/a/0/3").status == 200)
        #expect(await again.get("/v2/history/sub-key/demo/channel/a").text.hasPrefix("[[1,3],"))
        await a.core.stop()
        await again.core.stop()
    }

    @Test("A server makes one snapshot at a time, and drops one that is not asked for during 30 s")
    func oneAtATime() async throws {
        let a = try await node(folder.file("a.sqlite"))
        let transport = shared.connect()
        func ask(_ request: SnapshotRequest) async throws -> SnapshotResponse? {
            SnapshotResponse(
                try await transport.request(request.bytes, to: "server-1", serverTimeout: .zero, timeout: .zero)
            )
        }
        func description(_ id: String) async throws -> SnapshotResponse? {
            while true {
                let response = try await ask(.describe(id: id))
                guard response == .preparing else { return response }
            }
        }
        func make() async throws -> String? {
            guard case .accepted("server-1", let id)? = try await ask(.make(through: .start)) else { return nil }
            guard case .ready? = try await description(id) else { return nil }
            return id
        }
        let first = try #require(try await make())
        #expect(try await ask(.make(through: .start)) == .busy)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("outgoing") }
        )
        #expect(try await ask(.release(id: first)) == .released)
        let second = try #require(try await make())
        clock.advance(by: .seconds(29))
        guard case .part? = try await ask(.read(id: second, offset: 0)) else {
            Issue.record("the snapshot is gone")
            return
        }
        clock.advance(by: .seconds(29))
        #expect(try await ask(.make(through: .start)) == .busy)
        clock.advance(by: .seconds(1))
        let third = try #require(try await make())
        guard case .refused? = try await ask(.read(id: second, offset: 0)) else {
            Issue.record("the former snapshot is there")
            return
        }
        guard case .refused? = try await ask(.read(id: third, offset: .max)) else {
            Issue.record("there is no end")
            return
        }
        #expect(try await ask(.release(id: third)) == .released)
        guard case .accepted(_, let fourth)? = try await ask(.make(through: LogPosition(rawValue: 1_000_000))),
            case .refused(let reason)? = try await description(fourth)
        else {
            Issue.record("the snapshot ends too early")
            return
        }
        #expect(reason.contains("has changes up to"))
        await a.core.stop()
        guard case .refused? = try await ask(.make(through: .start)) else {
            Issue.record("a server that stops makes a snapshot")
            return
        }
    }

    @Test("Requests and responses are the same after encoding and decoding, and anything else is none")
    func messages() {
        let position = LogPosition(rawValue: 7)
        let requests: [SnapshotRequest] = [
            .make(through: position), .describe(id: "i"), .read(id: "i", offset: 9), .release(id: "i"),
        ]
        for request in requests { #expect(SnapshotRequest(request.bytes) == request) }
        let facts = SnapshotFacts(size: 3, position: position, digest: "ab")
        let responses: [SnapshotResponse] = [
            .accepted(address: "a", id: "i"), .busy, .preparing, .ready(facts), .part([0, 1]), .part([]), .released,
            .refused("why"),
        ]
        for response in responses { #expect(SnapshotResponse(response.bytes) == response) }
        for text in [
            "", "{}", "[]", #"{"version":2,"call":"make","position":1}"#, #"{"version":1,"call":"read","id":"i"}"#,
        ] {
            #expect(SnapshotRequest(Array(text.utf8)) == nil)
            #expect(SnapshotResponse(Array(text.utf8)) == nil)
        }
    }
}
