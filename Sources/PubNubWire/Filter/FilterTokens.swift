/// The tokens of a filter expression, which a parser reads from first to last, and the depth that it has reached.
package struct FilterTokens {
    private let tokens: [FilterLexer.PositionedToken]
    private let maxDepth: Int
    private var index = 0
    private var depth = 0

    /// - Parameters:
    ///   - text: The expression.
    ///   - words: The reserved words.
    ///   - bytes: The maximum length, in UTF-8 bytes.
    ///   - depth: The maximum nesting depth.
    /// - Throws: The error at the first characters that are not a token.
    package init(_ text: String, words: FilterToken.Words, bytes: Int, depth: Int) throws(FilterError) {
        guard text.utf8.count <= bytes else { throw FilterError(reason: "too long", position: bytes) }
        var lexer = FilterLexer(text, words: words)
        tokens = try lexer.tokens()
        maxDepth = depth
    }

    /// The next token; `end` after the last one.
    package var current: FilterToken { next.token }

    /// The number of characters before the next token.
    package var position: Int { next.position }

    private var next: FilterLexer.PositionedToken { tokens[min(index, tokens.count - 1)] }

    /// The error that reports the next token as unexpected.
    package var unexpected: FilterError { error(current == .end ? "unexpected end" : "unexpected token") }

    /// Returns an error at a position; by default at the next token.
    package func error(_ reason: String, at position: Int? = nil) -> FilterError {
        FilterError(reason: reason, position: position ?? self.position)
    }

    /// Goes to the token after the next one.
    package mutating func advance() { index += 1 }

    /// Goes past a symbol. Returns false if the next token is another one.
    package mutating func accept(_ symbol: FilterToken.Symbol) -> Bool {
        guard current == .symbol(symbol) else { return false }
        advance()
        return true
    }

    /// Enters a nested expression; ``leave()`` follows.
    ///
    /// - Throws: An error if the maximum depth is reached.
    package mutating func enter() throws(FilterError) {
        guard depth < maxDepth else { throw error("nested too deeply") }
        depth += 1
    }

    /// Leaves a nested expression.
    package mutating func leave() { depth -= 1 }
}
