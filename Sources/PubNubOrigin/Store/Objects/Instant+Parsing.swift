import PubNubWire

extension Instant {
    /// Reads ISO 8601: a date, and where there is more a time with up to nine digits of the second's fraction and `Z` or
    /// an offset. Without an offset it is UTC.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = Self.digits(4, &rest), Self.take("-", &rest), let month = Self.digits(2, &rest),
            Self.take("-", &rest), let day = Self.digits(2, &rest), (1...12).contains(month),
            (1...Self.length(of: month, in: year)).contains(day)
        else { return nil }
        let start = Self.days(year: year, month: month, day: day) * 86_400
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

    private static func length(of month: Int64, in year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
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
