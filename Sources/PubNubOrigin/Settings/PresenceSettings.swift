/// The presence settings of a keyset. A setting that is nil has the value of ``OriginLimits``.
public struct PresenceSettings: Sendable, Equatable {
    /// Clients in a channel up to which every join, leave and timeout is announced; `Int.max` announces all. nil, the default, is
    /// ``OriginLimits/announceMaximum``.
    public var announceMaximum: Int?
    /// The time between two interval events of a channel with more clients than the maximum; above 0. nil, the default, is
    /// ``OriginLimits/presenceInterval``, and without that 10 s for a keyset with an ``announceMaximum`` of its own.
    public var interval: Duration?
    /// Whether interval events name the clients that joined, left and timed out, and not only the occupancy. True by default.
    public var deltas = true
    /// Seconds after which a silent client times out if its calls have no `heartbeat`. nil, the default, is ``OriginLimits/heartbeatDefault``.
    public var timeout: Int?

    /// Makes the settings of a new keyset.
    public init() {}

    /// The interval of a keyset on a server without one.
    static let standardInterval = Duration.seconds(10)

    /// The interval of the keyset if it is not that of the server; nil otherwise.
    func ownInterval(server: Duration?) -> Duration? {
        if let interval, interval > .zero { return interval }
        guard server == nil, let announceMaximum, announceMaximum < .max else { return nil }
        return Self.standardInterval
    }
}
