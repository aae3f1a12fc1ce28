import Dispatch
import Glibc
import PubNubSupport

/// The form of an upload on the disk while it arrives, in a file without a name: it goes away with the process, or with the upload.
///
/// Bytes are written on a queue, so that a slow disk keeps no event loop waiting. While too many wait to be written, the connection reads no more.
package final class UploadSpool: Sendable {
    private struct State {
        /// The bytes that wait to be written.
        var waiting = 0
        /// The size of the form so far.
        var size = 0
        var hasFailed = false
        /// Called when the connection may read again.
        var resume: (@Sendable () -> Void)?
    }

    // Unchecked because only the queue of its spool, which runs one block at a time, uses the descriptor; it is closed with the last reference.
    private final class OpenedFile: @unchecked Sendable {
        /// nil before the first use.
        private var descriptor: Int32?

        deinit {
            if let descriptor, descriptor >= 0 { close(descriptor) }
        }

        func descriptor(_ open: () -> Int32) -> Int32 {
            if let descriptor { return descriptor }
            let opened = open()
            descriptor = opened
            return opened
        }
    }

    private let room: Int
    private let open: @Sendable () -> Int32
    private let queue = DispatchQueue(label: "pubnub.origin.upload", qos: .utility)
    private let file = OpenedFile()
    private let state = Locked(State())

    /// - Parameters:
    ///   - room: The bytes that may wait to be written before the connection stops to read.
    ///   - open: Opens a file without a name for reading and writing; returns a negative number if that fails. Called on the queue of the spool.
    init(room: Int, open: @escaping @Sendable () -> Int32) {
        self.room = room
        self.open = open
    }

    /// Takes the next bytes. Returns immediately.
    func append(_ bytes: [UInt8]) {
        state.withLock { state in
            state.waiting += bytes.count
            state.size += bytes.count
        }
        queue.async { self.write(bytes) }
    }

    /// Whether too many bytes wait to be written.
    ///
    /// - Parameter resume: Called once on any thread when that ends, if it is so. Replaces the one of an earlier call.
    /// - Returns: Whether too many wait.
    func isBehind(_ resume: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.waiting > room else { return false }
            state.resume = resume
            return true
        }
    }

    /// The bytes of the form, all of which have arrived; nil if they could not be stored. Blocks its thread until they are written.
    func contents() -> [UInt8]? {
        queue.sync {
            let (size, hasFailed) = state.withLock { ($0.size, $0.hasFailed) }
            guard !hasFailed else { return nil }
            return size > 0 ? FileRange.read(0..<size, of: file.descriptor(open)) : []
        }
    }

    private func write(_ bytes: [UInt8]) {
        let isWritten = !state.withLock { $0.hasFailed } && Self.write(bytes, to: file.descriptor(open))
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            state.waiting -= bytes.count
            if !isWritten { state.hasFailed = true }
            guard state.waiting <= room / 2 else { return nil }
            defer { state.resume = nil }
            return state.resume
        }
        resume?()
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        guard descriptor >= 0 else { return false }
        return (try? PrivateFile.write(bytes[...], to: descriptor, path: "")) != nil
    }
}
