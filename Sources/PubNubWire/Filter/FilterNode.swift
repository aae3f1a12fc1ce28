/// A filter expression as a tree.
indirect enum FilterNode: Sendable, Equatable {
    case value(JSON)
    /// A string, and its pattern for the right side of `like`.
    case text(String, FilterPattern)
    case list([FilterNode])
    /// The metadata published as `meta`.
    case metadata
    /// The message.
    case data
    case member(FilterNode, of: String)
    case element(FilterNode, at: Int)
    case not(FilterNode)
    case negative(FilterNode)
    /// The bits of a 64-bit integer, inverted.
    case inverted(FilterNode)
    case all(FilterNode, FilterNode)
    case any(FilterNode, FilterNode)
    case comparison(Comparison, FilterNode, FilterNode)
    case arithmetic(Arithmetic, FilterNode, FilterNode)

    /// An operator that compares two values.
    enum Comparison: Sendable, Equatable {
        case ordering(FilterOrdering)
        case like
        case contains

        init?(_ symbol: FilterToken.Symbol) {
            switch symbol {
            case .like: self = .like
            case .contains: self = .contains
            default:
                guard let ordering = FilterOrdering(symbol) else { return nil }
                self = .ordering(ordering)
            }
        }
    }

    /// An operator that computes a number from two numbers.
    enum Arithmetic: Sendable {
        case plus, minus, times, divided, remainder, bitAnd, bitOr, bitXor

        init?(_ symbol: FilterToken.Symbol) {
            switch symbol {
            case .plus: self = .plus
            case .minus: self = .minus
            case .times: self = .times
            case .divided: self = .divided
            case .remainder: self = .remainder
            case .bitAnd: self = .bitAnd
            case .bitOr: self = .bitOr
            case .bitXor: self = .bitXor
            default: return nil
            }
        }
    }
}

/// A string in which `*` stands for any characters, and `\*` for a star.
package struct FilterPattern: Sendable, Equatable {
    /// The strings between the stars, in lower case if the case does not matter.
    private let parts: [[Unicode.Scalar]]
    private let ignoresCase: Bool

    /// Creates the pattern of a string with its backslashes as written. Matching ignores the case unless `ignoresCase` is
    /// false.
    package init(_ raw: String, ignoresCase: Bool = true) {
        self.ignoresCase = ignoresCase
        var parts: [[Unicode.Scalar]] = [[]]
        var isEscaped = false
        for scalar in (ignoresCase ? raw.lowercased() : raw).unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
            } else if !isEscaped, scalar == "*" {
                parts.append([])
            } else {
                parts[parts.count - 1].append(scalar)
                isEscaped = false
            }
        }
        self.parts = parts
    }

    package func matches(_ text: String) -> Bool {
        let text = Array((ignoresCase ? text.lowercased() : text).unicodeScalars)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return text == parts.first }
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        var start = first.count
        let end = text.count - last.count
        // Matching each part at its first position leaves the most characters for the following parts.
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = text[start..<max(start, end)].firstRange(of: part) else { return false }
            start = range.upperBound
        }
        return true
    }

    /// The common prefix of all strings that match.
    package var prefix: String { Self.text(of: parts.first) }

    /// Whether every string with the prefix matches.
    package var isPrefix: Bool { parts.count > 1 && parts.dropFirst().allSatisfy(\.isEmpty) }

    /// Whether only the prefix itself matches.
    package var isLiteral: Bool { parts.count == 1 }

    private static func text(of part: [Unicode.Scalar]?) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: part ?? [])
        return text
    }

    /// Returns a string without the backslashes of its notation.
    package static func unescaped(_ raw: String) -> String {
        var text = ""
        var isEscaped = false
        for character in raw {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
                isEscaped = false
            }
        }
        return text
    }
}

/// An order of two values: the comparisons of both kinds of filters.
package enum FilterOrdering: Sendable {
    case equal, notEqual, below, notAbove, above, notBelow

    package init?(_ symbol: FilterToken.Symbol) {
        switch symbol {
        case .equal: self = .equal
        case .notEqual: self = .notEqual
        case .below: self = .below
        case .notAbove: self = .notAbove
        case .above: self = .above
        case .notBelow: self = .notBelow
        default: return nil
        }
    }

    /// Returns whether the comparison holds; `order` is negative, 0 or positive if the first value is less than, equal to or
    /// greater than the second.
    package func holds(_ order: Int) -> Bool {
        switch self {
        case .equal: order == 0
        case .notEqual: order != 0
        case .below: order < 0
        case .notAbove: order <= 0
        case .above: order > 0
        case .notBelow: order >= 0
        }
    }
}
