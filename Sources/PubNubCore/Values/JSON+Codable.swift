package import Foundation
public import PubNubWire

// The conformance is here and not where the type is, because only Foundation has a number with the digits that `Double` loses.
extension JSON: Codable {
    /// Decodes any JSON value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: A `DecodingError` if the decoder has something else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = Self.exact(value, try? container.decode(Decimal.self))
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// Selects, from the two forms that a decoder returns, the one with the number as written.
    private static func exact(_ double: Double, _ decimal: Decimal?) -> JSON {
        guard let decimal, Decimal(string: double.description) != decimal else { return .double(double) }
        return JSONNumber(decimal.description).map { .decimal($0) } ?? .double(double)
    }

    /// Encodes the value. A number that `Double` does not represent has at most 38 significant digits afterwards; one beyond
    /// the exponents ±127 becomes a `Double`, or a string beyond the range of that.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The error of the encoder, as for a number that is infinite or not a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .decimal(let number):
            if let decimal = Decimal(number, digits: Decimal.exactDigits) {
                try container.encode(decimal)
            } else if number.doubleValue.isFinite {
                try container.encode(number.doubleValue)
            } else {
                try container.encode(number.text)
            }
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension Decimal {
    /// The most significant digits that every `Decimal` can have.
    package static let exactDigits = 38

    /// The same number; `nil` if `Decimal` does not hold it exactly.
    package init?(exactly number: JSONNumber) {
        guard number.form.digitCount <= Self.exactDigits else { return nil }
        self.init(number, digits: Self.exactDigits)
    }

    /// The number without the significant digits after the first ones; `nil` beyond the range of exponents.
    package init?(_ number: JSONNumber, digits: Int) {
        let form = number.form
        let rounded = number.significantDigits.prefix(digits)
        let exponent = form.exponent + form.digitCount - rounded.count
        guard (-127...127).contains(exponent) else { return nil }
        guard let magnitude = Decimal(string: rounded.isEmpty ? "0" : String(rounded)) else { return nil }
        self.init(sign: form.isNegative ? .minus : .plus, exponent: exponent, significand: magnitude)
    }
}
