/// A date of the Gregorian calendar, extended to the years before 1582. The year 0 precedes the year 1.
///
/// Years from −10¹⁶ to 10¹⁶ do not overflow.
package struct CivilDate: Sendable, Equatable {
    package let year: Int64
    /// 1 to 12.
    package let month: Int64
    /// 1 to 31.
    package let day: Int64

    /// The days of 400 years, after which the calendar repeats.
    private static let daysOfEra: Int64 = 146_097
    /// The days from 1 March of the year 0 to 1 January 1970.
    private static let daysBefore1970: Int64 = 719_468

    /// Creates a date; nil if the calendar has no such day.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month), (1...Self.length(ofMonth: month, in: year)).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date that is this number of days after 1 January 1970.
    package init(dayNumber: Int64) {
        // Years begin on 1 March here, so that a leap day is the last day of its year.
        let shifted = dayNumber + Self.daysBefore1970
        let era = shifted.floored(by: Self.daysOfEra)
        let dayOfEra = shifted - era * Self.daysOfEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days after 1 January 1970; negative for earlier dates.
    package var dayNumber: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floored(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysOfEra + dayOfEra - Self.daysBefore1970
    }

    /// Whether a year has 366 days.
    package static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    /// The quotient of a positive divisor, rounded towards negative infinity.
    package func floored(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
