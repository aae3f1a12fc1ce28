import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Files next to a data file: storage that fails")
struct FileFailureTests {
    enum Step: CaseIterable {
        case open, write, synchronize, rename
    }

    /// Whether calls fail at present.
    private final class Outage: Sendable {
        private let state = Locked(true)

        /// Sets the error of a full disk if calls fail.
        var isOn: Bool {
            errno = ENOSPC
            return state.withLock { $0 }
        }

        func end() { state.withLock { $0 = false } }
    }

    private let folder: DataFolder
    private let channel = Topic(keyset: "demo", name: "a")

    init() throws { folder = try DataFolder() }

    /// System calls of which one fails during an outage.
    private func calls(failing step: Step, during outage: Outage) -> FileCalls {
        let system = FileCalls.system
        var calls = system
        switch step {
        case .open: calls.open = { path, flags in outage.isOn ? -1 : system.open(path, flags) }
        case .write: calls.write = { descriptor, bytes in outage.isOn ? -1 : system.write(descriptor, bytes) }
        case .synchronize: calls.synchronize = { descriptor in outage.isOn ? -1 : system.synchronize(descriptor) }
        case .rename: calls.rename = { source, target in outage.isOn ? -1 : system.rename(source, target) }
        }
        return calls
    }

    private func record(_ id: String) -> FileRecord {
        FileRecord(id: id, name: "f", contentType: "a/b", size: 3, tag: "t", created: 1)
    }

    @Test("A step that fails leaves nothing, is reported once, and the next upload succeeds", arguments: Step.allCases)
    func failure(step: Step) async throws {
        let lines = ReportedLines()
        var configuration = OriginConfiguration()
        configuration.report = { line in lines.add(line) }
        let file = try DataFile(path: folder.file())
        let outage = Outage()
        let files = try DurableFiles(file, configuration, calls: calls(failing: step, during: outage))
        let id = "00000000-0000-4000-8000-000000000001"
        for _ in 0..<2 {
            #expect(throws: FileStorageFault.failed) {
                try files.add(record(id), [1, 2, 3], to: channel, quota: nil)
            }
        }
        #expect(lines.all.count == 1)
        #expect(files.usage == FileUsage())
        #expect(try files.page(of: channel, after: nil, limit: 9).files.isEmpty)
        #expect(FilesProbe.paths(in: folder.file("data.sqlite.files")).isEmpty)
        outage.end()
        try files.add(record(id), [1, 2, 3], to: channel, quota: nil)
        let stored = try #require(try files.file(FileKey(channel: channel, id: id)))
        #expect(stored.read(0..<3) == [1, 2, 3] && stored.read(1..<2) == [2] && stored.read(1..<4) == nil)
        await files.close()
        file.close()
    }

    @Test("A file that is open stays readable while it is removed")
    func removedWhileOpen() async throws {
        let file = try DataFile(path: folder.file())
        let files = try DurableFiles(file, OriginConfiguration())
        let id = "00000000-0000-4000-8000-000000000001"
        try files.add(record(id), [1, 2, 3], to: channel, quota: nil)
        let key = FileKey(channel: channel, id: id)
        let stored = try #require(try files.file(key))
        try files.remove(key)
        files.waitUntilRemoved()
        #expect(try files.file(key) == nil)
        #expect(stored.read(0..<3) == [1, 2, 3])
        await files.close()
        #expect(throws: FileStorageFault.failed) {
            try files.add(record(id), [1, 2, 3], to: channel, quota: nil)
        }
        file.close()
    }
}
