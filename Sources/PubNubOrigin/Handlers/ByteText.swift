extension [UInt8] {
    /// Appends text as UTF-8.
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a number in decimal digits.
    mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(decimal: UInt64(number.magnitude))
    }

    /// Appends a number in decimal digits.
    mutating func append(decimal number: UInt64) {
        var rest = number
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = 20
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        Swift.withUnsafeBytes(of: digits) { append(contentsOf: $0[start...]) }
    }
}
