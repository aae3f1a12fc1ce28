public import Foundation
package import PubNubWire

/// A number of a message that neither `Int`, `UInt`, `Double` nor `Decimal` holds without loss: it has more than 38
/// significant digits, or an exponent beyond ±127.
///
/// Messages, state and custom values contain it where such a number arrived. The digits are in ``text``. A value that is
/// sent back is sent with the same digits.
public struct PNJSONNumber: Sendable, Hashable {
    let number: JSONNumber

    init(_ number: JSONNumber) {
        self.number = number
    }

    /// Makes a number of its text.
    ///
    /// - Parameter text: A number as JSON writes it, such as `-12.5e400`, of any length. `nil` results from anything else.
    public init?(_ text: String) {
        guard let number = JSONNumber(text) else { return nil }
        self.number = number
    }

    /// The number as it was written.
    public var text: String { number.text }

    /// The nearest `Double`. It is infinite if the number is too large for one.
    public var doubleValue: Double { number.doubleValue }

    /// The number with its first 38 significant digits; `nil` if its exponent is beyond the range of `Decimal`.
    public var decimalValue: Decimal? { Decimal(number, digits: 38) }
}

extension PNJSONNumber: CustomStringConvertible {
    /// The number as it was written.
    public var description: String { text }
}

extension Decimal {
    /// The most significant digits that every `Decimal` can have.
    static let exactDigits = 38

    /// The same number; `nil` if `Decimal` does not hold it exactly.
    package init?(exactly number: JSONNumber) {
        guard number.form.digitCount <= Self.exactDigits else { return nil }
        self.init(number, digits: Self.exactDigits)
    }

    /// The number without the significant digits after the first ones; `nil` beyond the range of exponents.
    fileprivate init?(_ number: JSONNumber, digits: Int) {
        let form = number.form
        let kept = number.significantDigits.prefix(digits)
        let exponent = form.exponent + form.digitCount - kept.count
        guard (-127...127).contains(exponent) else { return nil }
        guard let magnitude = Decimal(string: kept.isEmpty ? "0" : String(kept)) else { return nil }
        self.init(sign: form.isNegative ? .minus : .plus, exponent: exponent, significand: magnitude)
    }
}
