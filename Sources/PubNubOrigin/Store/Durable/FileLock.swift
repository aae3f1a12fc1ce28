import Foundation

/// Keeps two origins from using one data file. The lock goes with the process, however it ends.
final class FileLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock beside a file.
    init(besides path: String) throws(OriginError) {
        descriptor = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotOpen("\(path): \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .cannotOpen("\(path) is in use by another origin")
        }
    }

    deinit { close(descriptor) }
}
