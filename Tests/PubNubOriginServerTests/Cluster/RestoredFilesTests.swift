import GRDB
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Files of a cluster that is restored from a backup", .timeLimit(.minutes(5)))
struct RestoredFilesTests {
    private static let id = "6f0d7c1e-52c4-4a0b-9a55-0f6b2d6f7a10"
    private let clock = OriginManualClock()
    private let folder: DataFolder
    private let reports = ReportedLines()
    private let channel = Topic(keyset: "demo", name: "a")

    init() throws { folder = try DataFolder() }

    private var configuration: OriginConfiguration {
        var configuration = OriginConfiguration(clock: clock).storing(in: .file(folder.file()))
        configuration.report = { [reports] line in reports.add(line) }
        return configuration
    }

    private func connection(_ stream: SharedStream, restores: Bool = false) -> SharedStream.Connection {
        SharedStream.Connection(stream, restores: restores)
    }

    /// Starts a server of the cluster without sockets, and stops it.
    private func join(_ source: any OriginStreamSource) async throws {
        let (storage, settings, _) = try await OpenedStorage.join(source, configuration)
        var joined = configuration
        joined.region = settings.epoch
        let core = OriginCore(configuration: joined, storage: storage)
        await core.join()
        await core.stop()
    }

    private func refusal(_ source: any OriginStreamSource) async -> String {
        let error = await #expect(throws: OriginError.self) { try await join(source) }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return ""
        }
        return text
    }

    /// Makes the data file of a server whose cluster is lost, as a backup with a file or without.
    private func makeBackup(hasFile: Bool = true) async throws {
        try await join(connection(SharedStream(clock: clock)))
        guard hasFile else { return }
        let bytes = Array("text".utf8)
        let record = FileRecord(
            id: Self.id,
            name: "f",
            contentType: "a/b",
            size: bytes.count,
            tag: "t",
            created: clock.date / 10_000_000
        )
        try FileFolder(dataFile: folder.file()).write(bytes[...], as: Self.id)
        let file = try DataFile(path: folder.file())
        defer { file.close() }
        try file.write { try record.insert(in: channel, $0) }
    }

    @Test("Without the stream of files the start fails with the reason, and the same file restores the cluster later")
    func unavailable() async throws {
        try await makeBackup()
        let refused = connection(SharedStream(clock: clock), restores: true)
        refused.openFiles { () throws(StreamFailure) -> any FileStream in
            throw StreamFailure("no right", isRefused: true)
        }
        let text = await refusal(refused)
        #expect(text.hasPrefix("The files of the backup cannot be stored: no right."), "\(text)")
        #expect(text.hasSuffix("Delete the stream of the log, and restore the cluster again."), "\(text)")
        #expect(!reports.all.contains { $0.contains("serves no files") }, "\(reports.all)")
        // A cluster without any stream of files would lose them as well.
        let without = connection(SharedStream(clock: clock), restores: true)
        #expect(await refusal(without).hasPrefix("The files of the backup cannot be stored. Delete the stream"))
        let shared = SharedFiles(clock: clock)
        let restored = connection(SharedStream(clock: clock), restores: true)
        restored.openFiles { () throws(StreamFailure) -> any FileStream in SharedFiles.Connection(shared) }
        try await join(restored)
        #expect(shared.recordCount == 1 && shared.contents.count == 1)
        #expect(reports.all.contains { $0.hasPrefix("1 of the 1 files of the backup were stored.") }, "\(reports.all)")
    }

    @Test("A backup without files restores the cluster without the stream of files, which the server opens later")
    func withoutFiles() async throws {
        try await makeBackup(hasFile: false)
        let source = connection(SharedStream(clock: clock), restores: true)
        source.openFiles { () throws(StreamFailure) -> any FileStream in throw StreamFailure("no leader") }
        try await join(source)
        #expect(reports.all.contains { $0.hasPrefix("This server serves no files: no leader.") }, "\(reports.all)")
    }

    /// A source that finds out before it creates the log that files cannot be stored.
    private struct CheckingSource: OriginStreamSource {
        let connection: SharedStream.Connection
        var isChecking = false
        var cluster: String { connection.cluster }
        var restores: Bool { connection.restores }
        var node: String? { connection.node }

        var requiringFiles: any OriginStreamSource { CheckingSource(connection: connection, isChecking: true) }

        func open(
            first: [UInt8]?,
            checkOther: @escaping @Sendable ([UInt8]) throws(OriginError) -> Void,
            waiting: @escaping @Sendable (String) -> Void,
            report: @escaping @Sendable (String) -> Void
        ) async throws(OriginError) -> any OriginStream {
            if isChecking { throw .cannotJoin("No files.") }
            return try await connection.open(first: first, checkOther: checkOther, waiting: waiting, report: report)
        }
    }

    @Test("The stream of files is checked before the log is created, if the backup has files, which stays as it was")
    func checkedFirst() async throws {
        try await makeBackup()
        let facts = try DataFileFacts.read(folder.file())
        let stream = SharedStream(clock: clock)
        #expect(await refusal(CheckingSource(connection: connection(stream, restores: true))) == "No files.")
        #expect(stream.count == 0)
        #expect(try DataFileFacts.read(folder.file()) == facts)
        let file = try DataFile(path: folder.file())
        try file.write { try FileRecord.delete(identifiers: [Self.id], $0) }
        file.close()
        try await join(CheckingSource(connection: connection(stream, restores: true)))
        #expect(stream.count > 0)
    }
}
