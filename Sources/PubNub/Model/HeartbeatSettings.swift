/// After which silence the service calls a client timed out, and how often the client speaks up.
///
/// The service takes at most 300 seconds. The client speaks up three seconds before the time is over unless it is told
/// another interval that is shorter, and never more often than every two seconds.
struct HeartbeatSettings: Sendable, Equatable {
    static let maximumTimeout: Int32 = 300
    static let minimumInterval: Int32 = 2
    static let margin: Int32 = 3

    private var askedInterval: Int32 = 0
    private var limitedTimeout: Int32 = 0

    /// Heartbeats with these seconds; off by default.
    init(timeout: Int32 = 0, interval: Int32 = 0) {
        self.timeout = timeout
        self.interval = interval
    }

    /// Seconds; 0 is off.
    var timeout: Int32 {
        get { limitedTimeout }
        set { limitedTimeout = min(max(newValue, 0), Self.maximumTimeout) }
    }

    /// Seconds; 0 while neither an interval nor a timeout is set.
    var interval: Int32 {
        get {
            if askedInterval > 0, timeout == 0 || askedInterval < min(timeout, Self.maximumTimeout) {
                return max(askedInterval, Self.minimumInterval)
            }
            return timeout > 0 ? max(timeout - Self.margin, Self.minimumInterval) : 0
        }
        set { askedInterval = newValue }
    }

    /// Whether heartbeats are sent at all.
    var isEnabled: Bool { timeout > 0 }
}
