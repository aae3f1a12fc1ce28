import Dispatch
import Foundation
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Files of a cluster: stored at one server, served, removed and backed up at any", .timeLimit(.minutes(5)))
struct ClusterFilesTests {
    private static let id = "6f0d7c1e-52c4-4a0b-9a55-0f6b2d6f7a10"
    private static let other = "7a1d7c1e-52c4-4a0b-9a55-0f6b2d6f7a11"
    /// Longer than any machine takes for the delivery of a record.
    private static let hang = DispatchTimeInterval.seconds(100)
    private let clock = OriginManualClock()
    private let stream: SharedFiles
    private let channel = Topic(keyset: "demo", name: "raum/é *")
    private let reports = ReportedLines()

    init() {
        stream = SharedFiles(clock: clock)
    }

    /// A server of the cluster.
    private struct Server {
        let files: ClusterFiles
        let connection: SharedFiles.Connection

        func text(_ key: FileKey) throws -> String? {
            guard let file = try files.file(key) else { return nil }
            return file.read(0..<file.record.size).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func server(
        _ configure: (inout OriginConfiguration) -> Void = { _ in },
        maxPartBytes: Int = 1000,
        timeout: DispatchTimeInterval = Self.hang
    ) throws -> Server {
        var configuration = OriginConfiguration(clock: clock)
        configuration.report = { [reports] line in reports.add(line) }
        configure(&configuration)
        let connection = SharedFiles.Connection(stream, maxPartBytes: maxPartBytes)
        let folder = FileManager.default.temporaryDirectory.path
        return Server(
            files: try ClusterFiles(connection, configuration, uploadsIn: folder, timeout: timeout),
            connection: connection
        )
    }

    private func record(_ id: String, size: Int) -> FileRecord {
        FileRecord(
            id: id,
            name: "plan.pdf",
            contentType: "application/pdf",
            size: size,
            tag: "tag",
            created: clock.date / 10_000_000
        )
    }

    private func store(_ text: String, _ id: String = Self.id, at server: Server) throws {
        try server.files.add(record(id, size: text.utf8.count), Array(text.utf8)[...], to: channel, quota: nil)
    }

    private func key(_ id: String = Self.id) -> FileKey { FileKey(channel: channel, id: id) }

    private func page(_ server: Server) throws -> [String] {
        try server.files.page(of: channel, after: nil, limit: 10).files.map(\.id)
    }

    @Test("A file that was uploaded at one server is listed and downloaded at another, and outlives the first one")
    func shared() async throws {
        let (a, b) = (try server(), try server())
        let text = String(repeating: "0123456789", count: 350)
        try store(text, at: a)
        try store("", Self.other, at: b)
        #expect(stream.largestStored == 1000, "parts are as large as the stream takes them")
        #expect(try page(a) == [Self.id, Self.other] && page(b) == [Self.id, Self.other])
        await a.files.close()
        #expect(try b.text(key()) == text && b.text(key(Self.other))?.isEmpty == true)
        let file = try #require(try b.files.file(key()))
        #expect(file.record == record(Self.id, size: 3500))
        #expect(file.read(995..<2005) == Array(text.utf8)[995..<2005].map { $0 })
        #expect(file.read(0..<3501) == nil)
        #expect(b.files.usage.files == 2 && b.files.usage.bytes(keyset: "demo") == 3500)
        // A server that starts later reads the records from the stream.
        let c = try server()
        #expect(try c.text(key()) == text && c.files.usage == b.files.usage)
        #expect(c.files.signingKey == b.files.signingKey && c.files.signingKey?.count == 32)
        await b.files.close()
        await c.files.close()
    }

    @Test("A removed file is gone at every server, and its bytes are gone from the stream")
    func removed() async throws {
        let (a, b) = (try server(), try server())
        try store("text", at: a)
        #expect(try page(b) == [Self.id])
        #expect(try b.files.record(of: key()) == record(Self.id, size: 4))
        try b.files.remove(key())
        #expect(try page(a).isEmpty && page(b).isEmpty && b.files.record(of: key()) == nil)
        #expect(try a.text(key()) == nil && b.text(key()) == nil)
        #expect(stream.contents.isEmpty && a.files.usage.files == 0)
        // A form counts once, also at another server, and after its file was removed.
        #expect(throws: FileStorageFault.exists) { try store("again", at: a) }
        #expect(stream.contents.isEmpty)
        try b.files.remove(key())
        await a.files.close()
        await b.files.close()
    }

    @Test("Another server's file is found, listed and refused again before its record has arrived")
    func lagging() async throws {
        let (a, b) = (try server(), try server())
        b.connection.isSilent = true
        try store("text", at: a)
        #expect(try b.text(key()) == "text")
        #expect(throws: FileStorageFault.exists) { try store("again", at: b) }
        b.connection.isSilent = false
        #expect(try page(b) == [Self.id])
        #expect(try b.text(key()) == "text", "the refused upload took no parts with it")
        await a.files.close()
        await b.files.close()
    }

    @Test("Without the stream uploads and removals fail, and nothing is listed; lists have what the server knows")
    func cut() async throws {
        let a = try server()
        try store("text", at: a)
        a.connection.isCut = true
        #expect(throws: FileStorageFault.failed) { try store("more", Self.other, at: a) }
        #expect(throws: FileStorageFault.failed) { try a.files.remove(key()) }
        #expect(try page(a) == [Self.id])
        #expect(try a.text(key()) == nil)
        #expect(reports.all == ["Files cannot be stored: no connection"], "one report a minute")
        a.connection.isCut = false
        #expect(try a.text(key()) == "text" && a.files.usage.files == 1)
        await a.files.close()
    }

    @Test("A record whose acknowledgement is lost keeps its bytes")
    func unacknowledged() async throws {
        let (a, b) = (try server(), try server())
        a.connection.losesAcknowledgements = true
        #expect(throws: FileStorageFault.failed) { try store("text", at: a) }
        #expect(try page(b) == [Self.id])
        #expect(try b.text(key()) == "text")
        await a.files.close()
        await b.files.close()
    }

    @Test("Parts that a killed server left are removed after 10 minutes, and those of files and of uploads are not")
    func leftovers() async throws {
        let a = try server()
        let seconds = clock.date / 10_000_000
        _ = try a.connection.storePart([1], of: "\(seconds)-killed")
        try store("text", at: a)
        try a.files.removeLeftovers(at: clock.date + 599 * 10_000_000)
        #expect(stream.contents.count == 2)
        try a.files.removeLeftovers(at: clock.date + 601 * 10_000_000)
        #expect(stream.contents.count == 1)
        #expect(try a.text(key()) == "text")
        await a.files.close()
    }

    @Test("Files end with the retention at any server that has it, and the records of removed files an hour later")
    func retention() async throws {
        let (a, b) = (
            try server { $0.storage = .file("none", retention: MessageRetention(age: .seconds(40))) }, try server()
        )
        // The server that removes the file receives its record as late as on a busy machine.
        a.connection.holdDeliveries()
        try store("old", at: b)
        clock.advance(by: .seconds(20))
        try store("new", Self.other, at: b)
        clock.advance(by: .seconds(21))
        b.files.sweep(at: clock.date)
        #expect(try page(b).count == 2)
        a.files.sweep(at: clock.date)
        #expect(try page(b) == [Self.other] && page(a) == [Self.other])
        #expect(stream.contents.count == 1 && stream.recordCount == 2)
        a.files.sweep(at: clock.date + ClusterFiles.removalLife + 1)
        #expect(stream.recordCount == 0 && stream.contents.isEmpty, "the other file is too old now as well")
        await a.files.close()
        await b.files.close()
    }

    @Test("Without a retention, a server discards the keys of removed files and knows all others in their order")
    func removedKeys() {
        var list = ClusterFileList()
        var position: UInt64 = 0
        func take(_ change: ClusterFileRecord) {
            position += 1
            list.take(StreamRecord(position: position, date: clock.date, bytes: change.bytes, pending: 0))
        }
        func store(_ id: String) {
            let file = ClusterFile(record: record(id, size: 0), content: "content-\(id)", partSize: 1, parts: [])
            take(.stored(file, key(id)))
        }
        store("first")
        store("second")
        for number in 1...10_000 {
            store("\(number)")
            take(.removed(key("\(number)")))
            #expect(list.keyCount <= 1005)
        }
        #expect(list.usage.files(keyset: "demo") == 2)
        #expect(list.oldest(of: "demo", until: .max) == key("first"))
        take(.removed(key("first")))
        #expect(list.oldest(of: "demo", until: .max) == key("second"))
        for number in 1...10_000 { store("\(number)") }
        for number in 1...10_000 { take(.removed(key("\(number)"))) }
        #expect(list.keyCount <= 1003)
        var found: [FileKey] = []
        list.forEach { found.append($1) }
        #expect(found == [key("second")])
    }

    @Test("Lists do not wait for records that do not arrive in time")
    func timeout() async throws {
        let (a, b) = (try server(), try server(timeout: .milliseconds(1)))
        b.connection.isSilent = true
        try store("text", at: a)
        #expect(try page(b).isEmpty && b.text(key()) == "text")
        await a.files.close()
        await b.files.close()
    }

    @Test("A server that was cut off for long reads all records again")
    func startsAgain() async throws {
        let (a, b) = (try server(), try server())
        try store("text", at: a)
        #expect(try page(b) == [Self.id])
        b.connection.isSilent = true
        try a.files.remove(key())
        a.files.sweep(at: clock.date + ClusterFiles.removalLife + 1)
        #expect(stream.recordCount == 0)
        b.connection.isSilent = false
        b.connection.startAgain()
        #expect(await eventually { b.files.usage.files == 0 })
        await a.files.close()
        await b.files.close()
    }

    @Test("Limits and quotas count the files of all servers")
    func limits() async throws {
        let a = try server { $0.limits.fileBytes = 10 }
        let b = try server { $0.limits.filesPerChannel = 1 }
        try store("1234567", at: a)
        #expect(try page(b).count == 1)
        #expect(throws: FileStorageFault.full) { try store("1234", Self.other, at: a) }
        #expect(throws: FileStorageFault.full) { try store("1", Self.other, at: b) }
        let text = Array("1234".utf8)
        let elsewhere = Topic(keyset: "demo", name: "b")
        #expect(throws: FileStorageFault.overQuota) {
            try b.files.add(record(Self.other, size: 4), text[...], to: elsewhere, quota: 10)
        }
        try b.files.add(record(Self.other, size: 4), text[...], to: elsewhere, quota: 11)
        #expect(stream.contents.count == 2)
        await a.files.close()
        await b.files.close()
    }

