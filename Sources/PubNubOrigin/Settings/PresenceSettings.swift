/// The presence settings of a keyset. A setting that is nil has the value of ``OriginLimits``.
public struct PresenceSettings: Sendable, Equatable {
    /// Clients in a channel up to which every join, leave and timeout is announced; `Int.max` announces all. nil, the default, is
    /// ``OriginLimits/announceMaximum``.
    public var announceMaximum: Int?
    /// Whether interval events name the clients that joined, left and timed out, and not only the occupancy. True by default.
    public var deltas = true
    /// Seconds after which a silent client times out if its calls have no `heartbeat`. nil, the default, is ``OriginLimits/heartbeatDefault``.
    public var timeout: Int?

    /// Makes the settings of a new keyset.
    public init() {}
}
