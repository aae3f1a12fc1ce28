/// A token of a source file in Swift or Objective-C. Comments are not tokens.
struct SourceToken {
    enum Kind {
        case word, punctuation, number, string
    }

    let kind: Kind
    let text: Substring
    /// The line, from 1 on.
    let line: Int
    /// The column in characters, from 1 on.
    let column: Int
    /// Whether it is code inside a string, which is never changed.
    let isInString: Bool

    var range: Range<String.Index> { text.startIndex..<text.endIndex }

    func `is`(_ text: String) -> Bool { self.text == text && kind != .string }
}

/// Splits a source file into tokens. It understands what both languages share, and the strings of Swift: multi-line, raw, and with
/// interpolations, whose code gives tokens that are marked.
struct SourceScanner {
    private let text: String
    /// Whether a comment can contain others, as in Swift.
    private let nestsComments: Bool
    private var index: String.Index
    private var line = 1
    private var lineStart: String.Index
    private var depth = 0
    private var tokens: [SourceToken] = []

    private init(_ text: String, nestsComments: Bool) {
        self.text = text
        self.nestsComments = nestsComments
        index = text.startIndex
        lineStart = text.startIndex
    }

    /// Splits source code into its tokens.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - nestsComments: Whether a comment can contain others, as in Swift. In Objective-C it ends at the first `*/`.
    /// - Returns: The tokens in their order; that of a string follows those of the code inside it.
    static func tokens(of text: String, nestsComments: Bool = true) -> [SourceToken] {
        var scanner = SourceScanner(text, nestsComments: nestsComments)
        scanner.scan(until: nil)
        return scanner.tokens
    }

    private var current: Character? { index < text.endIndex ? text[index] : nil }

    private func has(_ prefix: String) -> Bool { text[index...].hasPrefix(prefix) }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < text.endIndex {
            if text[index].isNewline {
                line += 1
                lineStart = text.index(after: index)
            }
            index = text.index(after: index)
        }
    }

    /// Scans to the end, or to the parenthesis that closes an interpolation.
    private mutating func scan(until end: Character?) {
        var open = 0
        while let character = current {
            if let end, character == end, open == 0 { return }
            if character == "(" { open += 1 }
            if character == ")" { open -= 1 }
            scanNext(character)
        }
    }

    private mutating func scanNext(_ character: Character) {
        if has("//") {
            while let character = current, !character.isNewline { advance() }
        } else if has("/*") {
            skipComment()
        } else if character == "\"" || has("@\"") || isRawString {
            scanString()
        } else if character == "'" {
            scanCharacter()
        } else if character.isLetter || character == "_" || character == "`" || character == "#" || character == "@" {
            add(.word) { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        } else if character.isNumber {
            add(.number) { $0.isLetter || $0.isNumber || $0 == "_" }
        } else if character.isWhitespace {
            advance()
        } else {
            add(.punctuation) { _ in false }
        }
    }

    private mutating func add(_ kind: SourceToken.Kind, while belongs: (Character) -> Bool) {
        let start = index
        repeat { advance() } while current.map(belongs) == true
        append(kind, from: start, line: line)
    }

    private mutating func append(_ kind: SourceToken.Kind, from start: String.Index, line: Int) {
        let column = text.distance(from: start >= lineStart ? lineStart : start, to: start) + 1
        tokens.append(
            SourceToken(kind: kind, text: text[start..<index], line: line, column: column, isInString: depth > 0)
        )
    }

    private mutating func skipComment() {
        var open = 0
        repeat {
            if has("/*"), open == 0 || nestsComments {
                open += 1
                advance(2)
            } else if has("*/") {
                open -= 1
                advance(2)
            } else {
                advance()
            }
        } while open > 0 && current != nil
    }

    private var isRawString: Bool {
        guard current == "#" else { return false }
        return text[index...].drop { $0 == "#" }.first == "\""
    }

    /// A character of C, such as '"'.
    private mutating func scanCharacter() {
        let start = index
        advance()
        while let character = current, character != "'", !character.isNewline { advance(character == "\\" ? 2 : 1) }
        if current == "'" { advance() }
        append(.string, from: start, line: line)
    }

    private mutating func scanString() {
        let start = index
        let startLine = line
        if current == "@" { advance() }
        var hashes = 0
        while current == "#" {
            hashes += 1
            advance()
        }
        let isLong = has("\"\"\"")
        let quotes = isLong ? "\"\"\"" : "\""
        let end = quotes + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        advance(quotes.count)
        while let character = current, !has(end) {
            if !isLong, character.isNewline { break }
            guard has(escape) else {
                advance()
                continue
            }
            advance(escape.count)
            if current == "(" {
                advance()
                depth += 1
                scan(until: ")")
                depth -= 1
            }
            advance()
        }
        if has(end) { advance(end.count) }
        append(.string, from: start, line: startLine)
    }
}
