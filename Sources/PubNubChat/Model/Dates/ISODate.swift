import Foundation
import PubNubWire

/// Reads and writes the ISO 8601 dates of the service and other clients.
enum ISODate {
    static let formProblem = "not an ISO 8601 date"

    /// 1 January 2001 UTC, from which `Date` counts, in seconds since 1970.
    static let reference: Int64 = 978_307_200

    /// Reads a date in any ISO 8601 form: calendar, week or ordinal date, extended or basic, with any number of
    /// fractional digits and any offset. Without an offset it is UTC; without a time it is midnight.
    ///
    /// - Parameter text: The date.
    /// - Returns: The date, or nil if the string is not a valid date.
    static func date(of text: String) -> Date? {
        // Every form with a useful precision is shorter.
        guard text.utf8.count <= 64 else { return nil }
        var scanner = ISODateScanner(text)
        return scanner.scan()
    }

    /// Writes a date in UTC with milliseconds, such as `2022-05-10T14:48:00.000Z`.
    ///
    /// - Parameter date: The date.
    /// - Returns: The string, or nil if the year does not have four digits.
    static func text(of date: Date) -> String? {
        let thousandths = (date.timeIntervalSinceReferenceDate * 1000).rounded()
        guard thousandths.isFinite, abs(thousandths) < 1e15 else { return nil }
        return text(ofMilliseconds: Int64(thousandths) + reference * 1000)
    }

    /// Writes a date in UTC with as many digits as the service uses: milliseconds, or microseconds if it has such a
    /// fraction, such as `2022-05-10T14:48:00.598494Z`.
    ///
    /// - Parameter date: The date.
    /// - Returns: The string, or nil if the year does not have four digits.
    static func preciseText(of date: Date) -> String? {
        let millionths = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
        guard millionths.isFinite, abs(millionths) < 1e18 else { return nil }
        let total = Int64(millionths) + reference * 1_000_000
        let milliseconds = total.floored(by: 1000)
        let rest = total - milliseconds * 1000
        guard let text = text(ofMilliseconds: milliseconds) else { return nil }
        return rest == 0 ? text : "\(text.dropLast())\(padded(rest, 3))Z"
    }

    private static func text(ofMilliseconds total: Int64) -> String? {
        let day = total.floored(by: 86_400_000)
        let rest = total - day * 86_400_000
        let civil = CivilDate(dayNumber: day)
        guard (0...9999).contains(civil.year) else { return nil }
        let clock = [
            padded(rest / 3_600_000, 2), padded(rest / 60_000 % 60, 2), padded(rest / 1000 % 60, 2),
        ].joined(separator: ":")
        let date = [padded(civil.year, 4), padded(civil.month, 2), padded(civil.day, 2)].joined(separator: "-")
        return "\(date)T\(clock).\(padded(rest % 1000, 3))Z"
    }

    /// The error for a date that cannot be written.
    ///
    /// It contains the seconds, not the date: describing a date that is not finite ends the program.
    static func unwritable(_ date: Date, _ path: [any CodingKey]) -> EncodingError {
        EncodingError.invalidValue(
            date.timeIntervalSince1970,
            .init(codingPath: path, debugDescription: "a date outside the years 0000 to 9999")
        )
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
