import PubNubOrigin
import Glibc
import PubNubSupport

/// Keeps two servers from using one data file, also if they name it by different paths. The system releases the lock when the process ends in any way.
///
/// It is a lock of `flock` on the data file itself, so symbolic and hard links lead to the same lock; SQLite locks byte ranges, which
/// are independent of it. Closing any descriptor of a file releases the byte ranges that the process has locked in it. So within a
/// process, a list refuses a file that is in use before it is opened.
final class DataFileLock: Sendable {
    /// A file as the kernel tells files apart.
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64

        init(_ facts: stat) {
            device = UInt64(truncatingIfNeeded: facts.st_dev)
            number = UInt64(truncatingIfNeeded: facts.st_ino)
        }
    }

    private struct Held {
        let descriptor: Int32
        let identity: Identity
    }

    private static let inUse = Locked(Set<Identity>())

    private let held: Locked<Held?>

    /// Takes the lock of a data file, which has to exist.
    init(_ path: String) throws(OriginError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw Self.failure(path) }
        let identity = Identity(facts)
        guard Self.inUse.withLock({ $0.insert(identity).inserted }) else { throw Self.inUse(path) }
        do {
            held = Locked(Held(descriptor: try Self.open(path, identity), identity: identity))
        } catch {
            Self.inUse.withLock { _ = $0.remove(identity) }
            throw error
        }
    }

    deinit { release() }

    /// Whether a path leads to the file. It does not if the file was removed or replaced; SQLite would go on writing to the old one.
    func isFile(at path: String) -> Bool {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return false }
        return held.withLock { $0?.identity } == Identity(facts)
    }

    /// Lets others use the file. Call it after the last descriptor of the file is closed.
    func release() {
        let held = held.withLock { held in
            defer { held = nil }
            return held
        }
        guard let held else { return }
        // A forked process shares the lock until it runs another program, so closing the file would not release it.
        flock(held.descriptor, LOCK_UN)
        close(held.descriptor)
        Self.inUse.withLock { _ = $0.remove(held.identity) }
    }

    private static func open(_ path: String, _ identity: Identity) throws(OriginError) -> Int32 {
        let file = Glibc.open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        var facts = stat()
        let isSame = fstat(file, &facts) == 0 && Identity(facts) == identity
        guard isSame, flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw inUse(path)
        }
        return file
    }

    private static func failure(_ path: String) -> OriginError {
        .cannotOpen("\(path): \(String(cString: strerror(errno)))")
    }

    private static func inUse(_ path: String) -> OriginError { .cannotOpen("\(path) is in use by another origin") }
}
