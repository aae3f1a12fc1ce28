import PubNubOrigin
import Dispatch
import Foundation
import PubNubCodec
import PubNubSupport

/// Makes snapshots of a server's data file for other servers of its cluster, one at a time.
///
/// A snapshot has no name in the folder when it is complete: the file goes away with its descriptor, however the process ends.
final class SnapshotSource: Sendable {
    private struct Complete {
        let descriptor: Int32
        let facts: SnapshotFacts
    }

    private enum State {
        case preparing
        case complete(Complete)
        case failed(String)
    }

    private struct Snapshot {
        let id: String
        var state = State.preparing
        /// When it was last asked for.
        var use: Duration
    }

    private struct Guarded {
        var snapshot: Snapshot?
        var isServing = false
        var isClosed = false
    }

    /// A snapshot that is not asked for is removed after this time.
    private static let idleLimit = Duration.seconds(30)
    /// How long a description waits for a snapshot to be complete.
    private static let makingTimeout = DispatchTimeInterval.seconds(1)
    /// The largest part of a snapshot in one response: records of the log share the connection.
    private static let maxPartBytes = 256 * 1024

    private let path: String
    private let waitUntilWritten: @Sendable () -> Void
    private let transport: any SnapshotTransport
    private let clock: any OriginClock
    private let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "pubnub.origin.snapshot", qos: .utility)
    /// Entered while a snapshot is made.
    private let making = DispatchGroup()
    private let guarded = Locked(Guarded())

    /// - Parameters:
    ///   - path: The data file.
    ///   - transport: Carries requests and responses.
    ///   - clock: The clock of the server.
    ///   - report: Receives a line about each failure.
    ///   - waitUntilWritten: Waits until what the server has applied is in the data file.
    init(
        path: String,
        transport: any SnapshotTransport,
        clock: any OriginClock,
        report: @escaping @Sendable (String) -> Void = { _ in },
        waitUntilWritten: @escaping @Sendable () -> Void
    ) {
        self.path = path
        self.waitUntilWritten = waitUntilWritten
        self.transport = transport
        self.clock = clock
        self.report = report
        // A process that was killed may have left one.
        DataFileCopy.remove(Self.copyPath(of: path))
    }

    deinit { close() }

    /// Whether it responds to other servers.
    var isServing: Bool { guarded.withLock { $0.isServing && !$0.isClosed } }

    /// Begins to respond to other servers.
    func start() {
        let isFirst = guarded.withLock { guarded in
            defer { guarded.isServing = true }
            return !guarded.isServing && !guarded.isClosed
        }
        guard isFirst else { return }
        transport.serve { [weak self] bytes in
            (self?.response(to: bytes) ?? .refused("the server stops")).bytes
        }
    }

    /// Removes the snapshot, and refuses further requests.
    func close() {
        drop { guarded in
            guarded.isClosed = true
            return true
        }
        // SQLite does not stop in the middle of a copy. The server need not wait for it, as the file has no name any more.
        DataFileCopy.remove(Self.copyPath(of: path))
    }

    /// Removes the snapshot if no server has asked for it for some time.
    func dropIfIdle() {
        let now = clock.uptime
        drop { guarded in
            guard let snapshot = guarded.snapshot, now - snapshot.use >= Self.idleLimit else { return false }
            // A snapshot in the making is looked at again when it is complete.
            if case .preparing = snapshot.state { return false }
            return true
        }
    }

    /// Where the copy is while it is made.
    static func copyPath(of path: String) -> String { "\(path).outgoing" }

    private func response(to bytes: [UInt8]) -> SnapshotResponse {
        switch SnapshotRequest(bytes) {
        case .make(let position)?: make(through: position)
        case .describe(let id)?: describe(id)
        case .read(let id, let offset)?: read(id, offset)
        case .release(let id)?: release(id)
        case nil: .refused("the server has another version")
        }
    }

    private func make(through position: LogPosition) -> SnapshotResponse {
        dropIfIdle()
        let id = UUID().uuidString
        let now = clock.uptime
        let refusal = guarded.withLock { guarded -> SnapshotResponse? in
            if guarded.isClosed { return .refused("the server stops") }
            if case .failed? = guarded.snapshot?.state { guarded.snapshot = nil }
            guard guarded.snapshot == nil else { return .busy }
            guarded.snapshot = Snapshot(id: id, use: now)
            making.enter()
            return nil
        }
        if let refusal { return refusal }
        queue.async {
            self.prepare(id, through: position)
            self.making.leave()
        }
        return .accepted(address: transport.address, id: id)
    }

    private func describe(_ id: String) -> SnapshotResponse {
        _ = making.wait(timeout: .now() + Self.makingTimeout)
        return use(id) { complete in .ready(complete.facts) }
    }

    private func read(_ id: String, _ offset: UInt64) -> SnapshotResponse {
        let count = min(Self.maxPartBytes, max(1, transport.maxResponseBytes - SnapshotResponse.overhead))
        return use(id) { complete in
            guard offset <= complete.facts.size else { return .refused("the snapshot is smaller") }
            guard let part = Self.bytes(complete.descriptor, count, at: offset) else {
                return .refused("the snapshot cannot be read: \(String(cString: strerror(errno)))")
            }
            return .part(part)
        }
    }

    private func release(_ id: String) -> SnapshotResponse {
        drop { $0.snapshot?.id == id }
        return .released
    }

    /// Notes that a snapshot is asked for, and responds if it is complete. The lock is held, so that its descriptor stays open.
    private func use(_ id: String, _ body: (Complete) -> SnapshotResponse) -> SnapshotResponse {
        let now = clock.uptime
        return guarded.withLock { guarded in
            guard guarded.snapshot?.id == id else { return .refused("the server has no such snapshot any more") }
            guarded.snapshot?.use = now
            switch guarded.snapshot?.state {
            case .complete(let complete)?: return body(complete)
            case .failed(let reason)?: return .refused(reason)
            case .preparing?, nil: return .preparing
            }
        }
    }

    /// Removes the snapshot if a closure wants that.
    private func drop(_ isUnwanted: (inout Guarded) -> Bool) {
        let descriptor = guarded.withLock { guarded -> Int32? in
            guard isUnwanted(&guarded) else { return nil }
            defer { guarded.snapshot = nil }
            guard case .complete(let complete)? = guarded.snapshot?.state else { return nil }
            return complete.descriptor
        }
        if let descriptor { Glibc.close(descriptor) }
    }

    private func prepare(_ id: String, through position: LogPosition) {
        guard guarded.withLock({ $0.snapshot?.id == id }) else { return }
        let state: State
        do {
            state = .complete(try copy(through: position))
        } catch {
            state = .failed(StorageError.text(error))
        }
        if case .failed(let reason) = state { report("A snapshot for another server cannot be made: \(reason)") }
        let now = clock.uptime
        let isWanted = guarded.withLock { guarded in
            guard guarded.snapshot?.id == id else { return false }
            guarded.snapshot?.state = state
            guarded.snapshot?.use = now
            return true
        }
        if !isWanted, case .complete(let complete) = state { Glibc.close(complete.descriptor) }
        if isWanted { scheduleDrop(of: id) }
    }

    private func copy(through position: LogPosition) throws -> Complete {
        let copy = Self.copyPath(of: path)
        DataFileCopy.remove(copy)
        defer { DataFileCopy.remove(copy) }
        waitUntilWritten()
        try DataFileCopy.make(of: path, to: copy)
        let facts = try DataFileFacts.read(copy)
        guard facts.applied >= position else {
            throw OriginError.cannotOpen("the data file has changes up to \(facts.applied.rawValue) only")
        }
        let descriptor = open(copy, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw OriginError.cannotOpen("\(copy): \(String(cString: strerror(errno)))") }
        do {
            let (size, digest) = try Self.digest(of: descriptor)
            return Complete(
                descriptor: descriptor,
                facts: SnapshotFacts(size: size, position: facts.applied, digest: digest)
            )
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    /// The size of an open file, and its hash in hexadecimal digits.
    private static func digest(of descriptor: Int32) throws -> (size: UInt64, digest: String) {
        let digest = try DigestStream()
        var size: UInt64 = 0
        while true {
            guard let part = bytes(descriptor, maxPartBytes, at: size) else {
                throw OriginError.cannotOpen("the copy cannot be read: \(String(cString: strerror(errno)))")
            }
            guard !part.isEmpty else { break }
            try digest.add(part)
            size += UInt64(part.count)
        }
        return (size, Digest.hex(try digest.finish()))
    }

    /// Bytes of an open file, as many as there are; nil if they cannot be read.
    private static func bytes(_ descriptor: Int32, _ count: Int, at offset: UInt64) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, length in
            var found = -1
            repeat {
                found = pread(descriptor, target.baseAddress, count, off_t(clamping: offset))
            } while found < 0 && errno == EINTR
            failed = found < 0
            length = max(0, found)
        }
        return failed ? nil : bytes
    }

    /// Looks after a snapshot for as long as it is there.
    private func scheduleDrop(of id: String) {
        queue.asyncAfter(deadline: .now() + .seconds(31)) { [weak self] in
            guard let self else { return }
            dropIfIdle()
            guard guarded.withLock({ $0.snapshot?.id == id }) else { return }
            scheduleDrop(of: id)
        }
    }
}
