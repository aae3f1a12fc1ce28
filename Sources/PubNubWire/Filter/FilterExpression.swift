/// The expression of `filter-expr` that selects messages for a subscriber.
///
/// ```
/// expression = and { "||" and }
/// and        = comparison { "&&" comparison }
/// comparison = bits [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "like" | "contains" | "in" ) bits ]
/// bits       = xor { "|" xor }
/// xor        = and-bits { "^" and-bits }
/// and-bits   = sum { "&" sum }
/// sum        = product { ( "+" | "-" ) product }
/// product    = unary { ( "*" | "/" | "%" ) unary }
/// unary      = { "!" | "-" | "~" } path
/// path       = primary { "." name | "[" ( integer | string ) "]" }
/// primary    = number | string | "true" | "false" | name | "(" expression ")" | list
/// list       = "(" expression "," expression { "," expression } ")"
/// ```
///
/// Strings have single or double quotes, with `\` before a quote or another `\`. Operators and booleans that are words
/// may have any case. `meta.x` and `meta["x"]` are members of the metadata (`meta` of the publish), `data.x`
/// and `data["x"]` those of the message; any other name is a member of `meta`.
///
/// - A name that the message does not have is null, and so is everything computed from it. `==` is true of two nulls and false of one; `!=` is its
///   negation. All other comparisons with a null are false, and so is a null by itself. So every expression is true or false: `lang != 'en'` and
///   `!(lang == 'en')` select a message without `lang`, `lang == 'en'` and `lang like '*'` do not.
/// - `==` and `!=` compare numbers by value and strings with their case. A boolean equals itself, its name as a string, and
///   1 or 0. Values of other different kinds are not equal.
/// - `<`, `<=`, `>` and `>=` compare numbers, a number with a string that is a JSON number, and two strings by their Unicode scalars.
/// - Arithmetic takes numbers; `&`, `|`, `^` and `~` take integers of 64 bits.
/// - `like` compares a string with a pattern regardless of case; `*` stands for any characters and `\*` for a star.
///   If the left side is a list, one of its strings has to match.
/// - `contains` finds a substring in a string, where a number stands for its decimal text, or an element in a list; `in` is the same with its
///   operands exchanged.
package struct FilterExpression: Sendable, Equatable {
    private let root: FilterNode

    /// Parses an expression.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - bytes: The maximum length, in UTF-8 bytes.
    ///   - depth: The maximum nesting depth of operators and parentheses.
    /// - Throws: A ``FilterError`` with the reason and the position.
    package init(parsing text: String, bytes: Int = 4096, depth: Int = 32) throws(FilterError) {
        var parser = FilterParser(try FilterTokens(text, words: .ofMessages, bytes: bytes, depth: depth))
        root = try parser.parse()
    }

    /// Returns whether the expression selects a message.
    package func matches(_ subject: FilterSubject) -> Bool {
        FilterEvaluator(subject: subject).truth(of: root)
    }
}

/// The message and the metadata that a filter reads; each is parsed at its first use.
package final class FilterSubject {
    private let metadataText: ArraySlice<UInt8>?
    private let payloadText: ArraySlice<UInt8>

    /// The metadata published as `meta`; nil without metadata.
    private(set) lazy var metadata = metadataText.flatMap { Self.value($0) }
    /// The message.
    private(set) lazy var data = Self.value(payloadText)

    package init(metadata: ArraySlice<UInt8>?, payload: ArraySlice<UInt8>) {
        metadataText = metadata
        payloadText = payload
    }

    private static func value(_ text: ArraySlice<UInt8>) -> JSON? { try? JSON(parsing: Array(text)) }
}

/// The error in a filter expression, and its position.
package struct FilterError: Error, Equatable {
    package let reason: String
    /// The number of characters before the error.
    package let position: Int

    package init(reason: String, position: Int) {
        self.reason = reason
        self.position = position
    }

    package var message: String { "Malformed filter expression: \(reason) at position \(position)" }
}
