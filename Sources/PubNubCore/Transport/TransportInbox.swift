import PubNubSupport
import PubNubMachines

/// The queue between all callers and the network thread.
///
/// The thread is woken only while it waits: it finds a job that is posted while it runs before it waits again.
final class TransportInbox: Sendable {
    private struct State {
        var jobs: [TransportJob] = []
        var isWaiting = false
    }

    private let state = Locked(State())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: Ends the thread's wait; called by the thread that posts a job.
    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    func post(_ job: TransportJob) {
        let mustWake = state.withLock { state in
            state.jobs.append(job)
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if mustWake {
            wake()
        }
    }

    /// Posts the last job.
    func close() {
        state.withLock { state in
            state.jobs.append(.stop)
            // Under the lock, because the thread closes the descriptor that `wake` uses as soon as it has seen the job.
            wake()
        }
    }

    /// Replaces `jobs`, which the thread has processed, with those posted since.
    func take(into jobs: inout [TransportJob]) {
        jobs.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.isWaiting = false
            swap(&state.jobs, &jobs)
        }
    }

    /// The thread is running, and takes all jobs before it waits, so posting a job need not wake it.
    func resumed() {
        state.withLock { $0.isWaiting = false }
    }

    /// Whether the inbox is empty. If so, the next job wakes the thread.
    func mayWait() -> Bool {
        state.withLock { state in
            state.isWaiting = state.jobs.isEmpty
            return state.isWaiting
        }
    }
}

/// The jobs that callers post to the transport's thread.
enum TransportJob: Sendable {
    case start(TransportOrder)
    case cancel(RequestID)
    case resume(RequestID)
    case notice(NetworkNotice, number: UInt64)
    /// A client has ended. Its connections are closed, then the closure is called.
    case clientEnded(UInt64, @Sendable () -> Void)
    case stop
}

/// A request and its completion, created once and passed by reference.
final class TransportOrder: Sendable {
    let request: TransportRequest
    private let completion: TransportCompletion

    init(_ request: TransportRequest, _ completion: @escaping TransportCompletion) {
        self.request = request
        self.completion = completion
    }

    /// Reports the outcome. The end of a streamed body comes after that.
    func end(_ result: Result<TransportResponse, TransportFailure>) {
        completion(result)
        request.stream?.complete()
    }
}
