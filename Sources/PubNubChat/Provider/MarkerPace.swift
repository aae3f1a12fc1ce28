import PubNubSupport

/// Limits how often the read marker of a channel is sent: a marker that is set during the pause after a request is sent
/// after the pause, and only the last one.
final class MarkerPace: Sendable {
    /// The channels in a pause, and whether a marker was set since it began.
    private let channels = Locked<[String: Bool]>([:])

    /// Begins to send a marker.
    ///
    /// - Returns: false during a pause, after which the marker is sent.
    func begin(_ channel: String) -> Bool {
        channels.withLock { channels in
            guard channels[channel] == nil else {
                channels[channel] = true
                return false
            }
            channels[channel] = false
            return true
        }
    }

    /// Whether a marker is being sent, or a pause since the last one runs.
    func isPaused(_ channel: String) -> Bool { channels.withLock { $0[channel] != nil } }

    /// Ends a pause.
    ///
    /// - Returns: Whether a marker was set in the meantime. Another pause begins then.
    func pauseEnded(_ channel: String) -> Bool {
        channels.withLock { channels in
            guard channels[channel] == true else {
                channels[channel] = nil
                return false
            }
            channels[channel] = false
            return true
        }
    }
}
