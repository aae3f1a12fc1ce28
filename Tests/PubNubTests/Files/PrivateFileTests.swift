import Foundation
import PubNubSupport
import PubNubWire
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Private files: only their owner may read them, from the first byte")
struct PrivateFileTests {
    /// A folder that is removed after the test.
    private final class Folder {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appending(path: "private-\(UUID().uuidString)").path()
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        func file(_ name: String) -> String { "\(path)/\(name)" }

        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
    }

    private static func mode(_ path: String) -> UInt32? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & 0o7777 : nil
    }

    private static func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// `F_OFD_GETLK`, which Swift's Glibc module lacks.
    private static let getLockOfFile: Int32 = 36

    private let message = PNMessage(payload: RawJSON("private words"), channel: .channel(withName: "a"))

    @Test(
        "Others can never read a saved message: its file is created with its mode, which nothing changes later"
    )
    func noChangeOfMode() throws {
        let folder = try Folder()
        let watch = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        defer { close(watch) }
        #expect(inotify_add_watch(watch, folder.path, UInt32(IN_CREATE | IN_ATTRIB)) >= 0)
        #expect(message.writeToFile(atPath: folder.file("message")))
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(watch, &bytes, bytes.count)
        let size = MemoryLayout<inotify_event>.size
        var kinds: [UInt32] = []
        var start = 0
        while start + size <= count {
            let event = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self) }
            kinds.append(event.mask)
            start += size + Int(event.len)
        }
        #expect(kinds == [UInt32(IN_CREATE)], "A change of the mode means that it was another one before")
        #expect(Self.mode(folder.file("message")) == 0o600)
    }

    @Test("The call that creates a file gives it mode 0600, follows no link, and is not inherited by child processes")
    func flags() throws {
        let folder = try Folder()
        let seen = Locked<[(flags: Int32, mode: UInt32?)]>([])
        var calls = FileCalls.system
        calls.open = { path, flags in
            let descriptor = FileCalls.system.open(path, flags)
            seen.withLock { $0.append((flags, Self.mode(path))) }
            return descriptor
        }
        try PrivateFile.replace(folder.file("a"), with: [1][...], calls: calls)
        _ = try PrivateFile.openForAppending(folder.file("b"), calls: calls)
        let created = seen.withLock { $0.filter { $0.flags & O_CREAT != 0 } }
        #expect(created.count == 2)
        for (flags, mode) in created {
            #expect(flags & O_EXCL != 0 && flags & O_NOFOLLOW != 0 && flags & O_CLOEXEC != 0)
            #expect(mode == 0o600)
        }
    }

    @Test("Replaces a symbolic link at the path of a saved message; its target is unchanged")
    func replacesLinks() throws {
        let folder = try Folder()
        try "target".write(toFile: folder.file("target"), atomically: false, encoding: .utf8)
        #expect(symlink(folder.file("target"), folder.file("link")) == 0)
        #expect(message.writeToFile(atPath: folder.file("link")))
        #expect(Self.contents(folder.file("target")) == "target")
        #expect(PNMessage(fromFileAtPath: folder.file("link")) != nil)
        #expect(Self.mode(folder.file("link")) == 0o600 && folder.names == ["link", "target"])
    }

    @Test("A file that is opened for appending is not a link, pipe or folder, and loses the rights of others first")
    func appending() throws {
        let folder = try Folder()
        try "old\n".write(toFile: folder.file("loose"), atomically: false, encoding: .utf8)
        #expect(chmod(folder.file("loose"), 0o644) == 0)
        #expect(symlink(folder.file("loose"), folder.file("link")) == 0)
        #expect(symlink(folder.file("nowhere"), folder.file("dangling")) == 0)
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        for name in ["link", "dangling", "pipe", ""] {
            #expect(throws: FileError.self) { _ = try PrivateFile.openForAppending(folder.file(name)) }
        }
        #expect(Self.mode(folder.file("loose")) == 0o644 && !folder.names.contains("nowhere"))
        try PrivateFile.openForAppending(folder.file("loose")).append(Array("new\n".utf8))
        #expect(Self.mode(folder.file("loose")) == 0o600)
        #expect(Self.contents(folder.file("loose")) == "old\nnew\n")
    }

    @Test("Does not write to a file whose mode cannot be changed")
    func mode() throws {
        let folder = try Folder()
        try "old\n".write(toFile: folder.file("loose"), atomically: false, encoding: .utf8)
        #expect(chmod(folder.file("loose"), 0o644) == 0)
        var calls = FileCalls.system
        calls.restrict = { _ in
            errno = EPERM
            return -1
        }
        #expect(throws: FileError(path: folder.file("loose"), reason: "Operation not permitted.")) {
            _ = try PrivateFile.openForAppending(folder.file("loose"), calls: calls)
        }
    }

    @Test(
        "Reports a write, synchronization or renaming that fails, and leaves the former file and no other",
        arguments: ["write", "synchronize", "rename"]
    )
    func failures(call: String) throws {
        let folder = try Folder()
        try PrivateFile.replace(folder.file("file"), with: Array("former".utf8)[...])
        var calls = FileCalls.system
        switch call {
        case "write":
            let writes = Locked(0)
            calls.write = { descriptor, bytes in
                let number = writes.withLock { count in
                    count += 1
                    return count
                }
                // One byte, one interruption, then a full disk.
                guard number > 1 else { return FileCalls.system.write(descriptor, .init(rebasing: bytes[..<1])) }
                errno = number == 2 ? EINTR : ENOSPC
                return -1
            }
        case "synchronize":
            calls.synchronize = { _ in
                errno = ENOSPC
                return -1
            }
        default:
            calls.rename = { _, _ in
                errno = ENOSPC
                return -1
            }
        }
        #expect(throws: FileError(path: folder.file("file"), reason: "No space left on device.")) {
            try PrivateFile.replace(folder.file("file"), with: Array("newer".utf8)[...], calls: calls)
        }
        #expect(Self.contents(folder.file("file")) == "former" && folder.names == ["file"])
    }

    @Test("A record that does not fit leaves no part in a file")
    func cutRecord() throws {
        let folder = try Folder()
        var calls = FileCalls.system
        calls.write = { descriptor, bytes in
            if bytes.count > 3 { return FileCalls.system.write(descriptor, .init(rebasing: bytes[..<3])) }
            errno = ENOSPC
            return -1
        }
        let file = try PrivateFile.openForAppending(folder.file("file"), calls: calls)
        #expect(throws: FileError.self) { try file.append(Array("record".utf8)) }
        #expect(Self.contents(folder.file("file")) == "")
    }

    @Test("The dump file of an earlier version and its old file lose the rights of others when the file is opened")
    func dumpFiles() throws {
        let folder = try Folder()
        let path = folder.file("dump.txt")
        for name in [path, DumpFile.oldPath(of: path)] {
            try "earlier\n".write(toFile: name, atomically: false, encoding: .utf8)
            #expect(chmod(name, 0o644) == 0)
        }
        let file = DumpFile(path: path, maximumSize: 1_000)
        try file.append("later\n")
        #expect(Self.mode(path) == 0o600 && Self.mode(DumpFile.oldPath(of: path)) == 0o600)
        #expect(Self.contents(path) == "earlier\nlater\n")
    }

    @Test("Does not write to a dump file that is a link, and reports that once, not for each record")
    func linkedDump() throws {
        let folder = try Folder()
        let store = LogStore(folder: folder.path)
        try "target".write(toFile: folder.file("target"), atomically: false, encoding: .utf8)
        #expect(symlink(folder.file("target"), store.dumpPath) == 0)
        let reports = Locked<[String]>([])
        store.reportFailures { report in reports.withLock { $0.append(report) } }
        for _ in 0..<3 { store.append("record\n") }
        store.flush()
        #expect(Self.contents(folder.file("target")) == "target")
        #expect(reports.withLock { $0.count } == 1)
        #expect(reports.withLock { $0.first?.contains("symbolic link") } == true)
    }

    @Test("Creates the folder of the dump file for its owner only, with the folders above it")
    func folders() throws {
        let folder = try Folder()
        let store = LogStore(folder: folder.file("a/b"))
        store.append("record\n")
        store.flush()
        #expect(Self.contents(store.dumpPath) == "record\n")
        #expect(Self.mode(folder.file("a")) == 0o700 && Self.mode(folder.file("a/b")) == 0o700)
    }

    @Test("Refuses an outbox or a lock file that is a symbolic link", arguments: ["", ".lock"])
    func outbox(suffix: String) throws {
        let folder = try Folder()
        try "target".write(toFile: folder.file("target"), atomically: false, encoding: .utf8)
        #expect(symlink(folder.file("target"), folder.file("outbox") + suffix) == 0)
        #expect(throws: Failure.self) { try OutboxFile(path: folder.file("outbox"), keyset: "k") }
        #expect(Self.contents(folder.file("target")) == "target")
    }

    @Test("A database file and its companions lose the rights of others, without closing a file that SQLite has locked")
    func databases() throws {
        let folder = try Folder()
        try PrivateFile.prepareDatabase(folder.file("new"))
        #expect(Self.mode(folder.file("new")) == 0o600)
        for name in ["old", "old-wal"] {
            try "x".write(toFile: folder.file(name), atomically: false, encoding: .utf8)
            #expect(chmod(folder.file(name), 0o664) == 0)
        }
        let held = open(folder.file("old"), O_RDWR | O_CLOEXEC)
        defer { close(held) }
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 1, l_pid: 0)
        #expect(fcntl(held, F_SETLK, &lock) == 0)
        try PrivateFile.prepareDatabase(folder.file("old"))
        #expect(Self.mode(folder.file("old")) == 0o600 && Self.mode(folder.file("old-wal")) == 0o600)
        // A lock of another kind shows the one of this process.
        let other = open(folder.file("old"), O_RDWR | O_CLOEXEC)
        defer { close(other) }
        var probe = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 1, l_pid: 0)
        #expect(fcntl(other, Self.getLockOfFile, &probe) == 0)
        #expect(probe.l_type == Int16(F_WRLCK), "The lock was released")
    }
}
