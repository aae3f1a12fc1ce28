import Dispatch
import GRDB

/// Keeps all readers of a data file busy, so that further reads wait.
final class BusyReaders: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let count: Int

    init(_ pool: DatabasePool) {
        count = pool.configuration.maximumReaderCount
        for _ in 0..<count { pool.asyncRead { [gate] _ in gate.wait() } }
    }

    /// Lets the reads that wait begin.
    func release() {
        for _ in 0..<count { gate.signal() }
    }
}
