import PubNubSupport

/// A body that one end of a request sends or receives piece by piece, with a bound on the bytes that wait in between.
///
/// One end is a task, which waits while nothing is there or no room is left. The other end is the transport's thread, which
/// never waits: it pauses the transfer, and the next step of the task lets it continue.
package final class BodyStream: Sendable {
    /// The bytes that wait at most, apart from the last piece: 256 KiB.
    package static let capacity = 256 * 1024

    /// Which body it is.
    package enum Direction: Sendable {
        /// The body of the request, which has this many bytes.
        case upload(length: Int)
        /// The body of the response, if its status is 200 or 206. Any other body is part of the response.
        ///
        /// The closure receives status and head before the first bytes, on the transport's thread. It is not called for an
        /// empty body.
        case download(began: @Sendable (_ status: Int, _ head: String) -> Void)
    }

    /// The result of a step of the transport's thread that takes bytes.
    enum Taken: Equatable {
        case bytes(Int)
        /// No bytes are there yet.
        case none
        /// The task has ended before the body has.
        case abandoned
    }

    private struct State {
        var pieces: [[UInt8]] = []
        /// The bytes of the first piece that were taken.
        var takenOfFirst = 0
        var waitingBytes = 0
        var taken = 0
        /// Whether nothing follows.
        var isComplete = false
        /// Whether the task has ended the stream early.
        var isAbandoned = false
        /// Whether the transport's thread has paused the transfer.
        var isPaused = false
        var waiters: [Handover<Void, Never>] = []

        func mustWait(_ isMet: (State) -> Bool) -> Bool { !isAbandoned && !isComplete && !isMet(self) }

        /// Those to wake after bytes were added or taken.
        mutating func takeWaiters() -> [Handover<Void, Never>] {
            defer { waiters = [] }
            return waiters
        }
    }

    package let direction: Direction
    private let resume: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - direction: Which body it is.
    ///   - resume: Lets a paused transfer continue: `resume` of the transport, with the identifier of the request.
    package init(_ direction: Direction, resume: @escaping @Sendable () -> Void) {
        self.direction = direction
        self.resume = resume
    }

    /// Whether the stream has ended: nothing follows, or the rest is not needed.
    package var hasEnded: Bool { state.withLock { $0.isComplete || $0.isAbandoned } }

    /// The bytes that have left the stream: sent, or received by the task.
    package var transferred: Int { state.withLock { $0.taken } }

    /// Ends the stream early: the rest is not needed. A task that waits continues.
    package func abandon() {
        end { state in
            state.isAbandoned = true
            state.pieces = []
            state.waitingBytes = 0
        }
    }

    /// Nothing follows the bytes so far.
    package func complete() {
        end { $0.isComplete = true }
    }

    private func end(_ change: (inout State) -> Void) {
        let (waiters, mustResume) = state.withLock { state in
            change(&state)
            defer { state.isPaused = false }
            return (state.takeWaiters(), state.isPaused)
        }
        for waiter in waiters { waiter.resume(returning: ()) }
        if mustResume { resume() }
    }
}

/// The end of the task.
extension BodyStream {
    /// Adds bytes, when there is room.
    ///
    /// - Parameter bytes: The bytes, of any number.
    /// - Returns: Whether they were added; otherwise the transfer has ended.
    package func send(_ bytes: [UInt8]) async -> Bool {
        await wait { $0.waitingBytes < Self.capacity }
        let (isAdded, mustResume) = state.withLock { state in
            guard !state.isAbandoned, !state.isComplete else { return (false, false) }
            guard !bytes.isEmpty else { return (true, false) }
            state.pieces.append(bytes)
            state.waitingBytes += bytes.count
            defer { state.isPaused = false }
            return (true, state.isPaused)
        }
        if mustResume { resume() }
        return isAdded
    }

    /// Waits for bytes.
    ///
    /// - Returns: The next bytes; `nil` after the last ones.
    package func receive() async -> [UInt8]? {
        await wait { !$0.pieces.isEmpty }
        let (bytes, mustResume) = state.withLock { state -> ([UInt8]?, Bool) in
            guard !state.pieces.isEmpty else { return (nil, false) }
            let bytes = state.pieces.removeFirst()
            state.waitingBytes -= bytes.count
            state.taken += bytes.count
            let mustResume = state.isPaused && state.waitingBytes < Self.capacity / 2
            if mustResume { state.isPaused = false }
            return (bytes, mustResume)
        }
        if mustResume { resume() }
        return bytes
    }

    /// Waits until the transfer has taken all bytes, or has ended.
    package func drained() async {
        await wait { $0.waitingBytes == 0 }
    }

    /// Waits for a condition, or the end of the stream.
    private func wait(until isMet: (State) -> Bool) async {
        while state.withLock({ $0.mustWait(isMet) }) {
            await withHandover(of: Void.self, throwing: Never.self) { handover in
                let isWaiting = state.withLock { state in
                    guard state.mustWait(isMet) else { return false }
                    state.waiters.append(handover)
                    return true
                }
                if !isWaiting { handover.resume(returning: ()) }
            }
        }
    }
}

/// The end of the transport's thread.
extension BodyStream {
    /// Takes bytes for a buffer of libcurl.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
        let (taken, waiters) = state.withLock { state -> (Taken, [Handover<Void, Never>]) in
            guard !state.isAbandoned else { return (.abandoned, []) }
            guard let first = state.pieces.first else {
                // A task that ends with fewer bytes than it announced.
                if state.isComplete { return (.abandoned, []) }
                state.isPaused = true
                return (.none, [])
            }
            let count = min(buffer.count, first.count - state.takenOfFirst)
            first.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[state.takenOfFirst...].prefix(count))) }
            state.takenOfFirst += count
            if state.takenOfFirst == first.count {
                state.pieces.removeFirst()
                state.takenOfFirst = 0
            }
            state.waitingBytes -= count
            state.taken += count
            return (.bytes(count), state.waitingBytes < Self.capacity / 2 ? state.takeWaiters() : [])
        }
        for waiter in waiters { waiter.resume(returning: ()) }
        return taken
    }

    /// Adds received bytes.
    ///
    /// - Returns: Whether they were added; otherwise the stream is full and the transfer pauses. Bytes of a stream that was ended
    ///   early are discarded.
    func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (isAdded, waiters) = state.withLock { state -> (Bool, [Handover<Void, Never>]) in
            guard !state.isAbandoned else { return (true, []) }
            guard state.waitingBytes < Self.capacity else {
                state.isPaused = true
                return (false, [])
            }
            state.pieces.append(Array(bytes))
            state.waitingBytes += bytes.count
            return (true, state.takeWaiters())
        }
        for waiter in waiters { waiter.resume(returning: ()) }
        return isAdded
    }
}
