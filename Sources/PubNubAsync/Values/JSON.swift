import PubNubWire

/// A JSON value. Integers of 64 bits are exact.
public enum JSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer that fits `Int64`.
    case integer(Int64)
    /// An integer above `Int64.max` that fits `UInt64`.
    case unsigned(UInt64)
    /// Any other number, rounded to the nearest `Double`.
    case double(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object.
    case object([String: JSON])

    /// Reads JSON.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    /// - Throws: ``PubNubError`` with the code ``PubNubError/Code-swift.struct/invalidMessage`` if the bytes are not JSON.
    public init(parsing bytes: some Sequence<UInt8>) throws(PubNubError) {
        do throws(JSONError) {
            self.init(try JSONValue(parsing: Array(bytes)))
        } catch {
            throw PubNubError(.invalidMessage, "The text is not JSON.", underlying: error)
        }
    }

    /// The value as JSON in UTF-8. Numbers that JSON cannot hold are written as `null`.
    public var bytes: [UInt8] { onWire.serialized() }

    /// The string; `nil` for any other value.
    public var string: String? { if case .string(let string) = self { string } else { nil } }

    /// The boolean; `nil` for any other value.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The number as a whole number; `nil` for any other value, and for a number that does not fit.
    public var integer: Int? {
        switch self {
        case .integer(let number): Int(exactly: number)
        case .unsigned(let number): Int(exactly: number)
        case .double(let number): Int(exactly: number)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The number, rounded if necessary; `nil` for any other value.
    public var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .double(let number): number
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The elements; `nil` for any value but an array.
    public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members; `nil` for any value but an object.
    public var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

    /// The member of an object.
    ///
    /// - Parameter key: Its name.
    /// - Returns: The value; `nil` without such a member, and for any value but an object.
    public subscript(key: String) -> JSON? { object?[key] }

    /// The element of an array.
    ///
    /// - Parameter index: Its position.
    /// - Returns: The value; `nil` without such an element, and for any value but an array.
    public subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSON: CustomStringConvertible {
    /// The JSON text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Makes a boolean.
    ///
    /// - Parameter value: The boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes an integer.
    ///
    /// - Parameter value: The integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a number.
    ///
    /// - Parameter value: The number.
    public init(floatLiteral value: Double) { self = .double(value) }

    /// Makes a string.
    ///
    /// - Parameter value: The string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an array.
    ///
    /// - Parameter elements: The elements.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Makes an object. The last of equal keys counts.
    ///
    /// - Parameter elements: The members.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSON: Codable {
    /// Decodes any value that JSON has.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: A `DecodingError` if the decoder has something else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let unsigned = try? container.decode(UInt64.self) {
            self = .unsigned(unsigned)
        } else if let double = try? container.decode(Double.self) {
            self = .double(double)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// Encodes the value.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .unsigned(let unsigned): try container.encode(unsigned)
        case .double(let double): try container.encode(double)
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}

extension JSON {
    /// The value of a response.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .integer(let integer): self = .integer(integer)
        case .unsigned(let unsigned): self = .unsigned(unsigned)
        case .double(let double): self = .double(double)
        case .decimal(let number): self = .double(number.doubleValue)
        case .string(let string): self = .string(string)
        case .array(let array): self = .array(array.map(JSON.init))
        case .object(let object): self = .object(object.mapValues(JSON.init))
        }
    }

    /// The value for a request.
    var onWire: JSONValue {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .unsigned(let unsigned): .unsigned(unsigned)
        case .double(let double): .double(double)
        case .string(let string): .string(string)
        case .array(let array): .array(array.map(\.onWire))
        case .object(let object): .object(object.mapValues(\.onWire))
        }
    }
}
