import Foundation
import GRDB
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport
import PubNubOriginServer

@Suite("One origin for a data file")
struct DataFileLockTests {
    private func expectRefusal(_ path: String) async {
        let error = await #expect(throws: OriginError.self) {
            try await OriginServer(configuration: OriginConfiguration().storing(in: .file(path))).start()
        }
        guard case .cannotOpen(let text)? = error else {
            Issue.record("not refused as a file in use")
            return
        }
        #expect(text == "\(path) is in use by another origin")
    }

    @Test("A second origin is refused by whatever name: the same path, a symbolic link, a linked folder, a hard link")
    func names() async throws {
        let folder = try DataFolder()
        let path = folder.file()
        try await withOrigin(OriginConfiguration().storing(in: .file(path))) { _, address in
            let files = FileManager.default
            try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: path)
            try files.createSymbolicLink(atPath: folder.file("folder"), withDestinationPath: folder.path)
            try files.linkItem(atPath: path, toPath: folder.file("hard"))
            for name in ["data.sqlite", "link", "folder/data.sqlite", "hard", "./data.sqlite"] {
                await expectRefusal(folder.file(name))
            }
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/publish/demo/demo/0/a/0/1")
                #expect(connection.answer()?.status == 200)
            }
        }
        try await withOrigin(OriginConfiguration().storing(in: .file(folder.file("link")))) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/v2/history/sub-key/demo/channel/a")
                #expect(connection.answer()?.text.hasPrefix("[[1]") == true)
            }
        }
    }

    @Test(
        "A database of another program is refused, and neither it nor its folder is changed",
        arguments: ["delete", "wal"]
    )
    func otherPrograms(journal: String) async throws {
        for (name, setup) in [
            ("tables", "CREATE TABLE message (a)"), ("number", "PRAGMA application_id = 7"),
            ("schema", "CREATE TABLE a (b)"),
        ] {
            let folder = try DataFolder()
            let path = folder.file("other #1?%.sqlite")
            let other = try DatabaseQueue(path: path)
            try await other.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = \(journal); \(setup)")
            }
            try other.close()
            chmod(path, 0o644)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let error = await #expect(throws: OriginError.self) {
                try await OriginServer(configuration: OriginConfiguration().storing(in: .file(path))).start()
            }
            guard case .cannotOpen(let text)? = error else {
                Issue.record("\(name)")
                continue
            }
            #expect(text.hasPrefix("\(path) is a database of another program, and was not changed."), "\(name)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "\(name)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["other #1?%.sqlite"],
                "\(name)"
            )
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o644, "\(name)")
        }
    }

    @Test("A data file has the application identifier of servers; one of earlier versions, which has none, gets it")
    func identifier() async throws {
        let folder = try DataFolder()
        let path = folder.file()
        for _ in 0..<2 {
            try await withOrigin(OriginConfiguration().storing(in: .file(path))) { _, _ in }
            let file = try DatabaseQueue(path: path)
            #expect(try await file.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") } == 0x504E_4F52)
            try await file.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = 0") }
            try file.close()
        }
    }

    @Test("Another process is refused as well, and takes over when this one has closed the file")
    func processes() async throws {
        let folder = try DataFolder()
        let path = folder.file()
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: path)
        try await withOrigin(OriginConfiguration().storing(in: .file(path))) { _, _ in
            let statuses = try await onOwnThread { try [Self.lock(path), Self.lock(folder.file("link"))] }
            #expect(statuses == [9, 9])
        }
        let status = try await onOwnThread { try Self.lock(path) }
        #expect(status == 0)
    }

    /// Takes the lock of a file in another process. Returns 0 if that process got it, 9 if not.
    private static func lock(_ path: String) throws -> Int32 {
        // Not with Foundation's `Process`: it notices the end by a socket that a program which another test starts may inherit.
        var id: pid_t = 0
        let words = ["flock", "--nonblock", "--conflict-exit-code", "9", path, "true"]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        try #require(posix_spawnp(&id, "flock", nil, nil, arguments, [nil]) == 0)
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1 { try #require(errno == EINTR) }
        // The status of a program that ended by itself is in the second byte.
        try #require(status & 0x7F == 0)
        return status >> 8 & 0xFF
    }

    @Test("A file of a later version is refused with an error that says so")
    func laterVersion() async throws {
        let folder = try DataFolder()
        let path = folder.file()
        try await withOrigin(OriginConfiguration().storing(in: .file(path))) { _, _ in }
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 of a later version')") }
        try queue.close()
        let error = await #expect(throws: OriginError.self) {
            try await OriginServer(configuration: OriginConfiguration().storing(in: .file(path))).start()
        }
        guard case .cannotOpen(let text)? = error else {
            Issue.record("not refused")
            return
        }
        #expect(text == "\(path) was written by a later version")
    }
}
