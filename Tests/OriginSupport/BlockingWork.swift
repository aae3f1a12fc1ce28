import Dispatch
import PubNubSupport

/// Runs blocking work on a thread of its own, as part of the task of the caller: an issue that it records belongs to its test.
func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(OwnThread()) { try work() }
}

/// Runs the jobs of one task on a queue of its own.
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "blocking work")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
