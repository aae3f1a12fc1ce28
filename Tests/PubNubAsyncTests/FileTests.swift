import Foundation
import PubNub
import PubNubAsync
import PubNubSupport
import PubNubMachines
import PubNubOrigin
import PubNubTestSupport
import Testing

/// Files through the async interface, against the server.
@Suite("Files are sent, received, listed and removed", .timeLimit(.minutes(10)))
struct FileTests {
    private static func client(
        _ address: OriginAddress,
        _ adjust: (inout PubNubClientConfiguration) -> Void = { _ in }
    ) -> PubNubClient {
        client("\(address.host):\(address.port)", adjust)
    }

    private static func client(
        _ origin: String,
        _ adjust: (inout PubNubClientConfiguration) -> Void = { _ in }
    ) -> PubNubClient {
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "me")
        configuration.origin = origin
        configuration.isSecure = false
        adjust(&configuration)
        return PubNubClient(configuration)
    }

    private static func content(of download: FileDownload) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in download { bytes += piece }
        return bytes
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) }
    }

    @Test(
        "A subscriber receives the message about the file, with the caption, and downloads what was sent",
        arguments: [0, 1, 70_000, 5_242_880]
    )
    func sends(size: Int) async throws {
        try await withOrigin { _, address in
            let client = Self.client(address)
            let content = Self.bytes(size)
            var options = FileOptions()
            options.message = ["text": "The plan"]
            options.metadata = ["kind": "plan"]
            options.customType = "plan-of-day"
            let steps = Locked<[TransferProgress]>([])
            let sending = options
            let (sent, received) = try await client.subscribe(to: ["room"]) { subscription -> (SentFile, FileMessage) in
                let sent = try await client.sendFile(.bytes(content, name: "plan.pdf"), to: "room", options: sending) {
                    step in
                    steps.withLock { $0.append(step) }
                }
                for try await event in subscription {
                    if case .file(let message) = event { return (sent, message) }
                }
                throw CancellationError()
            }
            #expect(received.file == sent.file && sent.file.name == "plan.pdf" && received.timetoken == sent.timetoken)
            #expect(
                received.message == ["text": "The plan"] && received.publisher == "me" && received.channel == "room"
            )
            #expect(try received.decode(as: [String: String].self) == ["text": "The plan"])
            #expect(received.envelope.metadata == ["kind": "plan"] && received.envelope.customType == "plan-of-day")
            let progress = steps.withLock { $0 }
            #expect(progress.last?.bytes == size && progress.allSatisfy { $0.total == size })
            #expect(progress.map(\.bytes) == progress.map(\.bytes).sorted())

            let download = try await client.downloadFile(received.file, from: "room")
            #expect(download.storedLength == size && download.contentType == "application/pdf" && !download.isPart)
            let again = try await client.downloadFile(received.file, from: "room")
            #expect(download.entityTag?.isEmpty == false && again.entityTag == download.entityTag)
            #expect(try await Self.content(of: download) == content)
            await client.shutdown()
        }
    }

    @Test("History says which messages are about files, in both orders")
    func history() async throws {
        try await withOrigin { _, address in
            let client = Self.client(address)
            try await client.publish("before", to: "room")
            let sent = try await client.sendFile(.bytes([1, 2, 3], name: "a.bin"), to: "room")
            for history in [client.history(of: "room"), client.history(of: "room", from: .oldest)] {
                var files: [FileReference?] = []
                for try await message in history { files.append(message.fileMessage?.file) }
                #expect(files.count == 2 && files.compactMap(\.self) == [sent.file])
            }
            await client.shutdown()
        }
    }

    @Test("A list goes on over pages, in the order of the identifiers, with sizes and dates; a removed file is gone")
    func lists() async throws {
        try await withOrigin { _, address in
            let client = Self.client(address)
            var sent: [FileReference] = []
            for number in 0..<103 {
                sent.append(
                    try await client.sendFile(.bytes(Self.bytes(number), name: "\(number).txt"), to: "room").file
                )
            }
            func listed() async throws -> [StoredFile] {
                var files: [StoredFile] = []
                for try await file in client.files(of: "room") { files.append(file) }
                return files
            }
            let files = try await listed()
            #expect(files.map(\.file.id) == sent.map(\.id).sorted())
            #expect(
                files.allSatisfy { "\($0.size).txt" == $0.file.name && abs($0.created.timeIntervalSinceNow) < 3600 }
            )
            try await client.deleteFile(sent[0], from: "room")
            try await client.deleteFile(sent[0], from: "room")
            #expect(try await listed().count == 102)
            let error = await #expect(throws: PubNubError.self) { try await client.downloadFile(sent[0], from: "room") }
            #expect(error?.code == .notFound && error?.file == sent[0])
            for try await file in client.files(of: "empty") { Issue.record("\(file)") }
            await client.shutdown()
        }
    }

    @Test(
        "With a cipher key bytes and caption are encrypted, in each format; who has no key gets the stored bytes",
        arguments: CipherScheme.allCases
    )
    func encrypts(format: CipherScheme) async throws {
        try await withOrigin { _, address in
            let client = Self.client(address) {
                $0.cipherKey = "enigma"
                $0.cipherScheme = format
            }
            let content = Self.bytes(100_000)
            var options = FileOptions()
            options.message = "secret"
            let sent = try await client.sendFile(.bytes(content, name: "a.bin"), to: "room", options: options)
            #expect(try await Self.content(of: client.downloadFile(sent.file, from: "room")) == content)
            var iterator = client.history(of: "room").makeAsyncIterator()
            #expect(try await iterator.next()?.fileMessage?.message == "secret")

            let plain = Self.client(address)
            let stored = try await Self.content(of: plain.downloadFile(sent.file, from: "room"))
            #expect(
                stored.count == (format == .header ? 26 : 16) + 100_000 / 16 * 16 + 16
                    && stored.starts(with: "PNED".utf8) == (format == .header)
            )
            #expect(try await Self.content(of: client.downloadFile(sent.file, from: "room", decrypts: false)) == stored)
            var other = plain.history(of: "room").makeAsyncIterator()
            let message = try #require(try await other.next())
            #expect(message.fileMessage == nil && message.json.string?.contains("secret") == false)

            let open = try await plain.sendFile(.bytes(Self.bytes(1000), name: "b.bin"), to: "room")
            let error = await #expect(throws: PubNubError.self) {
                try await Self.content(of: client.downloadFile(open.file, from: "room"))
            }
            #expect(error?.code == .encryption)
            await client.shutdown()
            await plain.shutdown()
        }
    }

    @Test("A part of a file is requested by its range")
    func range() async throws {
        try await withOrigin { _, address in
            let client = Self.client(address)
            let content = Self.bytes(10_000)
            let file = try await client.sendFile(.bytes(content, name: "a.bin"), to: "room").file
            let part = try await client.downloadFile(file, from: "room", range: 100..<300)
            #expect(part.isPart && part.storedLength == 200)
            #expect(try await Self.content(of: part) == Array(content[100..<300]))
            for range in [5..<5, -1..<5] {
                let error = await #expect(throws: PubNubError.self) {
                    try await client.downloadFile(file, from: "room", range: range)
                }
                #expect(error?.code == .invalidArgument)
            }
            await #expect(throws: PubNubError.self) {
                try await client.downloadFile(file, from: "room", range: 20_000..<20_001)
            }
            await client.shutdown()
        }
    }

    @Test(
        "A file of the machine is sent by its path and downloaded to another, which appears whole, private, and replaces nothing unasked"
    )
    func paths() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, target) = (
            folder.appendingPathComponent("a b.txt").path, folder.appendingPathComponent("copy").path
        )
        let content = Self.bytes(300_000)
        try Data(content).write(to: URL(fileURLWithPath: source))
        try await withOrigin { _, address in
            let client = Self.client(address)
            let file = try await client.sendFile(.file(at: source), to: "room").file
            #expect(file.name == "a b.txt")
            let last = Locked<TransferProgress?>(nil)
            let count = try await client.downloadFile(file, from: "room", to: target) { step in
                last.withLock { $0 = step }
            }
            let progress = last.withLock { $0 }
            #expect(count == content.count && progress?.bytes == count && progress?.total == count)
            #expect(FileManager.default.contents(atPath: target) == Data(content))
            let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let error = await #expect(throws: PubNubError.self) {
                try await client.downloadFile(file, from: "room", to: target)
            }
            #expect(error?.code == .invalidArgument && error?.reason.contains("exists") == true)
            try await client.downloadFile(file, from: "room", to: target, replacing: true)
            let missing = FileReference(id: "none", name: "none")
            await #expect(throws: PubNubError.self) {
                try await client.downloadFile(missing, from: "room", to: target, replacing: true)
            }
            #expect(FileManager.default.contents(atPath: target) == Data(content))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a b.txt", "copy"])
            for path in [folder.path, "/no/such/file"] {
                let error = await #expect(throws: PubNubError.self) {
                    try await client.sendFile(.file(at: path, name: "x"), to: "room")
                }
                #expect(error?.code == .invalidArgument)
            }
            await client.shutdown()
        }
    }

    @Test("A source with more or fewer bytes than it announced, or that fails, stores nothing; one with as many does")
    func streams() async throws {
        struct Fault: Error {}
        func source(_ pieces: [Int], fails: Bool = false) -> AsyncThrowingStream<[UInt8], any Error> {
            AsyncThrowingStream { continuation in
                for count in pieces { continuation.yield(Self.bytes(count)) }
                continuation.finish(throwing: fails ? Fault() : nil)
            }
        }
        try await withOrigin { _, address in
            let client = Self.client(address)
            let file = try await client.sendFile(.stream(source([10, 0, 5]), length: 15, name: "a.bin"), to: "room")
                .file
            #expect(
                try await Self.content(of: client.downloadFile(file, from: "room")) == Self.bytes(10) + Self.bytes(5)
            )
            for (upload, isFailure) in [
                (FileUpload.stream(source([10]), length: 11, name: "a.bin"), false),
                (.stream(source([10, 10]), length: 11, name: "a.bin"), false),
                (.stream(source([10], fails: true), length: 11, name: "a.bin"), true),
            ] {
                let error = await #expect(throws: PubNubError.self) { try await client.sendFile(upload, to: "room") }
                #expect(error?.code == .invalidArgument && (error?.underlying is Fault) == isFailure)
            }
            var count = 0
            for try await _ in client.files(of: "room") { count += 1 }
            #expect(count == 1)
            await client.shutdown()
        }
    }

    @Test(
        "A file beyond the limit of the server is an error with the words of the storage, and its message is not sent"
    )
    func tooLarge() async throws {
        var configuration = OriginConfiguration()
        configuration.limits.fileSize = 100_000
        try await withOrigin(configuration) { _, address in
            let client = Self.client(address)
            let error = await #expect(throws: PubNubError.self) {
                try await client.sendFile(.bytes(Self.bytes(150_000), name: "a.bin"), to: "room")
            }
            #expect(error?.code == .fileTooLarge && error?.reason.contains("maximum allowed size") == true)
            var messages = client.history(of: "room").makeAsyncIterator()
            let message = try await messages.next()
            #expect(message == nil)
            await client.shutdown()
        }
    }

    @Test(
        "A message that is refused for now is sent again, without a second upload; one that is refused for good is an error with the file"
    )
    func publishAgain() async throws {
        var configuration = OriginConfiguration()
        configuration.faults = FaultPlan(rules: [
            FaultRule(.status(429), family: .publish, channel: "room", occurrence: .first(1)),
            FaultRule(.status(403), family: .publish, channel: "closed"),
        ])
        try await withOrigin(configuration) { _, address in
            let client = Self.client(address)
            let sent = try await client.sendFile(.bytes([1], name: "a.bin"), to: "room")
            var files: [StoredFile] = []
            for try await file in client.files(of: "room") { files.append(file) }
            #expect(files.map(\.file) == [sent.file])
            let error = await #expect(throws: PubNubError.self) {
                try await client.sendFile(.bytes([1], name: "b.bin"), to: "closed")
            }
            let file = try #require(error?.file)
            #expect(error?.code == .accessDenied && file.name == "b.bin")
            #expect(try await Self.content(of: client.downloadFile(file, from: "closed")) == [1])
            await client.shutdown()
        }
    }

    private static func faults(_ action: FaultAction, _ numbers: [Int]) -> OriginConfiguration {
        var configuration = OriginConfiguration()
        configuration.faults = FaultPlan(
            rules: numbers.map { FaultRule(action, family: .files, occurrence: .nth($0)) }
        )
        return configuration
    }

    private static func listed(_ client: PubNubClient) async throws -> [FileReference] {
        var files: [FileReference] = []
        for try await file in client.files(of: "room") { files.append(file.file) }
        return files
    }

    // The first request asks for the form, the second is the upload.
    @Test(
        "An upload that ends with its connection, or that is refused for now, is repeated, and one file is stored and announced",
        arguments: [FaultAction.drop, .reset, .dropResponse, .status(503)]
    )
    func uploadAgain(fault: FaultAction) async throws {
        try await withOrigin(Self.faults(fault, [2])) { server, address in
            let client = Self.client(address)
            let path = NSTemporaryDirectory() + UUID().uuidString
            let content = Self.bytes(100_000)
            try Data(content).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let progress = Locked<[TransferProgress]>([])
            let sent = try await client.sendFile(.file(at: path, name: "a.bin"), to: "room") { step in
                progress.withLock { $0.append(step) }
            }
            #expect(try await Self.listed(client) == [sent.file])
            #expect(try await Self.content(of: client.downloadFile(sent.file, from: "room")) == content)
            #expect(progress.withLock { $0.last?.bytes } == content.count)
            var messages: [FileReference?] = []
            for try await message in client.history(of: "room") { messages.append(message.fileMessage?.file) }
            #expect(messages == [sent.file])
            #expect(server.statistics.fileUploads[.stored] == 1)
            await client.shutdown()
        }
    }

    @Test("A form that another attempt has used is replaced, and an empty file that was stored is found")
    func usedForm() async throws {
        // The upload is stored, and the two requests that look for its file fail: the same form is then refused.
        try await withOrigin(Self.faults(.dropResponse, [2, 3])) { server, address in
            let client = Self.client(address)
            let sent = try await client.sendFile(.bytes([], name: "a.bin"), to: "room")
            #expect(try await Self.listed(client) == [sent.file])
            #expect(server.statistics.fileUploads[.stored] == 1)
            await client.shutdown()
        }
        try await withOrigin(Self.faults(.dropResponse, [2, 3, 5])) { server, address in
            let client = Self.client(address)
            let sent = try await client.sendFile(.bytes([1], name: "a.bin"), to: "room")
            #expect(try await Self.listed(client).contains(sent.file))
            #expect(try await Self.content(of: client.downloadFile(sent.file, from: "room")) == [1])
            await client.shutdown()
        }
    }

    @Test("An upload is repeated 3 times at most, and its error is the last one, without a file; no message is sent")
    func uploadFails() async throws {
        try await withOrigin(Self.faults(.status(503), [2, 3, 4, 5])) { server, address in
            let client = Self.client(address)
            let error = await #expect(throws: PubNubError.self) {
                try await client.sendFile(.bytes([1], name: "a.bin"), to: "room")
            }
            #expect(error?.code == .refused && error?.statusCode == 503 && error?.file == nil)
            #expect(try await Self.listed(client).isEmpty)
            var messages = client.history(of: "room").makeAsyncIterator()
            let message = try await messages.next()
            #expect(message == nil)
            // The sixth request to the files service is the list.
            let sent = try await client.sendFile(.bytes([1], name: "b.bin"), to: "room")
            #expect(try await Self.listed(client) == [sent.file])
            await client.shutdown()
        }
    }

    @Test("A stream is sent once: its error says that the outcome is unknown")
    func streamOnce() async throws {
        try await withOrigin(Self.faults(.dropResponse, [2])) { server, address in
            let client = Self.client(address)
            let pieces = AsyncStream<[UInt8]> { continuation in
                continuation.yield([1, 2, 3])
                continuation.finish()
            }
            let error = await #expect(throws: PubNubError.self) {
                try await client.sendFile(.stream(pieces, length: 3, name: "a.bin"), to: "room")
            }
            #expect(error?.code == .connectionLost && error?.isOutcomeUnknown == true && error?.file == nil)
            let listed = try await Self.listed(client)
            #expect(listed.count == 1)
            #expect(server.statistics.fileUploads[.stored] == 1)
            await client.shutdown()
        }
    }

    @Test("A cancelled task does not repeat its upload")
    func cancelsPause() async throws {
        try await withOrigin(Self.faults(.status(503), [2, 3, 4, 5])) { server, address in
            let client = Self.client(address)
            let before = server.requestCount
            let upload = Task { try await client.sendFile(.bytes([1], name: "a.bin"), to: "room") }
            // The third attempt begins a second after the second at the earliest.
            try await until { server.requestCount >= before + 3 }
            upload.cancel()
            let error = await #expect(throws: PubNubError.self) { try await upload.value }
            #expect(error?.code == .cancelled)
            #expect(try await Self.listed(client).isEmpty)
            await client.shutdown()
        }
    }

    @Test("A cancelled task ends an upload and a download at once; a download that nobody reads holds up nothing else")
    func cancels() async throws {
        try await withOrigin { server, address in
            let client = Self.client(address)
            let (pieces, feed) = AsyncStream<[UInt8]>.makeStream()
            feed.yield([1])
            let upload = Task { try await client.sendFile(.stream(pieces, length: 10, name: "a.bin"), to: "room") }
            try await until { server.statistics.connections >= 2 }
            upload.cancel()
            let error = await #expect(throws: PubNubError.self) { try await upload.value }
            #expect(error?.code == .cancelled)

            let file = try await client.sendFile(.bytes(Self.bytes(5_000_000), name: "b.bin"), to: "room").file
            let unread = try await client.downloadFile(file, from: "room")
            try await client.publish("meanwhile", to: "room")
            let download = Task {
                var iterator = unread.makeAsyncIterator()
                _ = try await iterator.next()
                withUnsafeCurrentTask { $0?.cancel() }
                while try await iterator.next() != nil {}
            }
            let ended = await #expect(throws: PubNubError.self) { try await download.value }
            #expect(ended?.code == .cancelled)
            await client.shutdown()
        }
    }

    @Test("A shutdown ends transfers, which fail; none begins after it")
    func shutdown() async throws {
        try await withOrigin { server, address in
            let client = Self.client(address)
            let (pieces, feed) = AsyncStream<[UInt8]>.makeStream()
            feed.yield([1])
            let upload = Task { try await client.sendFile(.stream(pieces, length: 10, name: "a.bin"), to: "room") }
            try await until { server.statistics.connections >= 2 }
            await client.shutdown(deadline: .zero)
            // The source neither ends nor has further bytes.
            let ended = await #expect(throws: PubNubError.self) { try await upload.value }
            #expect(ended?.code != .invalidArgument)
            feed.finish()
            let error = await #expect(throws: PubNubError.self) {
                try await client.downloadFile(FileReference(id: "a", name: "b"), from: "room")
            }
            #expect(error?.code == .shuttingDown)
        }
    }

    @Test("A cancelled upload ends while its source waits and does not heed the cancellation")
    func cancelledWithDeafSource() async throws {
        try await withOrigin { server, address in
            let client = Self.client(address)
            let source = DeafSource()
            let upload = Task { try await client.sendFile(.stream(source, length: 10, name: "a.bin"), to: "room") }
            await source.wasAsked.value()
            upload.cancel()
            let error = await #expect(throws: PubNubError.self) { try await upload.value }
            #expect(error?.code == .cancelled)
            source.release.end(())
        }
    }

    @Test("A shutdown during the upload of a file waits for the upload and for the message about it")
    func shutdownDuringUpload() async throws {
        try await withOrigin { server, address in
            let client = Self.client(address)
            let (pieces, feed) = AsyncStream<[UInt8]>.makeStream()
            feed.yield([1])
            let upload = Task { try await client.sendFile(.stream(pieces, length: 10, name: "a.bin"), to: "room") }
            try await until { server.statistics.connections >= 2 }
            let shutdown = Task { await client.shutdown(deadline: .seconds(600)) }
            while (try? await client.time()) != nil { await Task.yield() }
            feed.yield(Self.bytes(9))
            feed.finish()
            let sent = try await upload.value
            #expect(sent.timetoken > 0)
            await shutdown.value
        }
    }

    @Test("Names and identifiers that cannot be part of an address are errors before any request")
    func names() async throws {
        let client = Self.client("127.0.0.1:1")
        for (id, name) in [("", "a"), ("a", ""), ("..", "a"), ("a", ".")] {
            let error = #expect(throws: PubNubError.self) {
                try client.fileURL(of: FileReference(id: id, name: name), in: "room")
            }
            #expect(error?.code == .invalidArgument)
        }
        #expect(throws: PubNubError.self) { try client.fileURL(of: FileReference(id: "a", name: "b"), in: "a,b") }
        let address = try client.fileURL(of: FileReference(id: "a/b", name: "ü ?.txt"), in: "room")
        #expect(
            address.hasPrefix("http://127.0.0.1:1/v1/files/demo/channels/room/files/a%2Fb/%C3%BC%20%3F.txt?uuid=me")
        )
        await client.shutdown(deadline: .zero)
    }
}

/// Bytes that do not come, from a source that does not heed a cancellation.
private struct DeafSource: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let wasAsked = FirstResult<Void>()
    let release = FirstResult<Void>()

    func makeAsyncIterator() -> DeafSource { self }

    func next() async throws -> [UInt8]? {
        wasAsked.end(())
        await release.value()
        return nil
    }
}
