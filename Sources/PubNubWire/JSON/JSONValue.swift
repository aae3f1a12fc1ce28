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
    /// An object; of two members with the same key the last one is kept.
    case object([String: JSONValue])
}

extension JSONValue {
    /// Parses a whole text: any one value with optional white space around it.
    ///
    /// Strict, apart from one thing: an escaped lone surrogate becomes U+FFFD. Containers may be nested 512 deep, and a
    /// reply that wraps such values up to `wrappers` deeper; 0 by default. There may be `ReplyLimits.values` values.
    package init(parsing bytes: [UInt8], wrappers: Int = 0) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var builder = JSONBuilder(JSONScanner(UnsafeRawBufferPointer(buffer)), JSONValueFactory())
            return try builder.build(wrappers: wrappers)
        }
    }

    /// How many levels of a reply there are at most around what an app or a client sent.
    package static let replyWrappers = 8

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
