import Dispatch
import Glibc
import PubNubLocks

/// The file of an outbox: what is in it survives the end of the process, however that comes.
///
/// One client of one process has it at a time. It is written on a queue of its own: what is given while the disk is busy
/// is written with the next round, and costs one synchronization together. Only its owner may read it.
package final class OutboxFile: Sendable {
    private struct State {
        var pending: [Write] = []
        var isWriting = false
    }

    private struct Write: Sendable {
        var record: OutboxRecord
        /// Whether it has to be on the disk before anybody goes on, and not only in the file.
        var needsDisk: Bool
        var completion: @Sendable (Bool) -> Void
    }

    /// Where it is.
    package let path: String
    /// Messages of an earlier process that were not sent, oldest first.
    package let unsent: [OutboxRecord.StoredMessage]
    /// How many damaged places were found, each of which may have been a message.
    package let damages: Int

    private let queue = DispatchQueue(label: "com.pubnub.outbox")
    private let state = Locked(State())
    /// Used on the queue alone.
    private let handle: Locked<OutboxHandle>

    /// Opens the file, or makes it.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - keyset: Whose messages it holds.
    ///   - disk: How it is written.
    /// - Throws: 146 with the reason when it cannot be used: it belongs to somebody else, is in use, is no outbox or
    ///   cannot be read or written.
    package init(path: String, keyset: String, disk: OutboxDisk = .system) throws(PNError) {
        let opened = try OutboxHandle.open(path, keyset: keyset, disk: disk)
        self.path = path
        handle = Locked(opened.handle)
        unsent = opened.unsent
        damages = opened.damages
    }

    /// Writes messages down; the completion is called with true once this one is on the disk, or with false when it
    /// is not and nothing of it is left in the file.
    package func add(_ message: OutboxRecord.StoredMessage, completion: @escaping @Sendable (Bool) -> Void) {
        enqueue(Write(record: .message(message), needsDisk: true, completion: completion))
    }

    /// Notes that a message need not be sent any more; the completion is called when that is in the file, or cannot be
    /// written. A note that is lost with the machine lets the message be sent again, under its mark.
    package func finished(_ id: String, completion: @escaping @Sendable () -> Void = {}) {
        enqueue(Write(record: .done(id), needsDisk: false) { _ in completion() })
    }

    /// Calls `body` when everything that was given before is written.
    package func afterWriting(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
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
        let needsDisk = round.contains(where: \.needsDisk)
        let isWritten = handle.withLock { $0.append(round.map(\.record), synchronized: needsDisk) }
        for write in round { write.completion(isWritten) }
    }
}

/// The calls by which an outbox writes its file, so that a test can let a disk be full.
package struct OutboxDisk: Sendable {
    /// Writes at a position; gives the number of bytes written, or -1.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int
    /// Returns 0 once everything that was written is on the disk.
    package var synchronize: @Sendable (_ descriptor: Int32) -> Int32

    package init(
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int,
        synchronize: @escaping @Sendable (Int32) -> Int32
    ) {
        self.write = write
        self.synchronize = synchronize
    }

    /// The system's.
    package static let system = OutboxDisk(
        write: { pwrite($0, $1.baseAddress, $1.count, off_t($2)) },
        synchronize: { fsync($0) }
    )
}
