import PubNubWire

/// Reads a filter of a list of objects; the grammar stands with `ObjectFilter`.
struct ObjectFilterParser {
    private static let maxRelations = 256

    private let collection: ObjectCollection
    private var tokens: FilterTokens
    private var relations = 0

    /// - Parameters:
    ///   - text: the expression.
    ///   - collection: what is listed, which decides about the fields there are.
    ///   - limits: how long and how deep it may be.
    /// - Throws: the error at the first characters that are not a token.
    init(_ text: String, of collection: ObjectCollection, limits: OriginLimits) throws(FilterError) {
        self.collection = collection
        tokens = try FilterTokens(text, words: .ofObjects, bytes: limits.filterBytes, depth: limits.filterDepth)
    }

    mutating func parse() throws(FilterError) -> ObjectFilter {
        let filter = try expression()
        guard tokens.current == .end else { throw tokens.unexpected }
        return filter
    }

    private mutating func expression() throws(FilterError) -> ObjectFilter {
        var filters = [try conjunction()]
        while tokens.accept(.or) { filters.append(try conjunction()) }
        return filters.count == 1 ? filters[0] : .any(filters)
    }

    private mutating func conjunction() throws(FilterError) -> ObjectFilter {
        var filters = [try unary()]
        while tokens.accept(.and) { filters.append(try unary()) }
        return filters.count == 1 ? filters[0] : .all(filters)
    }

    private mutating func unary() throws(FilterError) -> ObjectFilter {
        if tokens.accept(.not) {
            guard tokens.accept(.open) else { throw tokens.unexpected }
            return .not(try parenthesized())
        }
        return tokens.accept(.open) ? try parenthesized() : .relation(try relation())
    }

    /// Parses the rest of a parenthesis.
    private mutating func parenthesized() throws(FilterError) -> ObjectFilter {
        try tokens.enter()
        defer { tokens.leave() }
        let filter = try expression()
        guard tokens.accept(.close) else { throw tokens.unexpected }
        return filter
    }

    private mutating func relation() throws(FilterError) -> ObjectRelation {
        relations += 1
        guard relations <= Self.maxRelations else { throw tokens.error("too many operators") }
        let start = tokens.position
        let names = try names()
        guard let path = collection.path(names) else {
            throw tokens.error("unknown field \(names.joined(separator: "."))", at: start)
        }
        guard case .symbol(let symbol) = tokens.current, symbol == .like || FilterOrdering(symbol) != nil else {
            throw tokens.unexpected
        }
        tokens.advance()
        let position = tokens.position
        let value = try value()
        return ObjectRelation(path: path, test: try test(path, symbol, value, at: position))
    }

    private mutating func names() throws(FilterError) -> [String] {
        var names: [String] = []
        repeat {
            if tokens.accept(.openIndex) {
                guard case .text(let raw) = tokens.current else { throw tokens.unexpected }
                names.append(try text(raw))
                tokens.advance()
                guard tokens.accept(.closeIndex) else { throw tokens.unexpected }
            } else {
                guard case .name(let name) = tokens.current else { throw tokens.unexpected }
                names.append(name)
                tokens.advance()
            }
        } while tokens.current == .symbol(.openIndex) || tokens.accept(.dot)
        return names
    }

    /// A value; nil for `null`.
    private mutating func value() throws(FilterError) -> ObjectValue? {
        let isNegative = tokens.accept(.minus)
        let value: ObjectValue?
        switch tokens.current {
        case .integer(let number): value = .number(.integer(isNegative ? -number : number))
        case .number(let number): value = .number(.double(isNegative ? -number : number))
        case .text(let raw) where !isNegative: value = .text(try text(raw))
        case .name("true") where !isNegative: value = .bool(true)
        case .name("false") where !isNegative: value = .bool(false)
        case .name("null") where !isNegative: value = nil
        default: throw tokens.unexpected
        }
        tokens.advance()
        return value
    }

    /// The string between the quotes of the current token, its escapes resolved.
    private func text(_ raw: String) throws(FilterError) -> String {
        guard let text = FilterString.unescaped(raw) else { throw tokens.error("unknown escape") }
        return text
    }

    private func test(
        _ path: ObjectPath,
        _ symbol: FilterToken.Symbol,
        _ value: ObjectValue?,
        at position: Int
    ) throws(FilterError) -> ObjectRelation.Test {
        guard let value else {
            switch symbol {
            case .equal: return .isMissing
            case .notEqual: return .isPresent
            default: throw tokens.error("null can only be compared with == and !=", at: position)
            }
        }
        let operand = try self.operand(value, for: path, at: position)
        guard let ordering = FilterOrdering(symbol) else {
            guard case .text(let text) = operand else { throw tokens.error("like takes strings", at: position) }
            return .like(FilterPattern(text, ignoresCase: false))
        }
        let needsOrder = ordering != .equal && ordering != .notEqual
        guard operand.kind != .bool || !needsOrder else {
            throw tokens.error("booleans cannot be ordered", at: position)
        }
        return .compare(ordering, operand)
    }

    /// A value as the field holds such.
    private func operand(
        _ value: ObjectValue,
        for path: ObjectPath,
        at position: Int
    ) throws(FilterError) -> ObjectValue {
        switch path.field {
        case .custom: return value
        case .id, .text:
            guard value.kind == .text else { throw tokens.error("a string is expected", at: position) }
            return value
        case .updated:
            guard case .text(let text) = value, let instant = Instant(text) else {
                throw tokens.error("a date and time is expected", at: position)
            }
            return .instant(instant)
        }
    }
}

/// The strings of filters of objects, which have the escapes of JSON and `\'`.
enum FilterString {
    /// The text that was written between quotes; nil when an escape is unknown.
    static func unescaped(_ raw: String) -> String? {
        guard raw.utf8.contains(UInt8(ascii: "\\")) else { return raw }
        var text = ""
        var rest = raw.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            if escaped == "u" {
                guard let unit = unit(&rest), let decoded = decoded(unit, &rest) else { return nil }
                text.unicodeScalars.append(decoded)
            } else {
                guard let plain = plain[escaped] else { return nil }
                text.unicodeScalars.append(plain)
            }
        }
        return text
    }

    private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}", "\\": "\\", "\"": "\"", "'": "'", "/": "/",
    ]

    private static func unit(_ rest: inout Substring.UnicodeScalarView) -> UInt32? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        rest = rest.dropFirst(4)
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    }

    /// A code unit as a scalar, together with the one that follows when they are a pair; nil for half of a pair.
    private static func decoded(_ unit: UInt32, _ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
        guard rest.popFirst() == "\\", rest.popFirst() == "u", let low = self.unit(&rest),
            (0xDC00..<0xE000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }
}
