import Synchronization

/// A log that stores nothing: it commits each batch immediately, on the caller's thread.
final class MemoryLog: OriginLog {
    let storesNothing = true
    private let clock: any OriginClock
    private let last = Atomic<UInt64>(0)

    /// - Parameter clock: gives each batch its moment.
    init(clock: any OriginClock) {
        self.clock = clock
    }

    func commitImmediately(_ batch: LogBatch) -> Committed? {
        let position = last.wrappingAdd(1, ordering: .relaxed).newValue
        return Committed(position: LogPosition(rawValue: position), moment: clock.moment, batch: batch)
    }

    func propose(_ batch: LogBatch) {}

    func follow(_ receive: @escaping @Sendable (OriginLogEvent) -> Void) {}

    func timetokensIssued(upTo timetoken: UInt64) {}

    var health: LogHealth {
        let position = last.load(ordering: .relaxed)
        return LogHealth(position: LogPosition(rawValue: position), commits: position)
    }

    func checkStorage() {}

    func close() async {}
}
