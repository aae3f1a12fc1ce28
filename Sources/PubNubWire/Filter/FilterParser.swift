/// Parses tokens into a tree; ``FilterExpression`` describes the grammar.
struct FilterParser {
    private static let maxOperators = 256

    private let tokens: [FilterLexer.Placed]
    private let depth: Int
    private var index = 0
    private var level = 0
    private var operators = 0

    /// Creates a parser of tokens that end with `end`.
    init(tokens: [FilterLexer.Placed], depth: Int) {
        self.tokens = tokens
        self.depth = depth
    }

    mutating func parse() throws(FilterError) -> FilterNode {
        let node = try expression()
        guard current == .end else { throw unexpected }
        return node
    }

    private var current: FilterToken { tokens[min(index, tokens.count - 1)].token }

    private var unexpected: FilterError { error(current == .end ? "unexpected end" : "unexpected token") }

    private func error(_ reason: String) -> FilterError {
        FilterError(reason: reason, position: tokens[min(index, tokens.count - 1)].position)
    }

    private mutating func accept(_ symbol: FilterToken.Symbol) -> Bool {
        guard current == .symbol(symbol) else { return false }
        index += 1
        return true
    }

    /// Parses one level deeper, if the maximum depth allows it.
    private mutating func deeper(
        _ read: (inout FilterParser) throws(FilterError) -> FilterNode
    ) throws(FilterError) -> FilterNode {
        guard level < depth else { throw error("nested too deeply") }
        level += 1
        defer { level -= 1 }
        return try read(&self)
    }

    private mutating func expression() throws(FilterError) -> FilterNode {
        var node = try conjunction()
        while accept(.or) {
            try countOperator()
            node = .any(node, try conjunction())
        }
        return node
    }

    private mutating func conjunction() throws(FilterError) -> FilterNode {
        var node = try comparison()
        while accept(.and) {
            try countOperator()
            node = .all(node, try comparison())
        }
        return node
    }

    /// Counts an operator: a chain of operators becomes a tree of the same depth, which is evaluated by recursion.
    private mutating func countOperator() throws(FilterError) {
        operators += 1
        guard operators <= Self.maxOperators else { throw error("too many operators") }
    }

    private mutating func comparison() throws(FilterError) -> FilterNode {
        let left = try bits()
        guard case .symbol(let symbol) = current else { return left }
        if accept(.in) { return .comparison(.contains, try bits(), left) }
        guard let operation = FilterNode.Comparison(symbol) else { return left }
        index += 1
        return .comparison(operation, left, try bits())
    }

    private mutating func bits() throws(FilterError) -> FilterNode {
        try chain([.bitOr]) { parser throws(FilterError) in
            try parser.chain([.bitXor]) { parser throws(FilterError) in
                try parser.chain([.bitAnd]) { parser throws(FilterError) in try parser.sum() }
            }
        }
    }

    private mutating func sum() throws(FilterError) -> FilterNode {
        try chain([.plus, .minus]) { parser throws(FilterError) in
            try parser.chain([.times, .divided, .remainder]) { parser throws(FilterError) in try parser.unary() }
        }
    }

    /// Parses operands between operators of one precedence, from the left.
    private mutating func chain(
        _ symbols: [FilterToken.Symbol],
        _ operand: (inout FilterParser) throws(FilterError) -> FilterNode
    ) throws(FilterError) -> FilterNode {
        var node = try operand(&self)
        while case .symbol(let symbol) = current, symbols.contains(symbol),
            let operation = FilterNode.Arithmetic(symbol)
        {
            index += 1
            try countOperator()
            node = .arithmetic(operation, node, try operand(&self))
        }
        return node
    }

    private mutating func unary() throws(FilterError) -> FilterNode {
        if accept(.not) { return .not(try deeper { parser throws(FilterError) in try parser.unary() }) }
        if accept(.bitNot) { return .inverted(try deeper { parser throws(FilterError) in try parser.unary() }) }
        if accept(.minus) { return .negative(try deeper { parser throws(FilterError) in try parser.unary() }) }
        return try path()
    }

    private mutating func path() throws(FilterError) -> FilterNode {
        var node = try primary()
        while true {
            if accept(.dot) {
                guard case .name(let name) = current else { throw unexpected }
                index += 1
                node = .member(node, of: name)
            } else if accept(.openIndex) {
                node = try subscripted(node)
                guard accept(.closeIndex) else { throw unexpected }
            } else {
                return node
            }
            try countOperator()
        }
    }

    private mutating func subscripted(_ node: FilterNode) throws(FilterError) -> FilterNode {
        defer { index += 1 }
        switch current {
        case .integer(let position): return .element(node, at: Int(position))
        case .text(let raw): return .member(node, of: FilterPattern.unescaped(raw))
        default: throw unexpected
        }
    }

    private mutating func primary() throws(FilterError) -> FilterNode {
        let token = current
        switch token {
        case .integer(let number): index += 1; return .value(.integer(number))
        case .number(let number): index += 1; return .value(.double(number))
        case .bool(let flag): index += 1; return .value(.bool(flag))
        case .text(let raw): index += 1; return .text(FilterPattern.unescaped(raw), FilterPattern(raw))
        case .name(let name):
            index += 1
            // Without a path, `meta` and `data` may be fields of the metadata, like any other name.
            let isPath = current == .symbol(.dot) || current == .symbol(.openIndex)
            if name == "meta", isPath { return .metadata }
            if name == "data", isPath { return .data }
            return .member(.metadata, of: name)
        case .symbol(.open):
            index += 1
            return try deeper { parser throws(FilterError) in try parser.parenthesized() }
        case .symbol, .end: throw unexpected
        }
    }

    /// Parses the rest of a parenthesis: an expression, or a list of several.
    private mutating func parenthesized() throws(FilterError) -> FilterNode {
        var nodes = [try expression()]
        while accept(.comma) { nodes.append(try expression()) }
        guard accept(.close) else { throw unexpected }
        return nodes.count == 1 ? nodes[0] : .list(nodes)
    }
}
