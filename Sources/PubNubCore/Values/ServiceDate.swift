import Foundation
import PubNubWire

/// A date as the service writes it: `2024-03-07T08:49:07.011608Z`, always UTC, with up to nine digits of a second.
struct ServiceDate {
    let date: Date

    /// 1 January 2001 UTC, from which `Date` counts, in seconds since 1970.
    private static let reference: Int64 = 978_307_200

    /// Reads a date; nil for anything else.
    init?(_ text: String) {
        var reader = Reader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"), let day = reader.number(digits: 2), reader.skip("T"),
            let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
            reader.skip(":"), let second = reader.number(digits: 2), let fraction = reader.fraction(),
            reader.skip("Z"), reader.isAtEnd, hour < 24, minute < 60, second <= 60,
            let civil = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let seconds = civil.dayNumber * 86_400 + hour * 3600 + minute * 60 + second
        // Seconds since the reference date of `Date`, so that no digit is lost in conversion.
        date = Date(timeIntervalSinceReferenceDate: Double(seconds - Self.reference) + fraction)
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

        mutating func number(digits: Int) -> Int64? {
            let text = rest.prefix(digits)
            guard text.count == digits, text.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                return nil
            }
            rest.removeFirst(digits)
            return Int64(Substring(text))
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
