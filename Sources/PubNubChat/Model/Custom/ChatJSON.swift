public import Foundation

/// Any JSON value.
public enum ChatJSON: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction that fits in a signed 64-bit integer.
    case integer(Int64)
    /// Any other number that `Double` represents exactly.
    case double(Double)
    /// A number with more digits than `Double` represents, with at most 38 significant digits; further digits are lost.
    case decimal(Decimal)
    /// A string. A number beyond the ranges of `Double` and `Decimal` also becomes a string.
    case string(String)
    /// An array.
    case array([ChatJSON])
    /// An object.
    case object([String: ChatJSON])

    /// Whether it contains no other values.
    var isScalar: Bool {
        switch self {
        case .null, .bool, .integer, .double, .decimal, .string: true
        case .array, .object: false
        }
    }
}

extension ChatJSON: Codable {
    /// Reads any JSON value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data is not JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = Self.exact(value, try? container.decode(Decimal.self))
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([ChatJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: ChatJSON].self))
        }
    }

    /// Selects, from the two forms that a decoder returns, the one with the number as written.
    private static func exact(_ double: Double, _ decimal: Decimal?) -> ChatJSON {
        guard let decimal, Decimal(string: double.description) != decimal else { return .double(double) }
        return .decimal(decimal)
    }

    /// Writes the value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: `EncodingError` if the value is infinity or not a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
