extension JSONScanner {
    /// Steps over the number that starts at the next byte, checking its grammar.
    mutating func scanNumber() throws(JSONError) -> NumberToken {
        let start = offset
        if bytes[offset] == ASCII.minus { offset &+= 1 }
        guard offset < bytes.count else { throw error(.unexpectedEnd) }
        if bytes[offset] == ASCII.zero {
            offset &+= 1
            if offset < bytes.count, ASCII.isDigit(bytes[offset]) { throw error(.invalidNumber) }
        } else {
            try skipDigits()
        }
        var isInteger = true
        if offset < bytes.count, bytes[offset] == ASCII.dot {
            isInteger = false
            offset &+= 1
            try skipDigits()
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            offset &+= 1
            if offset < bytes.count, bytes[offset] == ASCII.plus || bytes[offset] == ASCII.minus { offset &+= 1 }
            try skipDigits()
        }
        return NumberToken(range: start..<offset, isInteger: isInteger)
    }

    /// The number's value: an integer while it fits 64 bits, a `Double` if that has the same digits, its text otherwise.
    func value(of number: NumberToken) -> JSON {
        if number.isInteger, let integer = integer(of: number) { return integer }
        if let exact = shortDecimal(of: number) { return .double(exact) }
        return longDecimal(of: number)
    }

    private mutating func skipDigits() throws(JSONError) {
        guard offset < bytes.count else { throw error(.unexpectedEnd) }
        guard ASCII.isDigit(bytes[offset]) else { throw error(.invalidNumber) }
        repeat { offset &+= 1 } while offset < bytes.count && ASCII.isDigit(bytes[offset])
    }

    private func integer(of number: NumberToken) -> JSON? {
        let isNegative = bytes[number.range.lowerBound] == ASCII.minus
        let digits = isNegative ? number.range.dropFirst() : number.range
        guard let magnitude = magnitude(of: digits) else { return nil }
        if !isNegative { return magnitude <= UInt64(Int64.max) ? .integer(Int64(magnitude)) : .unsigned(magnitude) }
        if magnitude <= UInt64(Int64.max) { return .integer(-Int64(magnitude)) }
        return magnitude == UInt64(Int64.max) + 1 ? .integer(.min) : nil
    }

    /// The value of a run of digits; nil when it needs more than 64 bits.
    func magnitude(of digits: Range<Int>) -> UInt64? {
        var result: UInt64 = 0
        // Nineteen digits always fit, so only longer runs need the checks.
        guard digits.count > 19 else {
            for index in digits { result = result &* 10 &+ UInt64(bytes[index] &- ASCII.zero) }
            return result
        }
        for index in digits {
            let (product, overflowsProduct) = result.multipliedReportingOverflow(by: 10)
            let (sum, overflowsSum) = product.addingReportingOverflow(UInt64(bytes[index] &- ASCII.zero))
            guard !overflowsProduct, !overflowsSum else { return nil }
            result = sum
        }
        return result
    }

    /// A number of many digits, or one with an exponent.
    private func longDecimal(of number: NumberToken) -> JSON {
        let digits = UnsafeRawBufferPointer(rebasing: bytes[number.range])
        let text = String(decoding: digits, as: UTF8.self)
        let form = DecimalForm(digits)
        // A `Double` is determined by this many digits.
        guard form.digitCount <= 17, let double = Double(text), double.isFinite else {
            return .decimal(JSONNumber(checked: text))
        }
        // Numbers of so few digits lie further apart than normal `Double`s.
        if form.digitCount <= 15, double.isNormal || form.digitCount == 0 { return .double(double) }
        let isSame = DecimalForm(double.description.utf8) == form
        return isSame ? .double(double) : .decimal(JSONNumber(checked: text))
    }

    /// A decimal of at most 15 digits without an exponent, for which one correctly rounded division is exact.
    private func shortDecimal(of number: NumberToken) -> Double? {
        guard number.range.count <= 17 else { return nil }
        var mantissa: UInt64 = 0
        var digitCount = 0
        var fractionDigits = 0
        var isInFraction = false
        for index in number.range {
            let byte = bytes[index]
            if ASCII.isDigit(byte) {
                mantissa = mantissa &* 10 &+ UInt64(byte &- ASCII.zero)
                digitCount &+= 1
                if isInFraction { fractionDigits &+= 1 }
            } else if byte == ASCII.dot {
                isInFraction = true
            } else if byte != ASCII.minus {
                return nil
            }
        }
        guard digitCount <= 15 else { return nil }
        let magnitude = Double(mantissa) / Self.powersOfTen[fractionDigits]
        return bytes[number.range.lowerBound] == ASCII.minus ? -magnitude : magnitude
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