    @Test("A backup has the files with their bytes; restoring stores those that the stream lacks")
    func backup() async throws {
        let folder = try DataFolder()
        let a = try server(maxPartBytes: 100_000)
        let large = String(repeating: "abcdefgh", count: 100_000)
        try store(large, at: a)
        try store("", Self.other, at: a)
        let data = folder.file("data.sqlite")
        try DataFile(path: data).close()
        let copy = folder.file("copy.sqlite")
        try OriginBackup.makeCopy(data, to: copy, .cluster(a.files))
        #expect(try OriginBackup.verify(copy).files == 2)
        #expect(try folder.mode("\(copy).files") == 0o700)
        #expect(try folder.mode("\(copy).files/\(Self.id.prefix(2))/\(Self.id)") == 0o600)
        // Another stream, as all NATS servers have lost theirs, and then the first one again.
        let lost = SharedFiles(clock: clock)
        let connection = SharedFiles.Connection(lost, maxPartBytes: 100_000)
        let restored = try ClusterFiles(
            connection,
            OriginConfiguration(clock: clock),
            uploadsIn: folder.file(),
            timeout: Self.hang
        )
        try ClusterFileRestore(restored, copy) { [reports] in reports.add($0) }.run()
        #expect(try restored.page(of: channel, after: nil, limit: 10).files.map(\.id) == [Self.id, Self.other])
        let file = try #require(try restored.file(key()))
        #expect(file.read(0..<file.record.size).map { String(decoding: $0, as: UTF8.self) } == large)
        #expect(try restored.file(key(Self.other))?.record.size == 0)
        #expect(reports.all.last?.hasPrefix("2 of the 2 files of the backup were stored.") == true)
        // The data file of a server of a cluster has no records of files.
        try ClusterFileRestore(a.files, copy) { [reports] in reports.add($0) }.run()
        #expect(reports.all.count == 1)
        await a.files.close()
        await restored.close()
    }
}
