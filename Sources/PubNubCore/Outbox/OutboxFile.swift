import Dispatch
import Glibc
import PubNubSupport
package import PubNubMachines

/// The file of an outbox. Its messages survive any end of the process.
///
/// One client of one process uses it at a time. It is written on a queue of its own: messages that arrive while the
/// disk is busy are written together, with one synchronization. Only its owner may read it.
package final class OutboxFile: Sendable {
    private struct State {
        var pending: [Write] = []
        var isWriting = false
    }

    private struct Write: Sendable {
        var record: OutboxRecord
        /// Whether it has to be on the disk, and not only in the file, before its completion.
        var needsDisk: Bool
        var completion: @Sendable (Bool) -> Void
    }

    /// How long a client waits for an earlier one of this process that is closing the file.
    private static let closingLimit = DispatchTimeInterval.seconds(30)
    /// The files that are being closed, by path. The next client of the process opens a file after that.
    private static let closing = Locked<[String: DispatchGroup]>([:])

    /// The path of the file.
    package let path: String
    /// Messages of an earlier process that were not sent, oldest first.
    package let unsent: [OutboxRecord.StoredMessage]
    /// The number of damaged places, each of which may have been a message.
    package let damages: Int

    private let queue = DispatchQueue(label: "com.pubnub.outbox")
    private let state = Locked(State())
    /// Used only on the queue; `nil` once the file is closed.
    private let handle: Locked<OutboxHandle?>

    /// Opens the file, or creates it. Waits first for a client of this process that is closing it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - keyset: The keyset of its messages.
    ///   - disk: Writes the file.
    /// - Throws: 146 with the reason if it cannot be used: it belongs to another keyset, is in use, is not an outbox or
    ///   cannot be read or written.
    package init(path: String, keyset: String, disk: OutboxDisk = .system) throws(Failure) {
        if let former = Self.closing.withLock({ $0[path] }) { _ = former.wait(timeout: .now() + Self.closingLimit) }
        let opened = try OutboxHandle.open(path, keyset: keyset, disk: disk)
        self.path = path
        handle = Locked(opened.handle)
        unsent = opened.unsent
        damages = opened.damages
    }

    /// Writes messages to the file. The completion is called with true once this one is on the disk, or with false if
    /// it is not and the file contains no part of it.
    package func add(_ message: OutboxRecord.StoredMessage, completion: @escaping @Sendable (Bool) -> Void) {
        enqueue(Write(record: .message(message), needsDisk: true, completion: completion))
    }

    /// Records that a message need not be sent any more. The completion is called when the record is in the file, or
    /// cannot be written. If the machine loses the record, the message is sent again with its mark.
    package func finished(_ id: String, completion: @escaping @Sendable () -> Void = {}) {
        enqueue(Write(record: .done(id), needsDisk: false) { _ in completion() })
    }

    /// Writes all earlier records, and closes the file, so that another client can open it. Later messages are not
    /// stored.
    package func close() async {
        await withHandover(of: Void.self, throwing: Never.self) { handover in
            beginClosing { handover.resume(returning: ()) }
        }
    }

    /// Does the same, and calls `closed` after that.
    package func beginClosing(_ closed: @escaping @Sendable () -> Void = {}) {
        let group = DispatchGroup()
        group.enter()
        Self.closing.withLock { $0[path] = group }
        queue.async { [self] in
            writePending()
            handle.withLock { $0 = nil }
            Self.closing.withLock { if $0[path] === group { $0[path] = nil } }
            group.leave()
            closed()
        }
    }

    private func enqueue(_ write: Write) {
        let startsRound = state.withLock { state in
            state.pending.append(write)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if startsRound { queue.async { self.writePending() } }
    }

    private func writePending() {
        let round = state.withLock { state in
            defer {
                state.pending = []
                state.isWriting = false
            }
            return state.pending
        }
        guard !round.isEmpty else { return }
        let needsDisk = round.contains(where: \.needsDisk)
        let isWritten = handle.withLock { $0?.append(round.map(\.record), synchronized: needsDisk) ?? false }
        for write in round { write.completion(isWritten) }
    }
}

/// The calls by which an outbox writes its file. Tests replace them to simulate a full disk.
package struct OutboxDisk: Sendable {
    /// Writes at a position; returns the number of bytes written, or -1.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int
    /// Returns 0 once all written bytes are on the disk.
    package var synchronize: @Sendable (_ descriptor: Int32) -> Int32

    package init(
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int,
        synchronize: @escaping @Sendable (Int32) -> Int32
    ) {
        self.write = write
        self.synchronize = synchronize
    }

    /// The calls of the system.
    package static let system = OutboxDisk(
        write: { pwrite($0, $1.baseAddress, $1.count, off_t($2)) },
        synchronize: { fsync($0) }
    )
}
