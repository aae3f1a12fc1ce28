import Foundation
import PubNubWire

/// Reads one ISO 8601 date from a whole string.
struct ISODateScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The date that the whole string represents; nil if it is invalid.
    mutating func scan() -> Date? {
        guard let day = scanDay() else { return nil }
        var seconds: Int64 = 0
        var fraction = 0.0
        if accept("T") || accept("t") || accept(" ") {
            guard let time = scanTime(), let offset = scanOffset() else { return nil }
            seconds = time.seconds - offset
            fraction = time.fraction
        }
        guard position == bytes.count else { return nil }
        // Whole seconds are added as integers, so that the sum keeps as much of the fraction as a Double can represent.
        let whole = day * 86_400 + seconds - ISODate.reference
        return Date(timeIntervalSinceReferenceDate: Double(whole) + fraction)
    }

    /// The number of days after 1 January 1970.
    private mutating func scanDay() -> Int64? {
        guard let year = number(4) else { return nil }
        if accept("-") {
            if accept("W") { return scanWeek(of: year, isExtended: true) }
            switch digits() {
            case 3: return ordinal(number(3), of: year)
            case 2:
                guard let month = number(2) else { return nil }
                guard accept("-") else { return CivilDate(year: year, month: month, day: 1)?.dayNumber }
                return number(2).flatMap { CivilDate(year: year, month: month, day: $0)?.dayNumber }
            default: return nil
            }
        }
        if accept("W") { return scanWeek(of: year, isExtended: false) }
        switch digits() {
        case 0: return CivilDate(year: year, month: 1, day: 1)?.dayNumber
        case 3: return ordinal(number(3), of: year)
        case 4:
            guard let month = number(2), let day = number(2) else { return nil }
            return CivilDate(year: year, month: month, day: day)?.dayNumber
        default: return nil
        }
    }

    private mutating func scanWeek(of year: Int64, isExtended: Bool) -> Int64? {
        guard let week = number(2), let first = CivilDate(year: year, month: 1, day: 4)?.dayNumber else { return nil }
        var weekday: Int64 = 1
        if isExtended ? accept("-") : digits() == 1 {
            guard let given = number(1) else { return nil }
            weekday = given
        }
        guard (1...53).contains(week), (1...7).contains(weekday) else { return nil }
        // 1 January 1970 was a Thursday; week 1 is the one with 4 January.
        let monday = first - ((first + 3) - (first + 3).floored(by: 7) * 7)
        return monday + (week - 1) * 7 + weekday - 1
    }

    private func ordinal(_ day: Int64?, of year: Int64) -> Int64? {
        guard let day, (1...(CivilDate.isLeap(year) ? 366 : 365)).contains(day) else { return nil }
        return CivilDate(year: year, month: 1, day: 1).map { $0.dayNumber + day - 1 }
    }

    private mutating func scanTime() -> (seconds: Int64, fraction: Double)? {
        guard let hours = number(2) else { return nil }
        var seconds = hours * 3600
        var unit: Int64 = 3600
        let isExtended = accept(":")
        if isExtended || digits() >= 2 {
            guard let minutes = number(2), minutes < 60 else { return nil }
            seconds += minutes * 60
            unit = 60
            if isExtended ? accept(":") : digits() >= 2 {
                // A leap second is the first one of the next minute.
                guard let last = number(2), last <= 60 else { return nil }
                seconds += last
                unit = 1
            }
        }
        var fraction = 0.0
        if accept(".") || accept(",") {
            guard let part = scanFraction() else { return nil }
            fraction = part * Double(unit)
        }
        // 24:00 is the end of a day, and no later time is valid.
        guard hours < 24 || (seconds == 86_400 && fraction == 0) else { return nil }
        return (seconds, fraction)
    }

    private mutating func scanFraction() -> Double? {
        let count = digits()
        guard count > 0 else { return nil }
        let text = String(decoding: bytes[position..<position + count], as: UTF8.self)
        position += count
        return Double("0." + text)
    }

    /// Seconds east of Greenwich.
    private mutating func scanOffset() -> Int64? {
        if accept("Z") || accept("z") || position == bytes.count { return 0 }
        let sign: Int64 = accept("-") ? -1 : 1
        guard sign < 0 || accept("+"), let hours = number(2), hours < 24 else { return nil }
        var minutes: Int64 = 0
        if accept(":") || digits() >= 2 {
            guard let given = number(2), given < 60 else { return nil }
            minutes = given
        }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// The number of digits that come next.
    private func digits() -> Int {
        bytes[position...].prefix { (0x30...0x39).contains($0) }.count
    }

    private mutating func number(_ count: Int) -> Int64? {
        guard digits() >= count else { return nil }
        defer { position += count }
        return bytes[position..<position + count].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}
