import Dispatch
import GRDB
import PubNub
import PubNubLocks

/// Runs the reads of observations: a few at a time, in the order in which they were requested.
///
/// GRDB's `asyncRead` hands a read of a pool to a queue that waits for a free connection, and from there to the queue of the connection. A read that begins here
/// is on its thread at once, and takes its connection there, so that a change reaches its observers one change of threads earlier.
final class ReadQueue: Sendable {
    /// How many reads run at a time. GRDB opens five connections for reading; one stays free for the reads of the application.
    static let width = 4

    private struct State {
        /// The requested reads; those before `next` have begun.
        var reads: [(@Sendable () -> Void)?] = []
        var next = 0
        /// The threads that run no reads.
        var idle = Array(0..<ReadQueue.width)

        mutating func takeNext() -> (@Sendable () -> Void)? {
            guard next < reads.count else { return nil }
            let read = reads[next]
            reads[next] = nil
            next += 1
            // What has begun is removed when it is at least half of the list, which keeps the cost of one read constant.
            if next * 2 >= reads.count {
                reads.removeFirst(next)
                next = 0
            }
            return read
        }
    }

    private let database: any DatabaseReader
    private let state = Locked(State())
    /// Serial queues, because libdispatch gives each of these a thread even while blocked work occupies the threads of the concurrent queues.
    private let threads = (0..<ReadQueue.width).map { number in
        DispatchQueue(label: "pubnub.chat.read.\(number)", qos: .userInitiated)
    }

    init(_ database: any DatabaseReader) {
        self.database = database
    }

    /// Reads as soon as fewer than ``width`` of the reads before it run; from a database with one connection, after the accesses before it.
    ///
    /// - Parameters:
    ///   - fetch: What reads.
    ///   - completion: Gets what was read, on the thread of the read.
    func read<Value>(
        _ fetch: @escaping @Sendable (Database) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        guard database is DatabasePool else {
            return database.asyncRead { database in completion(Result { try fetch(database.get()) }) }
        }
        add { [database] in completion(Result { try database.read(fetch) }) }
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

    /// The next read; nil, and the thread is idle, if there is none.
    private func next(on thread: Int) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let read = state.takeNext()
            if read == nil { state.idle.append(thread) }
            return read
        }
    }
}
