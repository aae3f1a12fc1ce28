/// Splits a filter expression into tokens.
struct FilterLexer {
    /// A token with the number of characters before it.
    struct PositionedToken: Sendable, Equatable {
        let token: FilterToken
        let position: Int
    }

    private let characters: [Character]
    private let words: FilterToken.Words
    private var index = 0

    init(_ text: String, words: FilterToken.Words) {
        characters = Array(text)
        self.words = words
    }

    /// All tokens, with `end` as the last.
    mutating func tokens() throws(FilterError) -> [PositionedToken] {
        var tokens: [PositionedToken] = []
        while true {
            while let character = current, character.isWhitespace { index += 1 }
            let position = index
            let token = try next()
            tokens.append(PositionedToken(token: token, position: position))
            if token == .end { return tokens }
        }
    }

    private var current: Character? { index < characters.count ? characters[index] : nil }

    private mutating func next() throws(FilterError) -> FilterToken {
        guard let first = current else { return .end }
        if first == "'" || first == "\"" { return try text(until: first) }
        if first.isASCII, first.isNumber { return try number() }
        if first.isLetter || first == "_" || first == "$" {
            let word = take { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
            return FilterToken(word: word, words)
        }
        for symbol in FilterToken.Symbol.allCases where !(symbol.rawValue.first?.isLetter ?? true) {
            guard characters[index...].starts(with: symbol.rawValue) else { continue }
            index += symbol.rawValue.count
            return .symbol(symbol)
        }
        throw FilterError(reason: "unexpected character", position: index)
    }

    private mutating func take(while isPart: (Character) -> Bool) -> String {
        let start = index
        while let character = current, isPart(character) { index += 1 }
        return String(characters[start..<index])
    }

    private mutating func text(until quote: Character) throws(FilterError) -> FilterToken {
        let start = index
        index += 1
        var text = ""
        while let character = current, character != quote {
            index += 1
            text.append(character)
            guard character == "\\" else { continue }
            guard let escaped = current else { break }
            index += 1
            text.append(escaped)
        }
        guard current == quote else { throw FilterError(reason: "a string without an end", position: start) }
        index += 1
        return .text(text)
    }

    private mutating func number() throws(FilterError) -> FilterToken {
        let start = index
        func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
        var text = take(while: isDigit)
        if current == ".", index + 1 < characters.count, isDigit(characters[index + 1]) {
            index += 1
            text += "." + take(while: isDigit)
        }
        if let letter = current, letter == "e" || letter == "E" {
            index += 1
            text += "e"
            if let sign = current, sign == "-" || sign == "+" {
                index += 1
                text.append(sign)
            }
            text += take(while: isDigit)
        }
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite, current.map({ !$0.isLetter && $0 != "_" }) ?? true else {
            throw FilterError(reason: "not a number", position: start)
        }
        return .number(number)
    }
}

/// The tokens of a filter expression.
package enum FilterToken: Sendable, Equatable {
    /// A number that fits into 64 bits, or any other number.
    case integer(Int64)
    case number(Double)
    /// The characters between the quotes of a string, including backslashes.
    case text(String)
    case name(String)
    case bool(Bool)
    case symbol(Symbol)
    case end

    /// Operators and punctuation, longer ones first.
    package enum Symbol: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case notAbove = "<="
        case notBelow = ">="
        case and = "&&"
        case or = "||"
        case bitAnd = "&"
        case bitOr = "|"
        case bitXor = "^"
        case bitNot = "~"
        case below = "<"
        case above = ">"
        case not = "!"
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "/"
        case remainder = "%"
        case open = "("
        case close = ")"
        case openIndex = "["
        case closeIndex = "]"
        case comma = ","
        case dot = "."
        case like
        case contains
        case `in`
    }

    /// The reserved words of a kind of filter.
    package enum Words: Sendable {
        /// The words of filters for messages.
        case ofMessages
        /// Only `like`.
        case ofObjects
    }

    /// A word: an operator or a boolean in any case, or a name.
    init(word: String, _ words: Words) {
        guard words == .ofMessages || word.lowercased() == "like" else {
            self = .name(word)
            return
        }
        switch word.lowercased() {
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        case "like": self = .symbol(.like)
        case "contains": self = .symbol(.contains)
        case "in": self = .symbol(.in)
        default: self = .name(word)
        }
    }
}
