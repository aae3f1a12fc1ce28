import PubNubWire

/// A date with the precision of its ISO 8601 form: nanoseconds.
struct Instant: Sendable, Hashable, Comparable {
    /// Since 1970 UTC.
    let seconds: Int64
    let nanoseconds: Int32

    init(seconds: Int64, nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The moment of a timetoken, to the microsecond.
    init(timetoken: UInt64) {
        seconds = Int64(timetoken / 10_000_000)
        nanoseconds = Int32(timetoken % 10_000_000 / 10) * 1000
    }

    static func < (left: Instant, right: Instant) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// ISO 8601 in UTC with up to six digits of the second's fraction, as responses have it.
    var text: String {
        let micros = Self.padded(Int64(nanoseconds / 1000), to: 6)
        let digits = micros.reversed().drop { $0 == "0" }.reversed()
        return wholeText + (digits.isEmpty ? "" : ".\(String(digits))") + "Z"
    }

    /// ISO 8601 in UTC with nine digits of the second's fraction, as events of memberships have it.
    var preciseText: String { "\(wholeText).\(Self.padded(Int64(nanoseconds), to: 9))Z" }

    private var wholeText: String {
        let days = seconds.floored(by: 86_400)
        let rest = seconds - days * 86_400
        let civil = CivilDate(dayNumber: days)
        let date = [Self.padded(civil.year, to: 4), Self.padded(civil.month, to: 2), Self.padded(civil.day, to: 2)]
        let time = [rest / 3600, rest % 3600 / 60, rest % 60].map { Self.padded($0, to: 2) }
        return date.joined(separator: "-") + "T" + time.joined(separator: ":")
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Instant {
    /// Parses ISO 8601: a date, and optionally a time with up to nine digits of the second's fraction and `Z` or
    /// an offset. Without an offset it is UTC.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = Self.digits(4, &rest), Self.take("-", &rest), let month = Self.digits(2, &rest),
            Self.take("-", &rest), let day = Self.digits(2, &rest),
            let civil = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let start = civil.dayNumber * 86_400
        guard !rest.isEmpty else {
            self.init(seconds: start, nanoseconds: 0)
            return
        }
        guard Self.take("T", &rest) || Self.take("t", &rest), let hour = Self.digits(2, &rest), Self.take(":", &rest),
            let minute = Self.digits(2, &rest), Self.take(":", &rest), let second = Self.digits(2, &rest), hour < 24,
            minute < 60, second < 60, let fraction = Self.fraction(&rest), let offset = Self.offset(&rest), rest.isEmpty
        else { return nil }
        self.init(seconds: start + hour * 3600 + minute * 60 + second - offset, nanoseconds: fraction)
    }

    private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int32? {
        guard take(".", &rest) else { return 0 }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let value = digits.reduce(Int32(0)) { $0 * 10 + Int32($1 - 0x30) }
        return (digits.count..<9).reduce(value) { value, _ in value * 10 }
    }

    /// Seconds east of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        if rest.isEmpty || take("Z", &rest) || take("z", &rest) { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard take("+", &rest) || take("-", &rest), let hours = digits(2, &rest), take(":", &rest),
            let minutes = digits(2, &rest), hours < 24, minutes < 60
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
