import Dispatch
import GRDB
import PubNub
import PubNubSupport

/// Runs the reads of observations: a few concurrently, in the order in which they were requested.
///
/// GRDB's `asyncRead` passes a read of a pool to a queue that waits for a free connection, and from there to the queue
/// of the connection. A read that starts here is immediately on its thread and takes its connection there. This saves
/// one change of threads until a change reaches its observers.
final class DatabaseReaders: Sendable {
    /// The maximum number of concurrent reads. GRDB opens five connections for reading; one stays free for the reads of
    /// the application.
    static let width = 4

    private struct State {
        /// The requested reads; those before `next` have started.
        var reads: [(@Sendable () -> Void)?] = []
        var next = 0
        /// The threads that run no reads.
        var idle = Array(0..<DatabaseReaders.width)

        mutating func takeNext() -> (@Sendable () -> Void)? {
            guard next < reads.count else { return nil }
            let read = reads[next]
            reads[next] = nil
            next += 1
            // Started reads are removed when they are at least half of the list, so that the cost of one read is
            // constant.
            if next * 2 >= reads.count {
                reads.removeFirst(next)
                next = 0
            }
            return read
        }
    }

    private let database: any DatabaseReader
    private let gate: ReadGate
    private let state = Locked(State())
    /// Serial queues, because libdispatch gives each of these a thread even while blocked work occupies the threads of
    /// the concurrent queues.
    private let threads = (0..<DatabaseReaders.width).map { number in
        DispatchQueue(label: "pubnub.chat.read.\(number)", qos: .userInitiated)
    }

    init(_ database: any DatabaseReader, _ gate: ReadGate) {
        self.database = database
        self.gate = gate
    }

    /// Reads as soon as fewer than ``width`` earlier reads run. A database with one connection first finishes its
    /// earlier accesses.
    ///
    /// - Parameters:
    ///   - fetch: A closure that reads.
    ///   - completion: Receives the result, on the thread of the read.
    func read<Value>(
        _ fetch: @escaping @Sendable (Database) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        guard database is DatabasePool else {
            return database.asyncRead { database in completion(Result { try fetch(database.get()) }) }
        }
        add { [database, gate] in completion(Result { try gate.read { try database.read(fetch) } }) }
    }

    private func add(_ read: @escaping @Sendable () -> Void) {
        let thread = state.withLock { state in
            state.reads.append(read)
            return state.idle.popLast()
        }
        guard let thread else { return }
        threads[thread].async { [self] in run(on: thread) }
    }

    private func run(on thread: Int) {
        while let read = next(on: thread) { read() }
    }

    /// The next read. If the list is empty, returns nil and marks the thread as idle.
    private func next(on thread: Int) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let read = state.takeNext()
            if read == nil { state.idle.append(thread) }
            return read
        }
    }
}
