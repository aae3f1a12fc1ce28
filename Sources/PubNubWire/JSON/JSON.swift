/// Any JSON value (RFC 8259).
///
/// Integers of 64 bits are exact and never pass through `Double`. A number is an integer when it is written without a
/// fraction and an exponent and fits; `1` and `1.0` are therefore different values. No number loses digits: one that
/// neither 64 bits nor `Double` represent is stored with its digits.
///
/// All interfaces have this one type. It can be encoded and decoded; `JSONEncoder` and `JSONDecoder` support at most 38
/// significant digits.
public enum JSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer that fits `Int64`.
    case integer(Int64)
    /// An integer above `Int64.max` that fits `UInt64`; smaller ones are always `integer`.
    case unsigned(UInt64)
    /// A number with a fraction or an exponent, or an integer beyond 64 bits, whose shortest form as a `Double` has the same
    /// significant digits and exponent.
    case double(Double)
    /// Any other number: one with more digits than `Double` represents, or beyond its range.
    case decimal(JSONNumber)
    /// A string, its escapes resolved.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object; of two members with the same key, the last one counts.
    case object([String: JSON])
}

extension JSON {
    /// Parses a whole text: any one value with optional white space around it.
    ///
    /// Strict, apart from one thing: an escaped lone surrogate becomes U+FFFD. Arrays and objects can be nested 512 deep,
    /// and there can be 2,097,152 values.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    /// - Throws: A ``JSONError`` with the reason and the offset.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
        try self.init(parsing: Array(bytes))
    }

    /// Parses a whole text; see ``init(parsing:)-(Sequence<UInt8>)`` for bytes.
    ///
    /// - Parameter text: JSON.
    /// - Throws: A ``JSONError`` with the reason and the offset in UTF-8.
    public init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// Parses the bytes of a whole text without a copy.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var builder = JSONBuilder(JSONScanner(UnsafeRawBufferPointer(buffer)), JSONValueFactory())
            return try builder.build()
        }
    }

    /// Parses a reply that wraps values of several clients in arrays and objects.
    ///
    /// A value that is nested deeper than 512 becomes the string `nestedTooDeeply`, so that it takes no other value with
    /// it.
    ///
    /// - Parameters:
    ///   - bytes: The reply.
    ///   - wrappers: The number of arrays and objects around such a value, which do not count as its nesting.
    /// - Throws: A `JSONError` as for any other text.
    package init(reply bytes: [UInt8], wrappers: Int) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            let scanner = JSONScanner(UnsafeRawBufferPointer(buffer))
            var builder = JSONBuilder(scanner, JSONValueFactory(), replacesDeepParts: true)
            return try builder.build(wrappers: wrappers)
        }
    }

    /// How many levels of a reply there are at most around what an app or a client sent.
    package static let replyWrappers = 8

    /// Stands for a value that is nested deeper than 512 and cannot be read.
    package static let nestedTooDeeply = "NESTED_TOO_DEEPLY"

    /// The value as compact JSON in UTF-8: keys sorted, `/` not escaped, doubles in their shortest exact form.
    ///
    /// A double that is infinite or not a number is written as `null`.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.output
    }

    /// ``bytes`` as a string.
    package var text: String {
        String(decoding: bytes, as: UTF8.self)
    }
}

extension JSON: CustomStringConvertible {
    /// The JSON text; see ``bytes``.
    public var description: String { text }
}

extension JSON {
    /// True for `null`.
    package var isNull: Bool {
        self == .null
    }

    /// Whether it contains no other values.
    package var isScalar: Bool {
        switch self {
        case .null, .bool, .integer, .unsigned, .double, .decimal, .string: true
        case .array, .object: false
        }
    }

    /// The string; `nil` for any other value.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The boolean; `nil` for any other value.
    public var bool: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }

    /// The number as a whole number, in any notation; `nil` for any other value, and for a number that does not fit.
    public var integer: Int? { int64Value.flatMap { Int(exactly: $0) } }

    /// A number that is exactly an `Int64`, in any notation; `nil` for any other value.
    package var int64Value: Int64? {
        switch self {
        case .integer(let number): number
        case .double(let number): Int64(exactly: number)
        case .decimal(let number): number.int64Value
        case .null, .bool, .unsigned, .string, .array, .object: nil
        }
    }

    /// A number that is exactly an `Int64`, or a string of its digits, which services also send; `nil` for any other
    /// value.
    package var wholeNumber: Int64? { int64Value ?? string.flatMap { Int64($0) } }

    /// A number that is exactly a `UInt64`, in any notation; `nil` for any other value.
    package var uint64Value: UInt64? {
        switch self {
        case .integer(let number): UInt64(exactly: number)
        case .unsigned(let number): number
        case .double(let number): UInt64(exactly: number)
        case .decimal(let number): number.uint64Value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// Any number, rounded to the nearest `Double`, which is infinite beyond its range; `nil` for any other value.
    public var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .double(let number): number
        case .decimal(let number): number.doubleValue
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The elements; `nil` for any value but an array.
    public var array: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members; `nil` for any value but an object.
    public var object: [String: JSON]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The member of an object.
    ///
    /// - Parameter key: Its name.
    /// - Returns: The value; `nil` without such a member, and for any value but an object.
    public subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element of an array.
    ///
    /// - Parameter index: Its position.
    /// - Returns: The value; `nil` without such an element, and for any value but an array.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

// No nil literal here: where an optional value is meant, nil would silently become null. The async interface has it for apps.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes a boolean.
    ///
    /// - Parameter value: The boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Makes an integer.
    ///
    /// - Parameter value: The integer.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Makes a number.
    ///
    /// - Parameter value: The number.
    public init(floatLiteral value: Double) {
        self = .double(value)
    }

    /// Makes a string.
    ///
    /// - Parameter value: The string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes an array.
    ///
    /// - Parameter elements: The elements.
    public init(arrayLiteral elements: JSON...) {
        self = .array(elements)
    }

    /// Makes an object. Of two equal keys, the last one counts.
    ///
    /// - Parameter elements: The members.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }

    /// Any whole number, in the case it belongs to.
    package init(_ number: some FixedWidthInteger) {
        if let integer = Int64(exactly: number) {
            self = .integer(integer)
        } else if let unsigned = UInt64(exactly: number) {
            self = .unsigned(unsigned)
        } else {
            self = .decimal(JSONNumber(checked: String(number)))
        }
    }
}
