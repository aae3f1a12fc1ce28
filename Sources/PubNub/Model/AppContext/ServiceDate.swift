import Foundation

/// A date as the service writes it: `2024-03-07T08:49:07.011608Z`, always UTC, with up to nine digits of a second.
struct ServiceDate {
    let date: Date

    /// 1 January 2001 UTC, from which `Date` counts, in seconds since 1970.
    private static let reference = 978_307_200

    /// Reads a date; nil for anything else.
    init?(_ text: String) {
        var reader = Reader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"), let day = reader.number(digits: 2), reader.skip("T"),
            let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
            reader.skip(":"), let second = reader.number(digits: 2), let fraction = reader.fraction(),
            reader.skip("Z"), reader.isAtEnd, 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        let seconds = Self.days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second
        // Seconds since the reference date of `Date`, so that no digit is lost in conversion.
        date = Date(timeIntervalSinceReferenceDate: Double(seconds - Self.reference) + fraction)
    }

    /// Days since 1970 in the Gregorian calendar, with years that begin in March so that leap days come last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) {
            rest = Substring(text).utf8
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(digits: Int) -> Int? {
            let text = rest.prefix(digits)
            guard text.count == digits, text.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                return nil
            }
            rest.removeFirst(digits)
            return Int(Substring(text))
        }

        /// The fraction of a second: empty, or a point with one to nine digits.
        mutating func fraction() -> Double? {
            guard skip(".") else { return 0 }
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
            guard 1...9 ~= digits, let number = number(digits: digits) else { return nil }
            return Double(number) / (0..<digits).reduce(1) { scale, _ in scale * 10 }
        }
    }
}
