import Foundation
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Files next to a data file")
struct DurableFilesTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    private func probe(
        clock: OriginManualClock = OriginManualClock(),
        _ change: (inout OriginConfiguration) -> Void = { _ in }
    ) throws -> FilesProbe {
        var configuration = OriginConfiguration()
        change(&configuration)
        return try FilesProbe(folder.file(), clock: clock, configuration)
    }

    @Test("A restart keeps files, addresses and forms, and what was removed stays removed")
    func restart() async throws {
        let first = try probe()
        let id = try first.store("Knights who say Ni!")
        let removed = try first.store("x", "x.txt")
        #expect(first.remove(removed, "y.txt") == 200 && first.files.usage.files == 2)
        #expect(first.remove(removed, "x.txt") == 200 && first.files.usage.files == 1)
        let address = try first.address(id)
        let list = try first.list()
        let form = try first.form("late.txt")
        await first.close()

        let second = try probe(clock: first.clock)
        #expect(try second.list() == list)
        #expect(second.content(address) == "Knights who say Ni!")
        #expect(second.upload("late", form)?.status == 204)
        #expect(try second.text(second.id(form), "late.txt") == "late")
        #expect(second.files.usage.files == 2 && second.files.usage.bytes == 23)
        #expect(second.stored.count == 2 && second.reports.isEmpty)
        await second.close()
    }

    @Test("A form stores one file, also across a restart")
    func usedForm() async throws {
        let first = try probe()
        let form = try first.form()
        #expect(first.upload("one", form)?.status == 204)
        await first.close()
        let second = try probe(clock: first.clock)
        #expect(second.upload("two", form)?.status == 403)
        #expect(try second.text(second.id(form)) == "one")
        await second.close()
    }

    @Test("Folders have mode 0700 and files mode 0600, also those that others could enter")
    func modes() async throws {
        let first = try probe()
        let id = try first.store("secret")
        await first.close()
        let root = folder.file("data.sqlite.files")
        let part = "\(root)/\(id.prefix(2))"
        #expect(try folder.mode("\(part)/\(id)") == 0o600)
        for path in [root, part] {
            #expect(try folder.mode(path) == 0o700)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let second = try probe(clock: first.clock)
        #expect(try folder.mode(root) == 0o700 && folder.mode(part) == 0o700)
        await second.close()
    }

    @Test("No name and no identifier of a client becomes a path")
    func names() async throws {
        let probe = try probe()
        let id = try probe.store("x", "../../etc/passwd")
        #expect(probe.stored == ["\(id.prefix(2))/\(id)"])
        try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("mine")))
        for other in ["..%2F..%2Fmine", "%2E%2E", "..%2Fdata.sqlite", id.uppercased(), id + "%00"] {
            #expect(try probe.text(other) == nil)
            #expect(probe.remove(other) == 200)
        }
        #expect(try probe.text(id, "etcpasswd") == "x")
        #expect(FileManager.default.fileExists(atPath: folder.file("mine")))
        #expect(probe.send("GET", "/v1/files/demo/channels/a%00b/files")?.status == 400)
        await probe.close()
    }

    @Test("A start removes old bytes without a record and old temporary files, and nothing else")
    func leftovers() async throws {
        let first = try probe()
        let id = try first.store("x")
        await first.close()
        let root = "data.sqlite.files"
        let (old, new) = ("00000000-0000-4000-8000-000000000000", "01000000-0000-4000-8000-000000000000")
        try folder.leave("\(root)/00/\(old)", age: 700)
        try folder.leave("\(root)/01/\(new)", age: 60)
        try folder.leave("\(root)/00/.old.tmp", age: 700)
        try folder.leave("\(root)/01/.new.tmp", age: 60)
        try folder.leave("\(root)/00/README", age: 700)
        try folder.leave("\(root)/.spool.tmp", age: 700)
        let second = try probe(clock: first.clock)
        let expected = ["00/README", "01/.new.tmp", "01/\(new)", "\(id.prefix(2))/\(id)"]
        #expect(second.stored == expected.sorted())
        #expect(try second.ids() == [id])
        #expect(!FileManager.default.fileExists(atPath: folder.file("\(root)/.spool.tmp")))
        await second.close()
    }

    @Test("The form of an upload is stored in a file that has no name, and that no other user may read")
    func unnamed() async throws {
        let probe = try probe()
        let descriptor = probe.files.openUnnamed()
        #expect(descriptor >= 0)
        defer { Foundation.close(descriptor) }
        var facts = stat()
        #expect(fstat(descriptor, &facts) == 0 && facts.st_mode & 0o777 == 0o600 && facts.st_nlink == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("data.sqlite.files")).isEmpty)
        await probe.close()
    }

    @Test("A start drops records without bytes, with one line for all of them")
    func missingBytes() async throws {
        let first = try probe()
        let ids = try (0..<3).map { try first.store("\($0)") }
        let address = try first.address(ids[0])
        await first.close()
        for id in ids.dropLast() {
            try FileManager.default.removeItem(atPath: folder.file("data.sqlite.files/\(id.prefix(2))/\(id)"))
        }
        let second = try probe(clock: first.clock)
        #expect(second.reports.count == 1 && second.reports.first?.hasPrefix("2 files have no bytes") == true)
        #expect(try second.ids() == [ids[2]])
        #expect(second.send("GET", address)?.status == 404)
        #expect(second.files.usage.files == 1 && second.files.usage.bytes == 1)
        await second.close()
    }

    @Test("A folder that cannot be read ends the start, and no record is dropped")
    func unreadable() async throws {
        let first = try probe()
        let id = try first.store("x")
        await first.close()
        let part = folder.file("data.sqlite.files/\(id.prefix(2))")
        try FileManager.default.moveItem(atPath: part, toPath: folder.file("aside"))
        try Data().write(to: URL(fileURLWithPath: part))
        #expect(throws: OriginError.self) { try probe(clock: first.clock) }
        try FileManager.default.removeItem(atPath: part)
        try FileManager.default.moveItem(atPath: folder.file("aside"), toPath: part)
        let second = try probe(clock: first.clock)
        #expect(try second.text(id) == "x")
        await second.close()
    }

    @Test("A data file without the folder of its files is refused with the name of the folder")
    func missingFolder() async throws {
        let first = try probe()
        let id = try first.store("x")
        await first.close()
        let (root, aside) = (folder.file("data.sqlite.files"), folder.file("aside"))
        try FileManager.default.moveItem(atPath: root, toPath: aside)
        for _ in 0..<2 {
            let error = #expect(throws: OriginError.self) { try probe(clock: first.clock) }
            guard case .cannotOpen(let text)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.contains("does not exist: ") && text.contains("/data.sqlite.files"))
        }
        let faults = OriginConfiguration().storing(in: .file(folder.file())).fileFaults()
        #expect(faults.count == 1 && faults.first?.contains("/data.sqlite.files") == true)
        let copy = folder.file("copy.sqlite")
        #expect(throws: OriginError.self) { try OriginBackup.copy(folder.file(), to: copy) }
        #expect(!FileManager.default.fileExists(atPath: root) && !FileManager.default.fileExists(atPath: copy))

        try FileManager.default.moveItem(atPath: aside, toPath: root)
        let second = try probe(clock: first.clock)
        #expect(try second.text(id) == "x")
        #expect(second.reports.isEmpty)
        await second.close()
    }

    @Test("An empty folder of files says that the files are lost: the start drops their records")
    func emptyFolder() async throws {
        let first = try probe()
        try first.store("x")
        await first.close()
        let root = folder.file("data.sqlite.files")
        try FileManager.default.removeItem(atPath: root)
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
        let second = try probe(clock: first.clock)
        #expect(try second.ids().isEmpty)
        #expect(second.reports.count == 1)
        await second.close()
    }

    @Test("A data file that is named by a link has its files where the file is")
    func link() async throws {
        let first = try probe()
        let id = try first.store("x")
        await first.close()
        let other = folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: folder.file())
        let second = try FilesProbe(other, clock: first.clock)
        #expect(try second.text(id) == "x")
        await second.close()
    }

    @Test("Limits of files, of those of a channel and of bytes hold, also after a restart")
    func limits() async throws {
        func limited(_ clock: OriginManualClock = OriginManualClock()) throws -> FilesProbe {
            try probe(clock: clock) { configuration in
                configuration.limits.filesPerChannel = 2
                configuration.limits.files = 3
                configuration.limits.fileBytes = 10
            }
        }
        let first = try limited()
        try first.store("12345678")
        #expect(first.upload("123", try first.form())?.status == 403)
        try first.store("1")
        #expect(first.upload("", try first.form())?.status == 403)
        try first.store("", channel: "b")
        #expect(first.upload("", try first.form(channel: "b"))?.status == 403)
        #expect(first.stored.count == 3)
        await first.close()
        let second = try limited(first.clock)
        #expect(second.upload("", try second.form(channel: "b"))?.status == 403)
        let id = try #require(try second.ids(channel: "b").first)
        #expect(second.remove(id, channel: "b") == 200)
        #expect(second.upload("", try second.form())?.status == 403, "the channel is full")
        try second.store("1", channel: "b")
        await second.close()
    }

    @Test("A quota bounds the bytes of a keyset, and leaves others alone")
    func quota() async throws {
        let probe = try probe { configuration in
            var small = OriginKeyset(subscribeKey: "small")
            small.quotas.fileBytes = 10
            configuration.keysets = [small, OriginKeyset(subscribeKey: "free")]
        }
        let id = try probe.store("12345678", keyset: "small")
        let refusal = probe.upload("123", try probe.form(keyset: "small"))
        #expect(refusal?.status == 403)
        let reason = String(decoding: refusal?.body ?? [], as: UTF8.self)
        #expect(reason.contains("QuotaExceeded"))
        try probe.store(String(repeating: "x", count: 100), keyset: "free")
        #expect(probe.core.statistics.quotaRefusals[.fileBytes] == 1)
        #expect(probe.core.fileBytes(keyset: "small") == 8)
        #expect(probe.remove(id, keyset: "small") == 200)
        try probe.store("1234567890", keyset: "small")
        await probe.close()
    }

    @Test("Uploads and downloads are counted by result")
    func statistics() async throws {
        let probe = try probe { $0.limits.fileBytes = 10 }
        let form = try probe.form()
        #expect(probe.upload("12345678", form)?.status == 204)
        #expect(probe.upload("1", form)?.status == 403)
        #expect(probe.upload("123", try probe.form())?.status == 403)
        #expect(try probe.text(probe.id(form)) == "12345678")
        let statistics = probe.core.statistics
        #expect(statistics.files == 1 && statistics.fileBytes == 8 && statistics.fileDownloads == 1)
        let counted = statistics.fileUploads.filter { $0.value > 0 }
        #expect(counted == [.stored: 1, .denied: 1, .full: 1])
        await probe.close()
    }

    @Test("Files are removed at the age that their keyset says, or that of its messages; zero keeps them")
    func retention() async throws {
        let probe = try probe { configuration in
            configuration.storage = .file(folder.file(), retention: MessageRetention(age: .seconds(1000)))
            var short = OriginKeyset(subscribeKey: "short")
            short.fileRetention = .seconds(100)
            var kept = OriginKeyset(subscribeKey: "kept", retention: MessageRetention(age: .seconds(10)))
            kept.fileRetention = .zero
            let messages = OriginKeyset(subscribeKey: "messages", retention: MessageRetention(age: .seconds(500)))
            configuration.keysets = [short, kept, messages, OriginKeyset(subscribeKey: "standard")]
        }
        let keysets = ["short", "messages", "standard", "kept"]
        for keyset in keysets {
            for number in 0..<3 { try probe.store("\(number)", keyset: keyset) }
        }
        func counts() throws -> [Int] {
            probe.files.waitUntilRemoved()
            return try keysets.map { try probe.ids(keyset: $0).count }
        }
        #expect(try counts() == [3, 3, 3, 3])
        for (seconds, expected) in [(101, [0, 3, 3, 3]), (400, [0, 0, 3, 3]), (500, [0, 0, 0, 3])] {
            probe.clock.advance(by: .seconds(seconds))
            probe.files.sweep(at: probe.clock.date / 10_000_000)
            #expect(try counts() == expected)
        }
        #expect(probe.stored.count == 3 && probe.files.usage.files == 3)
        await probe.close()
    }

    @Test("An upload and the traffic of messages remove files that are too old")
    func sweeps() async throws {
        let probe = try probe { configuration in
            configuration.storage = .file(folder.file(), retention: MessageRetention(age: .seconds(100)))
        }
        let first = try probe.store("1")
        probe.clock.advance(by: .seconds(101))
        let second = try probe.store("2")
        probe.files.waitUntilRemoved()
        #expect(try probe.ids() == [second])
        probe.clock.advance(by: .seconds(101))
        await WaitingOrigin(probe.core).publish("hello")
        #expect(await eventually { (try? probe.ids()) == [] })
        probe.files.waitUntilRemoved()
        #expect(probe.stored.isEmpty && first != second)
        await probe.close()
    }

    @Test("Pages of a long list are complete and in the order of identifiers")
    func pages() async throws {
        let probe = try probe()
        let ids = (0..<251).map { _ in UUID().uuidString.lowercased() }
        let channel = Topic(keyset: "demo", name: "a")
        for id in ids.shuffled() {
            let record = FileRecord(id: id, name: "f", contentType: "a/b", size: 0, tag: "", created: 1)
            try probe.files.add(record, [], to: channel, quota: nil)
        }
        var (found, sizes, next) = ([String](), [Int](), "")
        repeat {
            let page = try probe.list("?limit=100\(next)")
            let part = page["data"]?.array?.compactMap { $0["id"]?.string } ?? []
            found += part
            sizes.append(part.count)
            next = page["next"]?.string.map { "&next=\($0)" } ?? ""
        } while !next.isEmpty
        #expect(found == ids.sorted() && sizes == [100, 100, 51])
        await probe.close()
    }
}

extension WaitingOrigin {
    fileprivate func publish(_ text: String) async {
        let answer = await submit(OriginRequest(target: "/publish/demo/demo/0/a/0/%22\(text)%22"))
        #expect(answer.status == 200)
    }
}
