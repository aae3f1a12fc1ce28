import Foundation
import NIOConcurrencyHelpers

/// Keeps two origins from using one data file. The lock goes with the process, however it ends.
final class FileLock: Sendable {
    private let descriptor: NIOLockedValueBox<Int32?>

    /// Takes the lock beside a file.
    init(besides path: String) throws(OriginError) {
        let file = open(path + ".lock", O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .cannotOpen("\(path): \(String(cString: strerror(errno)))") }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw .cannotOpen("\(path) is in use by another origin")
        }
        descriptor = NIOLockedValueBox(file)
    }

    deinit { release() }

    /// Lets others use the file.
    func release() {
        let file = descriptor.withLockedValue { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let file else { return }
        // A process that was forked has it, too, until it runs another program; closing alone would leave the lock to that.
        flock(file, LOCK_UN)
        close(file)
    }
}
