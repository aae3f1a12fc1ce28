import PubNubWire

/// A filter expression as a tree.
indirect enum FilterNode: Sendable, Equatable {
    case value(JSONValue)
    /// A string, and the pattern that it is on the right of `like`.
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
    case all(FilterNode, FilterNode)
    case any(FilterNode, FilterNode)
    case comparison(Comparison, FilterNode, FilterNode)
    case arithmetic(Arithmetic, FilterNode, FilterNode)

    /// An operator that says yes or no about two values.
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

    /// An operator that makes a number of two.
    enum Arithmetic: Sendable {
        case plus, minus, times, divided, remainder

        init?(_ symbol: FilterToken.Symbol) {
            switch symbol {
            case .plus: self = .plus
            case .minus: self = .minus
            case .times: self = .times
            case .divided: self = .divided
            case .remainder: self = .remainder
            default: return nil
            }
        }
    }
}

/// A string in which `*` stands for any characters, and `\*` for itself.
struct FilterPattern: Sendable, Equatable {
    /// The strings between the stars, in lower case if the case does not matter.
    private let parts: [[Unicode.Scalar]]
    private let ignoresCase: Bool

    /// The pattern of a string with its backslashes as written. Matching ignores the case
    /// unless `ignoresCase` is false.
    init(_ raw: String, ignoresCase: Bool = true) {
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

    func matches(_ text: String) -> Bool {
        let text = Array((ignoresCase ? text.lowercased() : text).unicodeScalars)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return text == parts.first }
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        var start = first.count
        let end = text.count - last.count
        // Each part at the first place where it fits leaves the most for those after it.
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = text[start..<max(start, end)].firstRange(of: part) else { return false }
            start = range.upperBound
        }
        return true
    }

    /// What every text that matches begins with.
    var prefix: String { Self.text(of: parts.first) }

    /// Whether every string with the prefix matches.
    var isPrefix: Bool { parts.count > 1 && parts.dropFirst().allSatisfy(\.isEmpty) }

    /// Whether only the prefix itself matches.
    var isLiteral: Bool { parts.count == 1 }

    private static func text(of part: [Unicode.Scalar]?) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: part ?? [])
        return text
    }

    /// A string without the backslashes of its notation.
    static func unescaped(_ raw: String) -> String {
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

/// How one value is to stand to another: the comparisons of both kinds of filters.
enum FilterOrdering: Sendable {
    case equal, notEqual, below, notAbove, above, notBelow

    init?(_ symbol: FilterToken.Symbol) {
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

    /// Whether it holds for values of which the first is below, at or above the second as `order` is to 0.
    func holds(_ order: Int) -> Bool {
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
