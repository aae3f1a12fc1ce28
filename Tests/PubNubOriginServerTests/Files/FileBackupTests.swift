import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Backup of files next to a live data file")
struct FileBackupTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    @Test("A copy has the bytes of each of its records and no others, and a server serves them")
    func live() async throws {
        let probe = try FilesProbe(folder.file())
        let ids = try (0..<20).map { try probe.store("file \($0)") }
        let removed = try probe.store("gone")
        probe.remove(removed)
        let address = try probe.address(ids[0])
        let copy = folder.file("copy.sqlite")
        try OriginBackup.copy(folder.file(), to: copy)
        // What happens later is not in the copy, and takes nothing from it.
        try probe.store("later")
        probe.remove(ids[1])
        #expect(FilesProbe.paths(in: copy + ".files") == ids.map { "\($0.prefix(2))/\($0)" }.sorted())
        #expect(try folder.mode(copy + ".files") == 0o700)
        #expect(try folder.mode("\(copy).files/\(ids[0].prefix(2))/\(ids[0])") == 0o600)
        let restored = try FilesProbe(copy, clock: probe.clock)
        await probe.close()
        #expect(try restored.ids() == ids.sorted() && restored.reports.isEmpty)
        #expect(restored.content(address) == "file 0")
        #expect(try restored.text(ids[1]) == "file 1")
        await restored.close()
    }

    @Test("Bytes are copied where the file system has no links")
    func withoutLinks() async throws {
        let probe = try FilesProbe(folder.file())
        let id = try probe.store("bytes")
        let lost = try probe.store("lost")
        await probe.close()
        let copy = folder.file("copy.sqlite")
        try DataFileCopy.make(of: folder.file(), to: copy)
        let source = FileFolder(dataFile: folder.file())
        source.remove(lost)
        _ = try FileCopies(of: source, recordsIn: copy, to: copy + ".files") { source, _ in
            errno = FileManager.default.fileExists(atPath: source) ? EXDEV : ENOENT
            return -1
        }
        #expect(try folder.mode("\(copy).files/\(id.prefix(2))/\(id)") == 0o600)
        let restored = try FilesProbe(copy, clock: probe.clock)
        #expect(try restored.ids() == [id] && restored.text(id) == "bytes" && restored.reports.isEmpty)
        await restored.close()
    }

    @Test("While a backup copies bytes, removed files disappear from the list and keep their bytes until it ends")
    func heldBack() async throws {
        let probe = try FilesProbe(folder.file())
        let ids = try (0..<3).map { try probe.store("\($0)") }
        let lock = try FileFolder(dataFile: folder.file()).removalLock()
        #expect(try lock.take(.shared, at: 0))
        probe.remove(ids[0])
        probe.remove(ids[1])
        #expect(try probe.ids() == [ids[2]] && probe.stored.count == 3)
        lock.release(0)
        #expect(await eventually { probe.stored.count == 1 })
        await probe.close()
    }

    @Test("Bytes that a backup kept from being removed are removed by the next start")
    func heldBackUntilRestart() async throws {
        let probe = try FilesProbe(folder.file())
        let id = try probe.store("0")
        let lock = try FileFolder(dataFile: folder.file()).removalLock()
        #expect(try lock.take(.shared, at: 0))
        probe.remove(id)
        #expect(probe.stored.count == 1)
        await probe.close()
        lock.release(0)
        let second = try FilesProbe(folder.file(), clock: probe.clock)
        second.files.waitUntilRemoved()
        #expect(second.stored.isEmpty)
        await second.close()
    }

    @Test("A copy without files has none; the first start drops their records, and a later one needs the folder")
    func withoutFiles() async throws {
        let probe = try FilesProbe(folder.file())
        try probe.store("x")
        let copy = folder.file("copy.sqlite")
        try OriginBackup.copy(folder.file(), to: copy, includingFiles: false)
        await probe.close()
        #expect(!FileManager.default.fileExists(atPath: copy + ".files"))
        let restored = try FilesProbe(copy, clock: probe.clock)
        #expect(try restored.ids().isEmpty && restored.reports.count == 1)
        try restored.store("y")
        await restored.close()
        try FileManager.default.removeItem(atPath: copy + ".files")
        #expect(throws: OriginError.self) { try FilesProbe(copy, clock: probe.clock) }
    }

    @Test("A server without files is copied without a folder, and an existing folder is never overwritten")
    func refusals() async throws {
        let probe = try FilesProbe(folder.file())
        let copy = folder.file("copy.sqlite")
        try OriginBackup.copy(folder.file(), to: copy)
        #expect(!FileManager.default.fileExists(atPath: copy + ".files"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("data.sqlite.files")))
        try probe.store("x")
        await probe.close()
        let other = folder.file("other.sqlite")
        try folder.leave("other.sqlite.files/mine", age: 0)
        #expect(throws: OriginError.self) { try OriginBackup.copy(folder.file(), to: other) }
        #expect(FileManager.default.fileExists(atPath: other + ".files/mine"))
        #expect(!FileManager.default.fileExists(atPath: other))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.allSatisfy { !$0.contains("partial") })
    }
}
