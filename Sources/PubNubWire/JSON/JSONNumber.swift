/// A JSON number that neither a 64-bit integer nor a `Double` represents. It stores the digits as written.
///
/// Two numbers are equal if they are written alike, so `1e400` and `1E400` differ.
public struct JSONNumber: Sendable, Hashable {
    /// The number as it was written: a number of the JSON grammar.
    public let text: String

    /// Makes a number of digits that a `JSONScanner` has already checked.
    init(checked text: String) {
        self.text = text
    }

    /// The digits and the exponent, reduced to the parts that determine the value.
    package var form: DecimalForm { DecimalForm(text.utf8) }

    /// Makes a number of a string; `nil` unless the string is one JSON number without white space around it.
    ///
    /// - Parameter text: The digits, such as `0.1234567890123456789`.
    public init?(_ text: String) {
        let isNumber = Array(text.utf8).withUnsafeBufferPointer { buffer in
            guard let first = buffer.first, first == ASCII.minus || ASCII.isDigit(first) else { return false }
            var scanner = JSONScanner(UnsafeRawBufferPointer(buffer))
            guard let token = try? scanner.scanNumber() else { return false }
            return token.range.count == buffer.count
        }
        guard isNumber else { return nil }
        self.text = text
    }

    /// The significant digits, without zeros at either end; empty for zero.
    package var significantDigits: String {
        let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { ASCII.isDigit($0) }
        let digits = mantissa.drop { $0 == ASCII.zero }
        let end = digits.lastIndex { $0 != ASCII.zero }.map { $0 + 1 } ?? digits.startIndex
        return String(decoding: digits[digits.startIndex..<end], as: UTF8.self)
    }

    /// The value if it is exactly an `Int64`, as in `9007199254740993.0`; nil otherwise.
    package var int64Value: Int64? {
        let form = form
        guard let magnitude = form.wholeMagnitude else { return nil }
        guard form.isNegative else { return Int64(exactly: magnitude) }
        if magnitude == UInt64(Int64.max) + 1 { return .min }
        return Int64(exactly: magnitude).map { -$0 }
    }

    /// The value if it is exactly a `UInt64`; nil otherwise.
    package var uint64Value: UInt64? {
        let form = form
        return form.isNegative ? nil : form.wholeMagnitude
    }

    /// The nearest `Double`: infinite if the number is too large for one.
    package var doubleValue: Double {
        // The grammar is a subset of what this initializer reads.
        Double(text) ?? (form.isNegative ? -.infinity : .infinity)
    }
}

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

    /// Reads a string with the grammar of a JSON number. One pass over the bytes, without an allocation.
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
