import Foundation

/// The errors of several threads.
final class Failures: Sendable {
    private let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private var failures: [any Error] = []

    var first: (any Error)? { lock.withLock { failures.first } }

    func add(_ error: any Error) { lock.withLock { failures.append(error) } }
}
