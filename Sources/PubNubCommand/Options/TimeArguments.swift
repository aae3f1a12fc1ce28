import ArgumentParser
import Foundation
import PubNub

/// A moment on the command line: a timetoken, a duration before now such as `10m`, or an ISO 8601 date.
///
/// A date without a time is the start of that day, and one without a time zone is in the zone of this machine. A number with fewer digits
/// than a timetoken of 1980 is refused: it is more likely a duration without its unit.
struct MomentArgument: ExpressibleByArgument, Sendable {
    /// The moment as a timetoken: units of 100 ns since 1970.
    let timetoken: UInt64

    init?(argument: String) {
        let number = UInt64(argument)
        guard let timetoken = number ?? Self.moment(argument).flatMap(Self.timetoken), timetoken > 0 else { return nil }
        if number != nil, timetoken < Self.smallestNumber { return nil }
        self.timetoken = timetoken
    }

    /// The smallest number that is read as a timetoken: a moment of 1980.
    private static let smallestNumber: UInt64 = 3_200_000_000_000_000

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
        return startOfDay(text)
    }

    /// The start of the day `2026-04-24` in a zone whose clocks skip its midnight.
    private static func startOfDay(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .current
        formatter.isLenient = false
        formatter.dateFormat = "yyyy-MM-dd HH"
        guard let noon = formatter.date(from: text + " 12") else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        return calendar.startOfDay(for: noon)
    }
}

/// An argument that is a timetoken: a number of 10⁻⁷ s since 1970.
struct TimetokenArgument: ExpressibleByArgument, Sendable {
    let value: UInt64

    init?(argument: String) {
        guard let value = UInt64(argument), value > 0 else { return nil }
        self.value = value
    }
}

/// A duration on the command line: a number with a unit, such as `90s`, `10m`, `12h` or `7d`. A longer one than 100
/// years counts as 100 years.
struct DurationArgument: ExpressibleByArgument, Sendable {
    /// The units of a duration.
    enum Unit: String, CaseIterable {
        case milliseconds = "ms"
        case seconds = "s"
        case minutes = "m"
        case hours = "h"
        case days = "d"

        /// The length of the unit.
        var seconds: Double {
            switch self {
            case .milliseconds: 0.001
            case .seconds: 1
            case .minutes: 60
            case .hours: 3600
            case .days: 86_400
            }
        }
    }

    /// The longest duration, in seconds, and the largest number without a unit: 100 years.
    private static let maxSeconds = 100 * 365.25 * 86_400

    private let amount: Double
    /// The unit, or `nil` for a number without one.
    private let unit: Unit?

    init?(argument: String) {
        let digits = argument.prefix { !$0.isLetter }
        let suffix = argument.dropFirst(digits.count)
        guard let amount = Double(String(digits)), amount.isFinite else { return nil }
        if suffix.isEmpty {
            unit = nil
        } else if let unit = Unit(rawValue: String(suffix)) {
            self.unit = unit
        } else {
            return nil
        }
        let limit = Self.maxSeconds / (unit ?? .seconds).seconds
        self.amount = min(max(amount, -limit), limit)
    }

    /// The duration in seconds.
    ///
    /// - Parameter unit: The unit of a number without one.
    /// - Returns: The seconds; negative for a negative number.
    func seconds(defaultUnit unit: Unit) -> Double {
        amount * (self.unit ?? unit).seconds
    }

    /// The duration as a whole number of a unit, rounded up, so that a short duration never becomes zero.
    ///
    /// - Parameter unit: The unit to count in, which is also that of a number without one.
    /// - Returns: The number, limited to the range of `Int`.
    func rounded(to unit: Unit) -> Int {
        let count = (seconds(defaultUnit: unit) / unit.seconds).rounded(.up)
        if count >= Double(Int.max) { return .max }
        return count <= Double(Int.min) ? .min : Int(count)
    }
}
