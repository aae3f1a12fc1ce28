import Dispatch
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Files of a cluster that a server cannot open at its start", .timeLimit(.minutes(5)))
struct PendingFilesTests {
    private let clock = OriginManualClock()
    private let shared: SharedFiles
    private let reports = ReportedLines()
    private let attempts = Attempts()
    private let channel = Topic(keyset: "demo", name: "a")

    init() {
        shared = SharedFiles(clock: clock)
    }

    /// The outcomes of attempts to open the files.
    private final class Attempts: Sendable {
        private struct State {
            var count = 0
            var failure: StreamFailure?
        }

        private let state = Locked(State())

        /// How many there were.
        var count: Int { state.withLock { $0.count } }

        /// Why the next ones fail; nil if they succeed.
        var failure: StreamFailure? {
            get { state.withLock { $0.failure } }
            set { state.withLock { $0.failure = newValue } }
        }

        func next() throws(StreamFailure) {
            let failure = state.withLock { state in
                state.count += 1
                return state.failure
            }
            if let failure { throw failure }
        }
    }

    private var configuration: OriginConfiguration {
        var configuration = OriginConfiguration(clock: clock)
        configuration.report = { [reports] line in reports.add(line) }
        return configuration
    }

    /// The files of a server that has just failed to open them.
    private func pending(after failure: StreamFailure = StreamFailure("no leader")) -> PendingFiles {
        attempts.failure = failure
        return PendingFiles(after: failure, clock, uploadsIn: "/tmp", report: configuration.report) {
            [attempts, shared, configuration] () async throws(StreamFailure) in
            try attempts.next()
            let connection = SharedFiles.Connection(shared)
            return try ClusterFiles(connection, configuration, uploadsIn: "/tmp", timeout: .seconds(120))
        }
    }

    /// Lets a second pass.
    private func pass() async {
        clock.advance(by: .seconds(1))
        await Task.yield()
    }

    private func record(size: Int) -> FileRecord {
        let id = "6f0d7c1e-52c4-4a0b-9a55-0f6b2d6f7a10"
        return FileRecord(id: id, name: "f", contentType: "a/b", size: size, tag: "t", created: clock.date / 10_000_000)
    }

    @Test("Tries again after pauses that double from 1 s to 60 s, and serves files when an attempt succeeds")
    func pauses() async throws {
        let files = pending()
        for (number, pause) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
            let deadline = clock.uptime + .seconds(pause)
            try #require(await eventually { clock.deadlines == [deadline] })
            #expect(files.readiness == .opening && files.signingKey == nil && files.usage == FileUsage())
            #expect(throws: FileStorageFault.failed) { try files.page(of: channel, after: nil, limit: 1) }
            clock.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(attempts.count == number)
            clock.advance(by: .milliseconds(1))
            try #require(await eventually { attempts.count == number + 1 })
        }
        #expect(reports.all.isEmpty, "further failures are not reported")
        files.setRetention(["demo": MessageRetention(age: .seconds(30))])
        try #require(await eventually { !clock.deadlines.isEmpty })
        attempts.failure = nil
        clock.advance(by: .seconds(60))
        try #require(await eventually { files.readiness == .open })
        #expect(await eventually { reports.all == ["This server serves files now."] })
        #expect(files.signingKey?.count == 32)
        try files.add(record(size: 4), Array("text".utf8)[...], to: channel, quota: nil)
        #expect(try files.page(of: channel, after: nil, limit: 1).files.count == 1)
        // The retention that was set before.
        #expect(await eventually({ files.usage.files == 0 }, otherwise: pass))
        await files.close()
        #expect(attempts.count == 9)
    }

    @Test("A server that stops tries no more")
    func closed() async throws {
        let files = pending()
        try #require(await eventually { !clock.deadlines.isEmpty })
        await files.close()
        #expect(await eventually { clock.deadlines.isEmpty })
        clock.advance(by: .seconds(60))
        #expect(attempts.count == 0 && files.readiness == .opening)
    }

    @Test("Files that an attempt opens after the server has stopped are closed")
    func closedDuringAttempt() async throws {
        let connection = SharedFiles.Connection(shared)
        let (began, end) = (FirstResult<Void>(), FirstResult<Void>())
        let files = PendingFiles(after: StreamFailure("no leader"), clock, uploadsIn: "/tmp", report: reports.add) {
            [configuration] () async throws(StreamFailure) in
            began.end(())
            await end.value()
            return try ClusterFiles(connection, configuration, uploadsIn: "/tmp")
        }
        try #require(await eventually { !clock.deadlines.isEmpty })
        clock.advance(by: .seconds(1))
        await began.value()
        await files.close()
        end.end(())
        #expect(await eventually { connection.isClosed })
        #expect(files.readiness == .opening && reports.all.isEmpty)
    }

    @Test("Files that nobody uses any more are not opened")
    func released() async throws {
        var files: PendingFiles? = pending()
        try #require(await eventually { !clock.deadlines.isEmpty })
        #expect(files?.readiness == .opening)
        files = nil
        #expect(await eventually { clock.deadlines.isEmpty })
    }

    @Test("The server says once that it serves no files, refuses their calls until then, and serves them later")
    func server() async throws {
        let stream = SharedStream(clock: clock)
        let connection = SharedStream.Connection(stream)
        attempts.failure = StreamFailure("no leader")
        connection.openFiles { [attempts, shared] () throws(StreamFailure) in
            try attempts.next()
            return SharedFiles.Connection(shared)
        }
        let storage = try await OpenedStorage.join(connection, configuration).storage
        let core = OriginCore(configuration: configuration, storage: storage)
        await core.join()
        #expect(
            reports.all
                == ["This server serves no files: no leader. It tries again after pauses of 1 to 60 s."]
        )
        let root = "/v1/files/demo/channels/a"
        func status(_ method: String, _ target: String) async -> Int {
            let form = Array(#"{"name":"f"}"#.utf8)
            return await WaitingOrigin(core).submit(OriginRequest(method: method, target: target, body: form)).status
        }
        for (method, target) in [
            ("GET", "\(root)/files"), ("POST", "\(root)/generate-upload-url"), ("POST", "/v1/files/upload"),
            ("DELETE", "\(root)/files/1/f"), ("GET", "\(root)/files/1/f"),
        ] {
            #expect(await status(method, target) == 500)
        }
        #expect(!core.statistics.servesFiles)
        attempts.failure = StreamFailure("no right", isRefused: true)
        // Each pause begins at a time that only its task knows.
        try #require(await eventually({ storage.files?.readiness == .refused }, otherwise: pass))
        // As at a server that has no files.
        #expect(await status("GET", "\(root)/files") == 402)
        attempts.failure = nil
        let first = attempts.count
        try #require(await eventually({ storage.files?.readiness == .open }, otherwise: pass))
        #expect(attempts.count == first + 1)
        #expect(await status("GET", "\(root)/files") == 200)
        #expect(await status("POST", "\(root)/generate-upload-url") == 200)
        #expect(core.statistics.servesFiles)
        #expect(await eventually { reports.all.last == "This server serves files now." } && reports.all.count == 2)
        await core.stop()
    }
}
