import Foundation
import PubNub
import PubNubCore
import PubNubSupport
import PubNubWire

/// Announces the end of the access token of a client, once for each end.
final class TokenNotice: Sendable {
    /// The seconds before the end at which it is announced.
    static let lead = 60.0
    /// The maximum number of seconds that one timer waits. Tokens of the service are valid for 30 days at most.
    private static let maxPause = 3_000_000.0

    private enum Timer: Hashable { case end }

    private let timers = TaskTimers<Timer>()
    private let announced = Locked<Date?>(nil)
    private let announce: @Sendable (Date) -> Void

    /// - Parameter announce: Receives the end of a token, on any thread.
    init(announce: @escaping @Sendable (Date) -> Void) {
        self.announce = announce
    }

    /// The end of an access token; nil for a key that is not a token.
    static func end(of key: String?) -> Date? {
        guard let content = key.flatMap({ AccessTokenContent(ofToken: $0) }) else { return nil }
        return Date(timeIntervalSince1970: Double(content.timestamp) + Double(content.minutes) * 60)
    }

    /// The seconds until the end is announced; nil if it has passed.
    static func pause(until end: Date, now: Date) -> Int? {
        let left = end.timeIntervalSince(now)
        guard left > 0 else { return nil }
        return Int(min(max(0, left - lead), maxPause))
    }

    /// Waits for the end of the token that the client uses now.
    func watch(_ key: String?) {
        guard let end = Self.end(of: key), announced.withLock({ $0 != end }),
            let seconds = Self.pause(until: end, now: Date())
        else { return timers.cancel(.end) }
        timers.start(.end, seconds: seconds) { [weak self] in
            guard let self else { return }
            announced.withLock { $0 = end }
            announce(end)
        }
    }

    func close() { timers.end() }
}
