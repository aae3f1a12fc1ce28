import Glibc
import PubNubLocks
import PubNubOrigin

/// The write-ahead log of SQLite next to a data file that is open: `PATH-wal`, and its index `PATH-shm`.
///
/// SQLite keeps writing to a log that was removed or cut, and the next start would not have what is in it. So the server compares the file with
/// the index before a change. The layout of the index is that of https://www.sqlite.org/walformat.html, "The WAL-Index Header".
final class WriteAheadLog: Sendable {
    /// Bytes before the first frame, and of each frame before its page.
    private static let (headerBytes, frameHeaderBytes): (UInt64, UInt64) = (32, 24)
    /// The bytes of the index up to the number of frames.
    private static let readBytes = 20

    /// The header of the index.
    private struct Header: Equatable {
        var pageBytes: UInt64
        /// The frames that the log has. 0 before the first change, and after a checkpoint from which the log begins again.
        var frames: UInt64

        /// The bytes that the log has at least.
        var logBytes: UInt64 {
            frames == 0 ? 0 : WriteAheadLog.headerBytes + frames * (WriteAheadLog.frameHeaderBytes + pageBytes)
        }
    }

    private let path: String
    /// The index, once it is open. SQLite creates it with the first read.
    private let index = Locked<Int32?>(nil)

    /// The path of the log, as the system takes it.
    private let logPath: ContiguousArray<CChar>

    init(of path: String) {
        self.path = path
        logPath = (path + "-wal").utf8CString
    }

    deinit { closeIndex() }

    /// Checks that the log has what was written to it. Before each change, because SQLite's next write makes a log that was cut as long as before.
    ///
    /// - Throws: `OriginError.cannotOpen` if the log was removed or cut.
    func check() throws(OriginError) {
        guard let header = header(), header.frames > 0 else { return }
        guard logSize < header.logBytes else { return }
        // Another program may have copied the log to the data file since the header was read, and emptied it.
        guard self.header() == header else { return }
        throw .cannotOpen(
            "\(path)-wal was removed or cut while the server had it open. Stop the server with SIGTERM, so that it stores what it still has, and start it again."
        )
    }

    /// Closes the index. Call it after SQLite has closed the data file: SQLite locks ranges of bytes of the index, and closing any of its
    /// descriptors releases all locks of the process.
    func closeIndex() {
        index.withLock { index in
            if let index { close(index) }
            index = nil
        }
    }

    /// The bytes of the log; 0 if it is not there.
    ///
    /// Not by `stat`: it makes the file system record the time of the next write, for which each commit then waits 45 us more.
    private var logSize: UInt64 {
        let file = logPath.withUnsafeBufferPointer { path in
            path.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC) } ?? -1
        }
        guard file >= 0 else { return 0 }
        defer { close(file) }
        return UInt64(clamping: lseek(file, 0, SEEK_END))
    }

    private func header() -> Header? {
        index.withLock { index in
            if index == nil {
                let file = open(path + "-shm", O_RDONLY | O_CLOEXEC)
                index = file < 0 ? nil : file
            }
            guard let index else { return nil }
            return withUnsafeTemporaryAllocation(byteCount: Self.readBytes, alignment: 4) { bytes -> Header? in
                guard pread(index, bytes.baseAddress, Self.readBytes, 0) == Self.readBytes else { return nil }
                let pageBytes = bytes.loadUnaligned(fromByteOffset: 14, as: UInt16.self)
                let frames = bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
                // A page of 65,536 bytes does not fit in the field, and is written as 1.
                return Header(pageBytes: pageBytes == 1 ? 65_536 : UInt64(pageBytes), frames: UInt64(frames))
            }
        }
    }
}
