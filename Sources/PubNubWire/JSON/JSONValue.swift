/// Any JSON value (RFC 8259).
///
/// Integers keep all 64 bits and never pass through `Double`. A number is an integer when it is written without a
/// fraction and an exponent and fits; `1` and `1.0` are therefore different values. No number loses digits: one that
/// neither 64 bits nor `Double` hold keeps its text.
package enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer that fits `Int64`.
    case integer(Int64)
    /// An integer above `Int64.max`; smaller ones are always `integer`.
    case unsigned(UInt64)
    /// A number with a fraction or an exponent, or an integer beyond 64 bits, whose shortest form as a `Double` has the same
    /// significant digits and exponent.
    case double(Double)
    /// Any other number: one with more digits than `Double` holds, or beyond its range.
    case decimal(JSONNumber)
    /// A string, its escapes resolved.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; of two members with the same key, the last one counts.
    case object([String: JSONValue])
}

extension JSONValue {
    /// Parses a whole text: any one value with optional white space around it.
    ///
    /// Strict, apart from one thing: an escaped lone surrogate becomes U+FFFD. Containers may be nested 512 deep. There may
    /// be `ReplyLimits.values` values.
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

    /// Parses a whole text; see `init(parsing:)` for bytes.
    package init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// The value as compact JSON in UTF-8: keys sorted, `/` not escaped, doubles in their shortest exact form.
    ///
    /// A double that is infinite or not a number is written as `null`.
    package func serialized() -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.output
    }

    /// `serialized()` as a string.
    package var text: String {
        String(decoding: serialized(), as: UTF8.self)
    }
}

extension JSONValue {
    /// True for `null`.
    package var isNull: Bool {
        self == .null
    }

    /// The string; `nil` for any other value.
    package var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The flag of a boolean; nil for anything else.
    package var boolValue: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }

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
    package var wholeNumber: Int64? { int64Value ?? stringValue.flatMap { Int64($0) } }

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

    /// Any number, rounded to the nearest `Double`, which is infinite beyond its range; nil for anything else.
    package var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .double(let number): number
        case .decimal(let number): number.doubleValue
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The elements of an array; nil for anything else.
    package var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object; nil for anything else.
    package var objectValue: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The member of an object; `nil` if the key is missing or the value is not an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element of an array; `nil` if the index is out of range or the value is not an array.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

// No nil literal: where an optional value is meant, nil would silently become null.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    package init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    package init(floatLiteral value: Double) {
        self = .double(value)
    }

    package init(stringLiteral value: String) {
        self = .string(value)
    }

    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Of two equal keys, the last one counts.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
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
