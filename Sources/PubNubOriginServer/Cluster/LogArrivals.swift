import PubNubOrigin

/// Decides from the arrivals of records whether a server of a cluster is behind the others.
///
/// The stream counts the records that come after each one when it sends it. Records that it sent while this process was stopped
/// arrive late, and their counts are those of the time before. So after a gap the age of records decides.
///
/// NATS dates records, and its clock may be behind this server's. So ages are compared to the least one of records that came without later ones.
struct LogArrivals: Sendable {
    /// The least age of records that were the newest of the stream when they arrived: by so much the clock of NATS is behind.
    private struct MinAge {
        /// The time after which an age is forgotten: one to two of these. So the value follows clocks that are set.
        private static let span = Duration.seconds(30)

        private var present = UInt64.max
        private var former = UInt64.max
        private var end = Duration.zero

        /// In units of 100 ns; 0 before the first record.
        var value: UInt64 { min(present, former) == .max ? 0 : min(present, former) }

        mutating func note(_ age: UInt64, at now: Duration) {
            if now >= end {
                former = present
                present = .max
                end = now + Self.span
            }
            present = min(present, age)
        }
    }

    /// With no record for so long the cluster stores nothing: one server writes at least one a second.
    static let silence = Duration.seconds(3)
    /// The time after a gap in which only the age decides, and not the counts of the stream.
    static let doubt = Duration.seconds(10)
    /// With records that are older than this, in units of 100 ns, beyond the least age, the server is behind.
    static let maxAge: UInt64 = 20_000_000

    /// Whether the server applies records that others have applied some time before.
    private(set) var isBehind = false
    /// When the last record arrived.
    private var last: Duration?
    /// Until when the age decides.
    private var doubtEnd: Duration?
    /// Whether what was in the stream at the start has arrived. Records of that time are old.
    private var isStarted = false
    private var minAge = MinAge()

    /// Notes a record that arrives.
    mutating func arrived(_ record: StreamRecord, at now: Moment) {
        if isSilent(at: now.uptime) { doubtEnd = now.uptime + Self.doubt }
        last = now.uptime
        if isStarted, record.pending == 0, !isInDoubt(at: now.uptime) {
            minAge.note(Self.age(of: record, at: now), at: now.uptime)
        }
        judge(record, at: now)
    }

    /// Notes that the stream sent a record which the state has: it is not silent.
    mutating func heard(at now: Duration) {
        if last != nil { last = now }
    }

    /// Notes that a record which arrived is applied, which may have taken time.
    mutating func applied(_ record: StreamRecord, at now: Moment) { judge(record, at: now) }

    /// Counts silence from now on, or from a later record.
    mutating func start(at now: Duration) {
        last = last.map { max($0, now) } ?? now
        isStarted = true
    }

    /// Whether no record has arrived for longer than the servers of a cluster are silent. False before the first one.
    func isSilent(at now: Duration) -> Bool { last.map { now - $0 > Self.silence } ?? false }

    private mutating func judge(_ record: StreamRecord, at now: Moment) {
        let isOld = Self.age(of: record, at: now) > minAge.value + Self.maxAge
        isBehind = isOld && (record.pending > 0 || isInDoubt(at: now.uptime))
    }

    private func isInDoubt(at now: Duration) -> Bool { doubtEnd.map { now < $0 } ?? false }

    /// The age of a record by the clock of this server, in units of 100 ns.
    private static func age(of record: StreamRecord, at now: Moment) -> UInt64 {
        now.date > record.date ? now.date - record.date : 0
    }
}
