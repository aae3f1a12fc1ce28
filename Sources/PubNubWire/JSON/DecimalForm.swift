/// A decimal number taken apart: its significant digits, without zeros at either end, and the power of ten of the last one.
///
/// Two numbers with the same form have the same value, however they are written: `1E5`, `100000` and `1.0e+5`.
package struct DecimalForm: Sendable, Hashable {
    /// True with a minus sign, for zero as well.
    package let isNegative: Bool
    /// How many significant digits there are; 0 for zero.
    package let digitCount: Int
    /// The significant digits as a number; nil if they need more than 64 bits.
    package let significand: UInt64?
    /// The power of ten that the last significant digit stands for, at most `exponentLimit` on either side; 0 for zero.
    package let exponent: Int

    /// Written exponents beyond this are taken for this one. No number with such an exponent can be calculated with.
    private static let exponentLimit = 1 << 40

    /// Takes a text apart that has the grammar of a JSON number. One pass over the bytes, without an allocation.
    package init(_ text: some Sequence<UInt8>) {
        var isNegative = false
        var digitCount = 0
        var significand: UInt64? = 0
        var zeros = 0
        var fractionDigits = 0
        var written = 0
        var isWrittenNegative = false
        var part = Part.whole
        for byte in text {
            switch (byte, part) {
            case (ASCII.minus, .whole): isNegative = true
            case (ASCII.minus, .exponent): isWrittenNegative = true
            case (ASCII.dot, _): part = .fraction
            case (UInt8(ascii: "e"), _), (UInt8(ascii: "E"), _): part = .exponent
            case (ASCII.zero...ASCII.nine, .exponent):
                written = min(written &* 10 &+ Int(byte &- ASCII.zero), Self.exponentLimit)
            case (ASCII.zero...ASCII.nine, _):
                if part == .fraction { fractionDigits += 1 }
                guard byte != ASCII.zero else {
                    if digitCount > 0 { zeros += 1 }
                    continue
                }
                significand = Self.append(byte &- ASCII.zero, after: zeros, to: significand)
                digitCount += zeros + 1
                zeros = 0
            default: break
            }
        }
        self.isNegative = isNegative
        self.digitCount = digitCount
        self.significand = significand
        exponent = digitCount == 0 ? 0 : (isWrittenNegative ? -written : written) - fractionDigits + zeros
    }

    /// The value without its sign if it is a whole number that fits 64 bits; nil otherwise.
    package var wholeMagnitude: UInt64? {
        guard exponent >= 0, exponent < 20, var magnitude = significand else { return nil }
        for _ in 0..<exponent {
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            magnitude = product
        }
        return magnitude
    }

    private enum Part {
        case whole, fraction, exponent
    }

    /// The number with `zeros` zeros and a digit appended; nil once it needs more than 64 bits.
    private static func append(_ digit: UInt8, after zeros: Int, to number: UInt64?) -> UInt64? {
        // A number that is not 0 and has this many digits more needs more than 64 bits.
        guard var result = number, zeros < 20 else { return nil }
        for _ in 0...zeros {
            let (product, overflows) = result.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            result = product
        }
        let (sum, overflows) = result.addingReportingOverflow(UInt64(digit))
        return overflows ? nil : sum
    }
}
