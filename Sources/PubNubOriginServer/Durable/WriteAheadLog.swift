import Glibc
import PubNubSupport
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

    /// The files, as far as they are open. SQLite creates them with the first read and the first change.
    private struct Files {
        var index: Int32?
        var log: Int32?
        /// When the log is opened by its path again, because another file may have its name.
        var reopensAt = ContinuousClock.now
    }

    /// How long the descriptor of the log stands for its path. Opening the log for each change took 9 us more than its size by the descriptor.
    private static let reopenInterval = Duration.seconds(1)

    private let path: String
    /// The path of the log, as the system takes it.
    private let logPath: ContiguousArray<CChar>
    private let files = Locked(Files())

    init(of path: String) {
        self.path = path
        logPath = (path + "-wal").utf8CString
    }

    deinit { closeFiles() }

    /// Checks that the log has what was written to it. Before each change, because SQLite's next write makes a log that was cut as long as before.
    ///
    /// - Throws: `OriginError.cannotOpen` if the log was removed or cut.
    func check() throws(OriginError) {
        let isWhole = files.withLock { files in
            guard let header = header(&files), header.frames > 0 else { return true }
            // Another program may have copied the log to the data file since the header was read, and emptied it.
            return logSize(&files) >= header.logBytes || self.header(&files) != header
        }
        guard !isWhole else { return }
        throw .cannotOpen(
            "\(path)-wal was removed or cut while the server had it open. Stop the server with SIGTERM, so that it stores what it still has, and start it again."
        )
    }

    /// Closes the files. Call it after SQLite has closed the data file: SQLite locks ranges of bytes of the index, and closing any of its
    /// descriptors releases all locks of the process.
    func closeFiles() {
        files.withLock { files in
            for file in [files.index, files.log].compactMap(\.self) { close(file) }
            files = Files()
        }
    }

    /// The bytes of the log; 0 if it is not there.
    ///
    /// Not by `stat`: it makes the file system record the time of the next write, for which each commit then waits 45 us more.
    private func logSize(_ files: inout Files) -> UInt64 {
        logPath.withUnsafeBufferPointer { path -> UInt64 in
            guard let path = path.baseAddress, access(path, F_OK) == 0 else { return 0 }
            let now = ContinuousClock.now
            if files.log == nil || now >= files.reopensAt {
                if let log = files.log { close(log) }
                let log = open(path, O_RDONLY | O_CLOEXEC)
                files.log = log < 0 ? nil : log
                files.reopensAt = now + Self.reopenInterval
            }
            return files.log.map { UInt64(clamping: lseek($0, 0, SEEK_END)) } ?? 0
        }
    }

    private func header(_ files: inout Files) -> Header? {
        if files.index == nil {
            let file = open(path + "-shm", O_RDONLY | O_CLOEXEC)
            files.index = file < 0 ? nil : file
        }
        guard let index = files.index else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: Self.readBytes, alignment: 4) { bytes -> Header? in
            guard pread(index, bytes.baseAddress, Self.readBytes, 0) == Self.readBytes else { return nil }
            let pageBytes = bytes.loadUnaligned(fromByteOffset: 14, as: UInt16.self)
            let frames = bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
            // A page of 65,536 bytes does not fit in the field, and is written as 1.
            return Header(pageBytes: pageBytes == 1 ? 65_536 : UInt64(pageBytes), frames: UInt64(frames))
        }
    }
}
