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
        let digits = DecimalDigits(number)
        digits.withBytes { append(contentsOf: $0) }
    }
}

/// The decimal digits of a number.
struct DecimalDigits {
    /// Room for the digits of any number.
    static let most = 20

    private var digits = InlineArray<20, UInt8>(repeating: 0)
    private var start = DecimalDigits.most

    init(_ number: UInt64) {
        var rest = number
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            start -= 2
            digits[start] = Self.pairs[2 * Int(pair)]
            digits[start + 1] = Self.pairs[2 * Int(pair) + 1]
            rest = quotient
        }
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        guard rest >= 10 else { return }
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest / 10)
    }

    /// Calls a closure with the digits.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: digits) { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    /// The digits of the numbers from 00 to 99: a division by 100 gives two digits.
    private static let pairs: InlineArray<200, UInt8> = InlineArray { index in
        UInt8(ascii: "0") + UInt8(index.isMultiple(of: 2) ? index / 20 : index / 2 % 10)
    }
}
