import Dispatch
import PubNubSupport
import Synchronization

/// Warns once if an event waits for a callback queue that does not run, and logs when the queue runs again.
///
/// While events arrive, one timer checks whether the event for which it was started has run. Without events no timer runs.
final class QueueWatch: Sendable {
    /// How long an event may wait.
    static let limit: Duration = .seconds(5)

    /// Calls a closure once after a delay.
    typealias Alarm = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    private enum Phase {
        static let idle: UInt8 = 0
        static let watching: UInt8 = 1
        static let stalled: UInt8 = 2
        static let ended: UInt8 = 3
    }

    private struct Stall {
        let label: String
        let start: ContinuousClock.Instant
    }

    private let phase = Atomic(Phase.idle)
    /// How often work was put on the queue.
    private let posts = Atomic<UInt64>(0)
    /// How often the queue began work.
    private let runs = Atomic<UInt64>(0)
    private let stall = Locked<Stall?>(nil)
    private let alarm: Alarm
    private let warn: @Sendable (String) -> Void

    init(
        alarm: @escaping Alarm = QueueWatch.dispatchAlarm,
        warn: @escaping @Sendable (String) -> Void = { PNLogger.warn($0) }
    ) {
        self.alarm = alarm
        self.warn = warn
    }

    /// How often work was put on the queue.
    var posted: UInt64 { posts.load(ordering: .acquiring) }

    /// Notes that work is put on a queue.
    func willPost(on queue: DispatchQueue) {
        let number = posts.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        guard phase.load(ordering: .relaxed) == Phase.idle, move(from: Phase.idle, to: Phase.watching) else { return }
        watch(number, queue)
    }

    /// Notes that the queue begins work.
    func ran() {
        runs.wrappingAdd(1, ordering: .acquiringAndReleasing)
        guard phase.load(ordering: .relaxed) == Phase.stalled, move(from: Phase.stalled, to: Phase.ended) else {
            return
        }
        guard let stall = stall.withLock({ $0 }) else { return }
        let time = stall.start.duration(to: .now).components.seconds
        warn("The callback queue '\(stall.label)' runs again after \(time) s.")
    }

    /// Checks later whether the queue has run so many blocks.
    private func watch(_ number: UInt64, _ queue: DispatchQueue) {
        let start = ContinuousClock.now
        alarm(Self.limit) { [weak self] in self?.check(number, queue, since: start) }
    }

    private func check(_ number: UInt64, _ queue: DispatchQueue, since start: ContinuousClock.Instant) {
        let done = runs.load(ordering: .acquiring)
        let known = posted
        if done < number { return report(queue, since: start) }
        if known > done { return watch(known, queue) }
        guard move(from: Phase.watching, to: Phase.idle) else { return }
        // Work that was posted just before is watched by the next check.
        let latest = posted
        guard latest > known, move(from: Phase.idle, to: Phase.watching) else { return }
        watch(latest, queue)
    }

    private func report(_ queue: DispatchQueue, since start: ContinuousClock.Instant) {
        stall.withLock { $0 = Stall(label: queue.label, start: start) }
        let seconds = Self.limit.components.seconds
        warn(
            """
            An event has waited for \(seconds) s for the callback queue '\(queue.label)', which does not run. For the main queue, \
            end the main file with RunLoop.main.run() (import Foundation), and do not block the main thread; or set \
            PNConfiguration.callbackQueue to a queue of your own.
            """
        )
        _ = move(from: Phase.watching, to: Phase.stalled)
    }

    private func move(from old: UInt8, to new: UInt8) -> Bool {
        phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }

    private static let queue = DispatchQueue(label: "com.pubnub.queue-watch", qos: .utility)

    private static let dispatchAlarm: Alarm = { delay, body in
        let (seconds, attoseconds) = delay.components
        let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        queue.asyncAfter(deadline: time, execute: body)
    }
}
