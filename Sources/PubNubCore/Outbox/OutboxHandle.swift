import Foundation
import PubNubCodec
import PubNubMachines
import PubNubSupport

/// An open outbox file with its lock, and the positions of the unsent messages.
struct OutboxHandle: Sendable {
    /// The file is rewritten if it has more unused bytes than this, and more than used ones.
    private static let waste = 64 * 1024
    private static let maxBytes = 1 << 30

    /// A file that is closed with the last reference to it.
    private final class Descriptor: Sendable {
        let number: Int32

        init(_ number: Int32) {
            self.number = number
        }

        deinit {
            // A forked child process shares the file until it executes a program, so closing it would leave the lock to
            // the child.
            flock(number, LOCK_UN)
            close(number)
        }
    }

    private let path: String
    private let head: [UInt8]
    private let disk: OutboxDisk
    private let lock: Descriptor
    private var file: Descriptor
    private var end = 0
    /// The positions of unsent messages, by mark.
    private var live: [String: Range<Int>] = [:]
    private var liveBytes = 0

    /// Opens a file and reads it.
    static func open(
        _ path: String,
        keyset: String,
        disk: OutboxDisk
    ) throws(Failure) -> (handle: OutboxHandle, unsent: [OutboxRecord.StoredMessage], damages: Int) {
        let lock = Descriptor(Foundation.open(path + ".lock", O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600))
        guard lock.number >= 0 else { throw .outboxFile(path, reasonOfOpening()) }
        guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
            throw .outboxFile(path, "The file is in use by another client.")
        }
        let file = Descriptor(Foundation.open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600))
        guard file.number >= 0 else { throw .outboxFile(path, reasonOfOpening()) }
        guard fchmod(file.number, 0o600) == 0 else { throw .outboxFile(path, reasonOfSystem()) }
        let bytes = try Self.bytes(of: file, path)
        let head: [UInt8]
        let read: OutboxLog.Contents?
        do throws(DigestError) {
            head = OutboxLog.title + (try OutboxLog.frame(.keyset(keyset)))
            read = try OutboxLog.read(bytes)
        } catch {
            throw .outboxFile(path, "The system's crypto library could not compute checksums (SHA-256).")
        }
        guard let contents = read else { throw .outboxFile(path, "The file is not an outbox.") }
        var handle = OutboxHandle(path, head: head, disk: disk, lock: lock, file: file)
        let unsent = try handle.takeOver(contents, keyset: keyset)
        return (handle, unsent, contents.damages)
    }

    private init(_ path: String, head: [UInt8], disk: OutboxDisk, lock: Descriptor, file: Descriptor) {
        self.path = path
        self.disk = disk
        self.lock = lock
        self.file = file
        self.head = head
    }

    /// Writes entries after the others.
    ///
    /// - Returns: Whether they are in the file, and on the disk if required. If not, the file contains none of them.
    mutating func append(_ records: [OutboxRecord], synchronized: Bool) -> Bool {
        var bytes: [UInt8] = []
        var added: [(id: String, range: Range<Int>)] = []
        for record in records {
            let start = end + bytes.count
            guard let frame = try? OutboxLog.frame(record) else { return false }
            bytes += frame
            if case .message(let message) = record { added.append((message.id, start..<end + bytes.count)) }
        }
        // A message that ended needs no place in a new file, even if that cannot be recorded in this one.
        for case .done(let id) in records { forget(id) }
        guard write(bytes, at: end, to: file), !synchronized || disk.synchronize(file.number) == 0 else {
            ftruncate(file.number, off_t(end))
            return false
        }
        end += bytes.count
        for (id, range) in added where !records.contains(.done(id)) { remember(id, range) }
        if end - head.count - liveBytes > max(Self.waste, liveBytes) { writeAnew() }
        return true
    }

    private mutating func remember(_ id: String, _ range: Range<Int>) {
        live[id] = range
        liveBytes += range.count
    }

    private mutating func forget(_ id: String) {
        if let range = live.removeValue(forKey: id) { liveBytes -= range.count }
    }

    /// Reads the content of the file, and begins it if it is empty.
    private mutating func takeOver(
        _ contents: OutboxLog.Contents,
        keyset: String
    ) throws(Failure) -> [OutboxRecord.StoredMessage] {
        end = contents.end
        guard let first = contents.items.first else {
            guard contents.damages == 0 else { throw .outboxFile(path, "The file is damaged from its beginning.") }
            ftruncate(file.number, 0)
            guard write(head, at: 0, to: file), disk.synchronize(file.number) == 0 else {
                throw .outboxFile(path, Self.reasonOfSystem())
            }
            synchronizeFolder()
            end = head.count
            return []
        }
        guard case .keyset(let owner) = first.record else {
            throw .outboxFile(path, "The file is damaged at its beginning.")
        }
        guard owner == keyset else { throw .outboxFile(path, "The messages in the file belong to other keys.") }
        ftruncate(file.number, off_t(end))
        var unsent: [String: (order: Int, message: OutboxRecord.StoredMessage)] = [:]
        for (order, item) in contents.items.enumerated() {
            switch item.record {
            case .keyset: break
            case .message(let message):
                unsent[message.id] = (order, message)
                remember(message.id, item.range)
            case .done(let id):
                unsent[id] = nil
                forget(id)
            }
        }
        return unsent.values.sorted { $0.order < $1.order }.map(\.message)
    }

    /// Replaces the file with one that contains only the unsent messages. On failure the old one stays.
    private mutating func writeAnew() {
        let temporary = path + ".new"
        unlink(temporary)
        let replacement = Descriptor(Foundation.open(temporary, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600))
        guard replacement.number >= 0 else { return }
        var bytes = head
        var ranges: [String: Range<Int>] = [:]
        for (id, range) in live.sorted(by: { $0.value.lowerBound < $1.value.lowerBound }) {
            guard let frame = FileRange.read(range, of: file.number) else { return _ = unlink(temporary) }
            ranges[id] = bytes.count..<bytes.count + frame.count
            bytes += frame
        }
        guard write(bytes, at: 0, to: replacement), disk.synchronize(replacement.number) == 0,
            rename(temporary, path) == 0
        else { return _ = unlink(temporary) }
        synchronizeFolder()
        file = replacement
        end = bytes.count
        live = ranges
    }

    /// A new name is on the disk only after its folder is.
    private func synchronizeFolder() {
        try? PrivateFile.synchronize(folder: PrivateFile.folder(of: path))
    }

    private func write(_ bytes: [UInt8], at offset: Int, to file: Descriptor) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = disk.write(file.number, UnsafeRawBufferPointer(rebasing: buffer[done...]), offset + done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    private static func bytes(of file: Descriptor, _ path: String) throws(Failure) -> [UInt8] {
        var facts = stat()
        guard fstat(file.number, &facts) == 0 else { throw .outboxFile(path, reasonOfSystem()) }
        guard facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= maxBytes else {
            throw .outboxFile(path, "The path is not a regular file, or the file is too large.")
        }
        guard let bytes = FileRange.read(0..<Int(facts.st_size), of: file.number) else {
            throw .outboxFile(path, reasonOfSystem())
        }
        return bytes
    }

    private static func reasonOfOpening() -> String {
        errno == ELOOP ? "The path is a symbolic link, which is not followed." : reasonOfSystem()
    }

    private static func reasonOfSystem() -> String {
        String(cString: strerror(errno)) + "."
    }
}

extension Failure {
    /// An outbox file that cannot be used.
    static func outboxFile(_ path: String, _ reason: String) -> Failure {
        Failure(unsent: ErrorCode.outboxFileUnusable, "\(path): \(reason)")
    }
}
