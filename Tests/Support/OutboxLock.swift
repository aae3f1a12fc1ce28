package import Foundation

/// Whether no client has an outbox file open.
///
/// - Parameter file: The outbox file.
/// - Returns: Whether it is free; false also without a lock file.
package func isOutboxFree(_ file: URL) -> Bool {
    let lock = open(file.path() + ".lock", O_RDWR | O_CLOEXEC)
    guard lock >= 0 else { return false }
    defer {
        // A child process that another test forks shares the open file until it executes a program, and would keep the lock.
        flock(lock, LOCK_UN)
        close(lock)
    }
    return flock(lock, LOCK_EX | LOCK_NB) == 0
}
