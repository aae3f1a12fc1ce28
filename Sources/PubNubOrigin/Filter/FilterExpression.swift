import PubNubWire

/// The expression of `filter-expr` that selects messages for a subscriber.
///
/// ```
/// expression = and { "||" and }
/// and        = comparison { "&&" comparison }
/// comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "like" | "contains" | "in" ) sum ]
/// sum        = product { ( "+" | "-" ) product }
/// product    = unary { ( "*" | "/" | "%" ) unary }
/// unary      = { "!" | "-" } path
/// path       = primary { "." name | "[" ( integer | string ) "]" }
/// primary    = number | string | "true" | "false" | name | "(" expression ")" | list
/// list       = "(" expression "," expression { "," expression } ")"
/// ```
///
/// Strings stand in single or double quotes, with `\` before a quote or another `\`. Words that are operators or
/// booleans may be written in any case. `meta.x` and `meta["x"]` are members of what was published as `meta`, `data.x`
/// and `data["x"]` those of the message; any other name is a member of `meta`.
///
/// - `==` and `!=` compare numbers by value and strings with their case. A boolean equals itself, its name as a string, and
///   1 or 0. `<`, `<=`, `>`, `>=` and arithmetic take numbers.
/// - `like` compares a string with a pattern regardless of case; `*` stands for any characters and `\*` for itself;
///   with a list, one of its strings has to match.
/// - `contains` finds a substring in a string, or an element in a list; `in` is the same with its operands exchanged.
/// - A missing value, or one of a kind that an operator does not take, makes an expression neither true nor false, as well as
///   all expressions that contain it. Only a true expression selects a message, so one without `meta` matches no test of it.
struct FilterExpression: Sendable, Equatable {
    private let root: FilterNode

    /// Reads an expression.
    ///
    /// - Parameters:
    ///   - text: the expression.
    ///   - bytes: the longest that is read, in UTF-8 bytes.
    ///   - depth: how deep operators and parentheses may be nested.
    /// - Throws: what is wrong with the text, and where.
    init(parsing text: String, bytes: Int = 4096, depth: Int = 32) throws(FilterError) {
        guard text.utf8.count <= bytes else { throw FilterError(reason: "too long", position: bytes) }
        var lexer = FilterLexer(text)
        var parser = FilterParser(tokens: try lexer.tokens(), depth: depth)
        root = try parser.parse()
    }

    /// Whether a message is wanted.
    func matches(_ subject: FilterSubject) -> Bool {
        FilterEvaluator(subject: subject).truth(of: root) == true
    }
}

/// The message and the metadata that a filter reads, each parsed at its first use.
final class FilterSubject {
    private let metadataText: ArraySlice<UInt8>?
    private let payloadText: ArraySlice<UInt8>

    /// The metadata published as `meta`; nil without metadata.
    private(set) lazy var metadata = metadataText.flatMap { Self.value($0) }
    /// The message.
    private(set) lazy var data = Self.value(payloadText)

    init(metadata: ArraySlice<UInt8>?, payload: ArraySlice<UInt8>) {
        metadataText = metadata
        payloadText = payload
    }

    private static func value(_ text: ArraySlice<UInt8>) -> JSONValue? { try? JSONValue(parsing: Array(text)) }
}

/// The error in a filter expression, and its position.
struct FilterError: Error, Equatable {
    let reason: String
    /// Characters before the place where it was noticed.
    let position: Int

    var message: String { "Malformed filter expression: \(reason) at position \(position)" }
}
