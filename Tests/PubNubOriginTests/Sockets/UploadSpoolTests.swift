import Dispatch
import Foundation
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Uploads on the disk while they arrive")
struct UploadSpoolTests {
    /// A disk that opens no file before it is released.
    private final class Disk: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        let isWorking: Bool

        init(isWorking: Bool = true) { self.isWorking = isWorking }

        func release() { gate.signal() }

        func open() -> Int32 {
            gate.wait()
            guard isWorking else { return -1 }
            var template = Array("\(NSTemporaryDirectory())spool-XXXXXX".utf8CString)
            let descriptor = mkstemp(&template)
            if descriptor >= 0 { unlink(template) }
            return descriptor
        }
    }

    /// Files in memory, with forms on a disk.
    private final class SpooledFiles: FileStorage {
        let disk: Disk
        private let files = MemoryFiles(limits: OriginLimits())

        init(_ disk: Disk) { self.disk = disk }

        var signingKey: [UInt8]? { files.signingKey }
        var waitsForDisk: Bool { true }
        var usage: FileUsage { files.usage }

        func add(
            _ record: FileRecord,
            _ content: ArraySlice<UInt8>,
            to channel: Topic,
            quota: Int?
        ) throws(FileStorageFault) {
            try files.add(record, content, to: channel, quota: quota)
        }

        func page(of channel: Topic, after last: String?, limit: Int) -> FilePage {
            files.page(of: channel, after: last, limit: limit)
        }

        func file(_ key: FileKey) -> OriginStoredFile? { files.file(key) }

        func remove(_ key: FileKey) { files.remove(key) }

        func openUnnamed() -> Int32 { disk.open() }
    }

    /// Storage in memory with these files.
    private struct Source: OriginStorageSource {
        let files: SpooledFiles

        var cluster: ClusterIdentity? { nil }

        func open(
            _ configuration: OriginConfiguration,
            _ monitor: OriginMonitor
        ) async throws -> (storage: OpenedStorage, cluster: JoinedCluster?) {
            let memory = OpenedStorage.memory(configuration)
            return (OpenedStorage(log: memory.log, archive: memory.archive, state: memory.state, files: files), nil)
        }
    }

    @Test("Bytes are stored in their order, and reading pauses while too many wait for the disk")
    func order() async throws {
        let disk = Disk()
        let spool = UploadSpool(room: 1000) { disk.open() }
        let parts = (0..<50).map { [UInt8](repeating: UInt8($0), count: 100) }
        for part in parts.prefix(10) { spool.append(part) }
        #expect(!spool.isBehind {})
        for part in parts.dropFirst(10) { spool.append(part) }
        let isResumed = Locked(false)
        #expect(spool.isBehind { isResumed.withLock { $0 = true } })
        #expect(!isResumed.withLock { $0 })
        disk.release()
        let contents = try await onOwnThread { spool.contents() }
        #expect(contents == parts.flatMap { $0 })
        #expect(isResumed.withLock { $0 } && !spool.isBehind {})
    }

    @Test("A form that the disk does not take has no contents, and its bytes leave the memory")
    func failure() async throws {
        let disk = Disk(isWorking: false)
        let spool = UploadSpool(room: 10) { disk.open() }
        for _ in 0..<3 { spool.append([1, 2, 3, 4, 5]) }
        #expect(spool.isBehind {})
        disk.release()
        #expect(try await onOwnThread { spool.contents() } == nil)
        #expect(!spool.isBehind {})
        let empty = UploadSpool(room: 10) { -1 }
        #expect(empty.contents() == [])
    }

    @Test("A server takes large uploads as fast as the disk does, and the connection serves further requests")
    func server() async throws {
        let disk = Disk()
        let files = SpooledFiles(disk)
        var configuration = OriginConfiguration()
        configuration.storageSettings = Source(files: files)
        // A part of what a connection reads at a time.
        configuration.limits.fileUploadBytes = 64 * 16 * 1024
        let content = (0..<(3 * 1024 * 1024)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                for _ in 0..<2 {
                    let form = try #require(connection.uploadForm())
                    let other = try #require(RawConnection(port: address.port))
                    // The disk is released when another request was served, so that the upload does not keep others waiting.
                    let release = DispatchQueue(label: "release")
                    release.async {
                        other.get("/time/0")
                        _ = other.answer()
                        disk.release()
                    }
                    #expect(connection.upload(content, form)?.status == 204)
                    release.sync {}
                    let stored = files.file(FileKey(channel: Topic(keyset: "demo", name: "a"), id: form.id))
                    #expect(stored?.read(0..<content.count) == content)
                }
            }
            #expect(server.statistics.fileUploads[.stored] == 2)
        }
    }

    @Test("An upload that the disk does not take gets 500, and the connection serves further requests")
    func failingServer() async throws {
        let disk = Disk(isWorking: false)
        var configuration = OriginConfiguration()
        configuration.storageSettings = Source(files: SpooledFiles(disk))
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                let form = try #require(connection.uploadForm())
                disk.release()
                #expect(connection.upload([UInt8](repeating: 1, count: 1024 * 1024), form)?.status == 500)
                connection.get("/time/0")
                #expect(connection.answer()?.status == 200)
            }
            #expect(server.statistics.fileUploads[.failed] == 1)
        }
    }
}
