import PubNubSupport

@testable import PubNubOrigin

/// A log that commits each batch, or fails to, when a test says so.
final class HeldLog: OriginLog {
    private struct Guarded {
        var batches: [LogBatch] = []
        var position = LogPosition.start
        var receive: (@Sendable (OriginLogEvent) -> Void)?
    }

    private let clock: any OriginClock
    private let guarded = Locked(Guarded())

    let batchWaitLimit: Duration?

    init(clock: any OriginClock, batchWaitLimit: Duration? = nil) {
        self.clock = clock
        self.batchWaitLimit = batchWaitLimit
    }

    /// How many batches wait: one at most.
    var count: Int { guarded.withLock(\.batches.count) }

    /// The entries of the batch that waits.
    var entryCount: Int { guarded.withLock { $0.batches.first?.entries.count ?? 0 } }

    /// Ends the wait of the batch that waits. Returns false if none does.
    @discardableResult
    func finish(isCommitted: Bool = true) -> Bool {
        let event = guarded.withLock { guarded -> OriginLogEvent? in
            guard !guarded.batches.isEmpty else { return nil }
            let batch = guarded.batches.removeFirst()
            guard isCommitted else { return .failed(batch, .storage("disk full")) }
            guarded.position = guarded.position.next
            return .committed(Committed(position: guarded.position, moment: clock.moment, batch: batch))
        }
        guard let event else { return false }
        guarded.withLock { $0.receive }?(event)
        return true
    }

    func commitImmediately(_ batch: LogBatch) -> Committed? {
        guard !batch.entries.contains(where: \.isStored) else { return nil }
        return Committed(position: guarded.withLock { $0.position }, moment: clock.moment, batch: batch)
    }

    func propose(_ batch: LogBatch) { guarded.withLock { $0.batches.append(batch) } }

    func follow(_ receive: @escaping @Sendable (OriginLogEvent) -> Void) { guarded.withLock { $0.receive = receive } }

    func timetokensIssued(upTo timetoken: UInt64) {}

    var health: LogHealth { LogHealth() }

    func checkStorage() {}

    func close() async {}
}
