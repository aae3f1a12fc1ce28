/// A JSON number that neither 64-bit integers nor `Double` hold, as its text.
///
/// Two are equal if their texts are, so `1e400` and `1E400` differ.
package struct JSONNumber: Sendable, Hashable {
    /// The number as it was written: a number of the JSON grammar.
    package let text: String

    /// A text that a `JSONScanner` has already checked.
    init(checked text: String) {
        self.text = text
    }

    /// The digits and the exponent, without what does not change the value.
    package var form: DecimalForm { DecimalForm(text.utf8) }

    /// Checks that a text is one JSON number, without white space around it, and keeps it.
    package init?(_ text: String) {
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
