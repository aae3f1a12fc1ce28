import Foundation
import PubNub
import PubNubLocks

/// Lets programs that have the same file open know of each other: each holds a lock on a file beside it for as long. A program that ends in any way
/// lets go of it.
final class StoreHold: Sendable {
    /// Whether nobody else had the file open; nobody else can have opened it until ``share()``.
    let isAlone: Bool

    private let path: String
    private let descriptor: Locked<Int32?>

    /// How long another one may take to open the file, in hundredths of a second.
    private static let patience = 500

    /// - Parameter path: The file beside the one of the store; made where there is none, and never removed.
    /// - Throws: ``ChatError/cannotOpenStore(_:)``
    init(_ path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ChatError.cannotOpenStore("\(path) cannot be opened") }
        self.path = path
        self.descriptor = Locked(descriptor)
        // Where files cannot be locked nobody knows of anybody.
        isAlone = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        if !isAlone { try share() }
    }

    deinit { release() }

    /// Lets others open the file, too.
    ///
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` when another one is at it for too long.
    func share() throws {
        guard let descriptor = descriptor.withLock(\.self) else { return }
        for _ in 0..<Self.patience {
            if flock(descriptor, LOCK_SH | LOCK_NB) == 0 || ![EWOULDBLOCK, EINTR].contains(errno) { return }
            usleep(10_000)
        }
        throw ChatError.cannotOpenStore("\(path) is held by a program that opens the store")
    }

    /// Lets go of the file.
    func release() {
        let held = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let held { close(held) }
    }
}
