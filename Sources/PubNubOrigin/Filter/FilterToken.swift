/// The smallest parts of a filter expression.
enum FilterToken: Sendable, Equatable {
    /// A number that fits 64 bits, or any other one.
    case integer(Int64)
    case number(Double)
    /// A text as it stands between its quotes, with its backslashes.
    case text(String)
    case name(String)
    case bool(Bool)
    case symbol(Symbol)
    case end

    /// Everything with a spelling of its own, the longer ones first.
    enum Symbol: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case notAbove = "<="
        case notBelow = ">="
        case and = "&&"
        case or = "||"
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

    /// Which words are no names.
    enum Words: Sendable {
        /// Those of filters of messages.
        case ofMessages
        /// `like` alone.
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
