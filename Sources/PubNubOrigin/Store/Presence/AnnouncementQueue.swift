import NIOCore

/// A presence event that waits until its delay has passed.
package struct Announcement: Sendable, Equatable {
    /// The channel that it is about.
    package let topic: Topic
    /// The event as JSON, with the time and the occupancy of the change.
    package let payload: [UInt8]
    /// When it is due in the time of a log that several servers apply; nil on a server by itself, whose clock no restart survives.
    package let due: Duration?

    package init(topic: Topic, payload: [UInt8], due: Duration?) {
        self.topic = topic
        self.payload = payload
        self.due = due
    }
}

/// Presence events in the order of their changes, each of which is published a while after its change.
///
/// A client of today sends its heartbeat and its first subscribe call at the same time. If the heartbeat comes first, its join would lie before the
/// timetoken that the client starts from, and the client would never receive it.
package struct AnnouncementQueue: Sendable {
    private struct Waiting: Sendable {
        let announcement: Announcement
        let due: Duration
    }

    /// The most events that wait. With more, the oldest are published early.
    static let capacity = 100_000

    private var waiting = CircularBuffer<Waiting>()

    var count: Int { waiting.count }
    var isEmpty: Bool { waiting.isEmpty }
    /// When the next event is due; nil without one. A delay that was shortened may make a later one due earlier; that one waits for those before it.
    var nextDue: Duration? { waiting.first?.due }

    mutating func append(_ announcement: Announcement, due: Duration) {
        waiting.append(Waiting(announcement: announcement, due: due))
    }

    /// How many events are due, as many as `limit` at most.
    func countDue(at now: Duration, limit: Int = .max) -> Int {
        waiting.prefix(limit).prefix { $0.due <= now }.count
    }

    /// Removes the oldest events, as many as there are at most.
    mutating func removeFirst(_ count: Int) -> [Announcement] {
        let first = waiting.prefix(max(0, count)).map(\.announcement)
        waiting.removeFirst(first.count)
        return first
    }
}
