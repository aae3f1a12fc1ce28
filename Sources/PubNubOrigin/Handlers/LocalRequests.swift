import PubNubWire

/// The state that concerns the connections of this server and is not part of the log: calls that wait, polls that came late, and the
/// timetokens that reads gave out.
package struct LocalRequests: Sendable {
    package var held = HeldRequests()
    var departures: Departures
    /// Subscribers for whom the archive is being searched.
    var catchingUp: [OriginRequestID: HeldPoll] = [:]
    /// The highest timetoken that a read gave to a client.
    private(set) var lastIssued: UInt64 = 0
    /// The quotas of keysets at present.
    var rates: QuotaRates
    /// Counts the calls of this server's clients that quotas refuse.
    let quotaRefusals = QuotaRefusals()
    /// When crowded channels announce who came and went.
    var nextInterval: Duration?
    /// The same for keysets with an interval of their own.
    private var keysetIntervals: [NameKey: Duration] = [:]
    /// The earliest of those times.
    private var nextKeysetInterval: Duration?
    /// When this server proposes a tick, if no other server has proposed one by then; nil on a server by itself.
    private(set) var nextTick: Duration?
    /// How long this server waits for that. The server that waits for the shortest time is the one that proposes.
    private var tickPause = Duration.seconds(1)
    /// Whether the log has not committed this server's last tick yet.
    private(set) var isTickPending = false
    /// No presence event is published before, as the log could not store the last tick.
    private(set) var announcesAfter = Duration.zero
    private let isReplicated: Bool

    init(limits: OriginLimits, isReplicated: Bool = false) {
        self.isReplicated = isReplicated
        departures = Departures(capacity: limits.occupants)
        rates = QuotaRates(limits)
    }

    /// When the machine has something to do next; nil when nothing waits for time.
    var nextDeadline: Duration? {
        let waiting = Duration.earliest(held.nextDeadline, departures.nextDeadline)
        // The interval is announced with a tick, which has to wait for the last one.
        let interval = Duration.earliest(nextInterval, nextKeysetInterval)
        return Duration.earliest(waiting, Duration.earliest(isTickPending ? nil : interval, nextTick))
    }

    /// Whether a keyset has a time for its interval events.
    func hasInterval(keyset: String) -> Bool { keysetIntervals[NameKey(keyset)] != nil }

    /// Sets when a keyset with an interval of its own announces who came and went; nil if it has none any more.
    mutating func setInterval(_ time: Duration?, keyset: String) {
        keysetIntervals[NameKey(keyset)] = time
        nextKeysetInterval = keysetIntervals.values.min()
    }

    /// The keysets whose own intervals have passed, in order.
    func passedIntervals(at now: Duration) -> [String] {
        guard let next = nextKeysetInterval, next <= now else { return [] }
        return keysetIntervals.filter { $0.value <= now }.map(\.key.text).sorted()
    }

    /// The timetoken of a moment: every message that is published later has a higher one. If several servers apply the log, it is the latest
    /// that this server has applied, as another server's clock may be behind this one's.
    mutating func issueTimetoken(date: UInt64, latest: UInt64) -> UInt64 {
        lastIssued = timetoken(date: date, latest: latest)
        return lastIssued
    }

    /// The timetoken that ``issueTimetoken(date:latest:)`` would give out.
    func timetoken(date: UInt64, latest: UInt64) -> UInt64 { max(lastIssued, latest, isReplicated ? 0 : date) }

    /// Begins to propose ticks.
    mutating func startTicks(every pause: Duration, at now: Duration) {
        tickPause = pause
        nextTick = now + pause
    }

    /// Whether this server may propose a tick now. It proposes one after the other, so that changes of clients come between them.
    mutating func takeTick(at now: Duration) -> Bool {
        if let due = nextTick {
            guard due <= now else { return false }
            nextTick = now + tickPause
        } else if isReplicated {
            return false
        }
        return !isTickPending
    }

    /// Notes that this server proposes a tick.
    mutating func tickProposed() { isTickPending = true }

    /// Notes a tick in the log.
    ///
    /// - Parameters:
    ///   - tick: The tick.
    ///   - interval: The time between two interval events; nil without such events.
    ///   - keysetInterval: The same of a keyset with an interval of its own; nil for another one.
    ///   - now: The time of this server.
    mutating func ticked(
        _ tick: LogTick,
        interval: Duration?,
        keysetInterval: (String) -> Duration?,
        at now: Duration
    ) {
        // The server that has proposed a tick with as many clients as it may have proposes the rest.
        let pause = isTickPending && tick.isFull ? .zero : tickPause
        isTickPending = false
        if nextTick != nil { nextTick = now + pause }
        for keyset in isReplicated ? tick.keysets : [] {
            if let interval = keysetInterval(keyset) { setInterval(now + interval + tickPause, keyset: keyset) }
        }
        if isReplicated, tick.isInterval, let interval { nextInterval = now + interval + tickPause }
    }

    /// Notes that a tick could not be committed, and when to try again to publish presence events.
    mutating func tickFailed(retryAt deadline: Duration) {
        isTickPending = false
        announcesAfter = deadline
    }

    /// Forgets a request whose client is gone.
    mutating func forget(_ id: OriginRequestID) {
        held.release(id)
        departures.release(id)
        catchingUp[id] = nil
    }
}
