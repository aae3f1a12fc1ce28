import PubNubWire
import Testing

@Suite("Dates of the Gregorian calendar")
struct CivilDateTests {
    private static func date(_ year: Int64, _ month: Int64, _ day: Int64) -> CivilDate? {
        CivilDate(year: year, month: month, day: day)
    }

    /// The next date by the lengths of months, without day numbers.
    private static func next(_ date: CivilDate) -> CivilDate? {
        Self.date(date.year, date.month, date.day + 1) ?? Self.date(date.year, date.month + 1, 1)
            ?? Self.date(date.year + 1, 1, 1)
    }

    @Test("Day numbers count from 1 January 1970")
    func numbers() throws {
        let dates: [(found: CivilDate?, number: Int64)] = [
            (Self.date(1970, 1, 1), 0), (Self.date(1970, 1, 2), 1), (Self.date(1969, 12, 31), -1),
            (Self.date(2000, 2, 29), 11_016), (Self.date(2000, 3, 1), 11_017), (Self.date(2024, 2, 29), 19_782),
            (Self.date(2024, 12, 31), 20_088), (Self.date(1900, 2, 28), -25_509), (Self.date(1900, 3, 1), -25_508),
            (Self.date(1600, 1, 1), -135_140), (Self.date(1, 1, 1), -719_162), (Self.date(0, 2, 29), -719_469),
            (Self.date(0, 1, 1), -719_528), (Self.date(-1, 12, 31), -719_529), (Self.date(9999, 12, 31), 2_932_896),
        ]
        for (found, number) in dates {
            let date = try #require(found, "\(number)")
            #expect(date.dayNumber == number)
            #expect(CivilDate(dayNumber: number) == date)
        }
    }

    @Test("Each day from 1600 to 2400 follows the one before")
    func consecutive() throws {
        let first = try #require(Self.date(1600, 1, 1)).dayNumber
        let last = try #require(Self.date(2400, 12, 31)).dayNumber
        var expected = Self.date(1600, 1, 1)
        var count = 0
        for number in first...last {
            let date = CivilDate(dayNumber: number)
            if date != expected || date.dayNumber != number { count += 1 }
            expected = Self.next(date)
        }
        #expect(count == 0)
        #expect(expected == Self.date(2401, 1, 1))
    }

    @Test("Every 97th day from 0000 to 9999 converts to a valid date and back")
    func roundTrip() throws {
        let first = try #require(Self.date(0, 1, 1)).dayNumber
        let last = try #require(Self.date(9999, 12, 31)).dayNumber
        var count = 0
        for number in stride(from: first, through: last, by: 97) {
            let date = CivilDate(dayNumber: number)
            if Self.date(date.year, date.month, date.day) != date || date.dayNumber != number { count += 1 }
        }
        #expect(count == 0)
    }

    @Test("Each year from 0000 to 9999 has 365 days, or 366 if it is a leap year")
    func years() throws {
        for year: Int64 in 0...9999 {
            let first = try #require(Self.date(year, 1, 1)).dayNumber
            let last = try #require(Self.date(year, 12, 31)).dayNumber
            #expect(last - first == (CivilDate.isLeap(year) ? 365 : 364), "\(year)")
            #expect((Self.date(year, 2, 29) != nil) == CivilDate.isLeap(year), "\(year)")
        }
    }

    @Test("A year is a leap year if 4 divides it, except centuries that 400 does not divide")
    func leapYears() {
        for year: Int64 in [-400, -4, 0, 4, 1600, 1996, 2000, 2024, 2400] { #expect(CivilDate.isLeap(year), "\(year)") }
        for year: Int64 in [-100, -1, 1, 1700, 1900, 2023, 2100, 2200, 2300] {
            #expect(!CivilDate.isLeap(year), "\(year)")
        }
    }

    @Test("Refuses days that the calendar does not have")
    func refused() {
        let refused: [(Int64, Int64, Int64)] = [
            (2023, 2, 29), (1900, 2, 29), (2100, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 6, 31), (2024, 9, 31),
            (2024, 11, 31), (2024, 1, 32), (2024, 12, 32), (2024, 1, 0), (2024, 1, -1), (2024, 0, 1), (2024, 13, 1),
            (2024, -1, 1), (2024, .max, 1), (2024, 1, .max), (2024, .min, .min),
        ]
        for (year, month, day) in refused { #expect(Self.date(year, month, day) == nil, "\(year)-\(month)-\(day)") }
    }

    @Test("Quotients are rounded towards negative infinity")
    func floored() {
        let quotients: [(number: Int64, quotient: Int64)] = [
            (-15, -3), (-14, -2), (-8, -2), (-7, -1), (-1, -1), (0, 0), (6, 0), (7, 1), (13, 1),
        ]
        for (number, quotient) in quotients { #expect(number.floored(by: 7) == quotient, "\(number)") }
    }
}
