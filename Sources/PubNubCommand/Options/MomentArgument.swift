import ArgumentParser
import Foundation
import PubNub

/// A moment on the command line: a timetoken, a duration before now such as `10m`, or an ISO 8601 date.
///
/// A date without a time is its midnight, and one without a time zone is in the zone of this machine.
struct MomentArgument: ExpressibleByArgument, Sendable {
    /// The moment as a timetoken: units of 100 ns since 1970.
    let timetoken: UInt64

    init?(argument: String) {
        guard let timetoken = UInt64(argument) ?? Self.moment(argument).flatMap(Self.timetoken), timetoken > 0 else {
            return nil
        }
        self.timetoken = timetoken
    }

    private static func moment(_ text: String) -> Date? {
        guard let duration = DurationArgument(argument: text) else { return date(text) }
        let seconds = duration.seconds(defaultUnit: .seconds)
        return seconds >= 0 ? Date(timeIntervalSinceNow: -seconds) : nil
    }

    private static func timetoken(of date: Date) -> UInt64? {
        let units = date.timeIntervalSince1970 * 10_000_000
        return units > 0 && units < Double(UInt64.max) ? UInt64(units) : nil
    }

    /// The moment as the library's date.
    var date: PNDate { PNDate(token: NSNumber(value: timetoken)) }

    /// Reads `2026-11-22`, `2026-11-22T10:30`, `2026-11-22T10:30:00`, each with an optional `Z` or `+01:00`.
    private static func date(_ text: String) -> Date? {
        for format in ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd'T'HH:mm:ss"] {
            for zone in ["", "XXXXX"] {
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = .current
                formatter.isLenient = false
                formatter.dateFormat = format + zone
                if let date = formatter.date(from: text) { return date }
            }
        }
        return nil
    }
}
