import Glibc

/// An open file on whose bytes programs hold locks, so that they can exclude each other.
///
/// The locks belong to this object and not to the process: two objects for one path exclude each other within a process as well, and
/// closing another descriptor of the file releases nothing. Turning an exclusive lock into a shared one leaves no moment without a
/// lock. The kernel releases the locks when the process ends in any way, or with the last reference to the object.
package final class FileLock: Sendable {
    /// The other locks that may exist on the same byte.
    package enum Mode: Sendable {
        /// Other shared locks.
        case shared
        /// No other lock.
        case exclusive
    }

    // `F_OFD_SETLK` and `F_OFD_SETLKW` of Linux, which Swift's Glibc module leaves out.
    private static let setNow: Int32 = 37
    private static let setWaiting: Int32 = 38

    private let path: String
    private let descriptor: Int32

    /// Opens the file at `path`, or creates it with mode 0600. A symbolic link as the last part of the path is refused.
    package init(_ path: String) throws(FileError) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, PrivateFile.mode)
        guard descriptor >= 0 else { throw .system(path) }
        self.path = path
        self.descriptor = descriptor
        // The mode of another user's file is not changed.
        var facts = stat()
        if fstat(descriptor, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & 0o077 != 0 {
            fchmod(descriptor, facts.st_mode & 0o700)
        }
    }

    deinit {
        // A child process that another thread forks shares the open file until it executes a program. Closing the file
        // would leave the locks to the child, so they are released explicitly.
        var all = Self.range(Int16(F_UNLCK), 0)
        all.l_len = 0
        _ = fcntl(descriptor, Self.setNow, &all)
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether the path still names the open file. False after the file was removed or replaced.
    package var isAtPath: Bool {
        var here = stat()
        var there = stat()
        guard fstat(descriptor, &here) == 0, lstat(path, &there) == 0 else { return false }
        return here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }

    /// Takes a lock on a byte, or changes the lock that this object holds there, if that is possible without waiting.
    ///
    /// - Returns: Whether this object holds the lock now. A lock that it held before stays after a failure.
    /// - Throws: `FileError` if the file cannot be locked at all.
    package func take(_ mode: Mode, at byte: Int64) throws(FileError) -> Bool {
        if set(mode, at: byte, Self.setNow) { return true }
        guard errno == EAGAIN || errno == EACCES else { throw .system(path) }
        return false
    }

    /// Takes a lock on a byte, and blocks the thread until others release theirs.
    ///
    /// - Throws: `FileError` if the file cannot be locked at all.
    package func wait(_ mode: Mode, at byte: Int64) throws(FileError) {
        while !set(mode, at: byte, Self.setWaiting) {
            guard errno == EINTR else { throw .system(path) }
        }
    }

    /// Releases the lock on a byte. Does nothing if this object holds no lock there.
    package func release(_ byte: Int64) {
        var range = Self.range(Int16(F_UNLCK), byte)
        _ = fcntl(descriptor, Self.setNow, &range)
    }

    /// Takes a lock on the whole file, as versions before 0.7 do. It is independent of the locks on bytes.
    ///
    /// - Returns: Whether this object holds the lock now; also `true` on a file system without such locks.
    package func takeWhole(_ mode: Mode) -> Bool {
        flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// Takes a shared lock as ``takeWhole(_:)`` does, and blocks the thread until no other is exclusive.
    package func waitForWhole() {
        while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    }

    private func set(_ mode: Mode, at byte: Int64, _ command: Int32) -> Bool {
        var range = Self.range(Int16(mode == .shared ? F_RDLCK : F_WRLCK), byte)
        return fcntl(descriptor, command, &range) == 0
    }

    private static func range(_ type: Int16, _ byte: Int64) -> flock {
        flock(l_type: type, l_whence: Int16(SEEK_SET), l_start: off_t(byte), l_len: 1, l_pid: 0)
    }
}
