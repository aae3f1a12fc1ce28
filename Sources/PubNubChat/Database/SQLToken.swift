/// A token of SQL, with the distinctions that ``QueryShape`` needs.
enum SQLToken: Equatable {
    /// A quoted identifier, without its quotes.
    case name(String)
    /// A keyword or an identifier without quotes.
    case word(String)
    /// A string literal.
    case text
    /// An integer literal.
    case integer(Int64)
    /// A `?`, with its index among the arguments.
    case argument(Int)
    /// Any other character.
    case symbol(Character)

    /// Whether this is the given keyword, which must be in capitals.
    func isKeyword(_ keyword: String) -> Bool {
        guard case .word(let word) = self else { return false }
        return word.uppercased() == keyword
    }

    /// Splits SQL into tokens.
    ///
    /// - Parameter sql: A statement.
    /// - Returns: The tokens; nil for SQL with comments, named arguments, quotes other than `"` and `'`, or an unclosed
    ///   quote.
    static func tokens(of sql: String) -> [SQLToken]? {
        guard !sql.contains("--"), !sql.contains("/*") else { return nil }
        var tokens: [SQLToken] = []
        var argumentCount = 0
        var rest = sql[...]
        while let first = rest.first {
            switch first {
            case "\"", "'":
                guard let text = quoted(&rest, by: first) else { return nil }
                tokens.append(first == "'" ? .text : .name(text))
            case "?":
                tokens.append(.argument(argumentCount))
                argumentCount += 1
                rest.removeFirst()
            case ":", "@", "$", "`", "[": return nil
            case "0"..."9":
                let digits = rest.prefix { ("0"..."9").contains($0) }
                guard let number = Int64(digits) else { return nil }
                tokens.append(.integer(number))
                rest = rest.dropFirst(digits.count)
            case _ where first.isLetter || first == "_":
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            default:
                if !first.isWhitespace { tokens.append(.symbol(first)) }
                rest.removeFirst()
            }
        }
        return tokens
    }

    private static func quoted(_ rest: inout Substring, by quote: Character) -> String? {
        var text = ""
        rest.removeFirst()
        while let end = rest.firstIndex(of: quote) {
            text += rest[..<end]
            rest = rest[rest.index(after: end)...]
            guard rest.first == quote else { return text }
            text.append(quote)
            rest.removeFirst()
        }
        return nil
    }
}
