import PubNubLocks
import PubNubMachines

/// The queue between any caller and the one thread that owns the network.
///
/// The thread is woken only when it waits: a job posted while it works is found before it waits again.
final class TransportInbox: Sendable {
    private struct State {
        var jobs: [TransportJob] = []
        var isWaiting = false
    }

    private let state = Locked(State())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: Ends the thread's wait; called by whoever posts.
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

    /// Posts the last job of all.
    func close() {
        state.withLock { state in
            state.jobs.append(.stop)
            // Under the lock, because the thread gives up what `wake` uses as soon as it has seen the job.
            wake()
        }
    }

    /// Replaces `jobs`, which the thread has worked off, by those posted since.
    func take(into jobs: inout [TransportJob]) {
        jobs.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.isWaiting = false
            swap(&state.jobs, &jobs)
        }
    }

    /// The thread works again, and takes what there is before it waits: nobody need wake it, not even itself.
    func resumed() {
        state.withLock { $0.isWaiting = false }
    }

    /// Whether there is nothing to do, in which case the next job posted wakes the thread.
    func mayWait() -> Bool {
        state.withLock { state in
            state.isWaiting = state.jobs.isEmpty
            return state.isWaiting
        }
    }
}

/// What callers leave for the transport's thread to do.
enum TransportJob: Sendable {
    case start(TransportOrder)
    case cancel(RequestID)
    case notice(NetworkNotice, number: UInt64)
    case stop
}

/// A request and whom to tell about its end, made once and passed on by reference from then on.
final class TransportOrder: Sendable {
    let request: TransportRequest
    let completion: TransportCompletion

    init(_ request: TransportRequest, _ completion: @escaping TransportCompletion) {
        self.request = request
        self.completion = completion
    }
}
