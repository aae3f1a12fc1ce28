import Foundation
import PubNubLocks

/// Keeps two origins from using one data file. The lock goes with the process, however it ends.
final class FileLock: Sendable {
    private let descriptor: Locked<Int32?>

    /// Takes the lock of a data file, in a file with the suffix `.lock`.
    init(besides path: String) throws(OriginError) {
        let file = open(path + ".lock", O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .cannotOpen("\(path): \(String(cString: strerror(errno)))") }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw .cannotOpen("\(path) is in use by another origin")
        }
        descriptor = Locked(file)
    }

    deinit { release() }

    /// Lets others use the file.
    func release() {
        let file = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let file else { return }
        // A forked process shares the lock until it runs another program, so closing the file would not release it.
        flock(file, LOCK_UN)
        close(file)
    }
}
