import PubNubWire

/// The time without a request after which the service reports a timeout, and the interval of heartbeats.
///
/// The service accepts at most 300 seconds. The client sends a heartbeat three seconds before the time is over, or
/// after a shorter interval if one is set, and at most every two seconds.
package struct HeartbeatSettings: Sendable, Equatable {
    package static let maximumTimeout = Int32(ServiceLimits.heartbeatSeconds.upperBound)
    static let minimumInterval: Int32 = 2
    static let margin: Int32 = 3

    private var askedInterval: Int32 = 0
    private var limitedTimeout: Int32 = 0

    /// Heartbeats with these seconds; off by default.
    package init(timeout: Int32 = 0, interval: Int32 = 0) {
        self.timeout = timeout
        self.interval = interval
    }

    /// Seconds; 0 is off.
    package var timeout: Int32 {
        get { limitedTimeout }
        set { limitedTimeout = min(max(newValue, 0), Self.maximumTimeout) }
    }

    /// Seconds; 0 while neither an interval nor a timeout is set.
    package var interval: Int32 {
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
