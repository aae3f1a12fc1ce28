import PubNubWire

/// What a subscriber says with `filter-expr` about the messages it wants.
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
/// - `==` and `!=` compare numbers by value and texts with their case. A boolean equals itself, its name as a text, and
///   1 or 0. `<`, `<=`, `>`, `>=` and arithmetic take numbers.
/// - `like` compares a text with a pattern whatever their case, where `*` stands for any characters and `\*` for itself;
///   with a list, one of its texts has to match.
/// - `contains` looks for a text in a text, or for an element in a list; `in` is the same the other way round.
/// - What is not there, or not of the kind that an operator takes, is neither true nor false, and so is what follows
///   from it: only what is true brings a message. A message without `meta` therefore matches nothing that asks for it.
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

/// What a filter looks at: a message and its metadata, each read when first asked for.
final class FilterSubject {
    private let metadataText: ArraySlice<UInt8>?
    private let payloadText: ArraySlice<UInt8>

    /// What was published as `meta`; nil when there was none.
    private(set) lazy var metadata = metadataText.flatMap { Self.value($0) }
    /// The message.
    private(set) lazy var data = Self.value(payloadText)

    init(metadata: ArraySlice<UInt8>?, payload: ArraySlice<UInt8>) {
        metadataText = metadata
        payloadText = payload
    }

    private static func value(_ text: ArraySlice<UInt8>) -> JSONValue? { try? JSONValue(parsing: Array(text)) }
}

/// What is wrong with a filter expression, and where.
struct FilterError: Error, Equatable {
    let reason: String
    /// Characters before the place where it was noticed.
    let position: Int

    var message: String { "Malformed filter expression: \(reason) at position \(position)" }
}
