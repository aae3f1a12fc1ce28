import Foundation

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
        let total = Int64(thousandths) + reference * 1000
        let day = total.floored(by: 86_400_000)
        let rest = total - day * 86_400_000
        let civil = CivilDay(number: day)
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

extension Int64 {
    /// The quotient rounded towards negative infinity.
    func floored(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// A day of the Gregorian calendar.
struct CivilDay: Equatable {
    let year: Int64
    let month: Int64
    let day: Int64

    /// Creates a day; nil if the calendar has no such day.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month), (1...Self.length(month, of: year)).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day with this number of days after 1 January 1970.
    init(number: Int64) {
        // Years begin on 1 March here, so that a leap day is the last day of its year. Eras have 400 years.
        let shifted = number + 719_468
        let era = shifted.floored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days after 1 January 1970.
    var number: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floored(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func length(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
