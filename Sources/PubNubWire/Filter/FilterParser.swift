/// Parses tokens into a tree; ``FilterExpression`` describes the grammar.
struct FilterParser {
    private static let maxOperators = 256

    private var tokens: FilterTokens
    private var operators = 0

    init(_ tokens: FilterTokens) {
        self.tokens = tokens
    }

    mutating func parse() throws(FilterError) -> FilterNode {
        let node = try expression()
        guard tokens.current == .end else { throw tokens.unexpected }
        return node
    }

    /// Parses one level deeper, if the maximum depth allows it.
    private mutating func deeper(
        _ read: (inout FilterParser) throws(FilterError) -> FilterNode
    ) throws(FilterError) -> FilterNode {
        try tokens.enter()
        defer { tokens.leave() }
        return try read(&self)
    }

    private mutating func expression() throws(FilterError) -> FilterNode {
        var node = try conjunction()
        while tokens.accept(.or) {
            try countOperator()
            node = .any(node, try conjunction())
        }
        return node
    }

    private mutating func conjunction() throws(FilterError) -> FilterNode {
        var node = try comparison()
        while tokens.accept(.and) {
            try countOperator()
            node = .all(node, try comparison())
        }
        return node
    }

    /// Counts an operator: a chain of operators becomes a tree of the same depth, which is evaluated by recursion.
    private mutating func countOperator() throws(FilterError) {
        operators += 1
        guard operators <= Self.maxOperators else { throw tokens.error("too many operators") }
    }

    private mutating func comparison() throws(FilterError) -> FilterNode {
        let left = try bits()
        guard case .symbol(let symbol) = tokens.current else { return left }
        if tokens.accept(.in) { return .comparison(.contains, try bits(), left) }
        guard let operation = FilterNode.Comparison(symbol) else { return left }
        tokens.advance()
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
        while case .symbol(let symbol) = tokens.current, symbols.contains(symbol),
            let operation = FilterNode.Arithmetic(symbol)
        {
            tokens.advance()
            try countOperator()
            node = .arithmetic(operation, node, try operand(&self))
        }
        return node
    }

    private mutating func unary() throws(FilterError) -> FilterNode {
        if tokens.accept(.not) { return .not(try deeper { parser throws(FilterError) in try parser.unary() }) }
        if tokens.accept(.bitNot) { return .inverted(try deeper { parser throws(FilterError) in try parser.unary() }) }
        if tokens.accept(.minus) { return .negative(try deeper { parser throws(FilterError) in try parser.unary() }) }
        return try path()
    }

    private mutating func path() throws(FilterError) -> FilterNode {
        var node = try primary()
        while true {
            if tokens.accept(.dot) {
                guard case .name(let name) = tokens.current else { throw tokens.unexpected }
                tokens.advance()
                node = .member(node, of: name)
            } else if tokens.accept(.openIndex) {
                node = try subscripted(node)
                guard tokens.accept(.closeIndex) else { throw tokens.unexpected }
            } else {
                return node
            }
            try countOperator()
        }
    }

    private mutating func subscripted(_ node: FilterNode) throws(FilterError) -> FilterNode {
        defer { tokens.advance() }
        switch tokens.current {
        case .integer(let position): return .element(node, at: Int(position))
        case .text(let raw): return .member(node, of: FilterPattern.unescaped(raw))
        default: throw tokens.unexpected
        }
    }

    private mutating func primary() throws(FilterError) -> FilterNode {
        let token = tokens.current
        switch token {
        case .integer(let number): tokens.advance(); return .value(.integer(number))
        case .number(let number): tokens.advance(); return .value(.double(number))
        case .bool(let flag): tokens.advance(); return .value(.bool(flag))
        case .text(let raw): tokens.advance(); return .text(FilterPattern.unescaped(raw), FilterPattern(raw))
        case .name(let name):
            tokens.advance()
            // Without a path, `meta` and `data` may be fields of the metadata, like any other name.
            let isPath = tokens.current == .symbol(.dot) || tokens.current == .symbol(.openIndex)
            if name == "meta", isPath { return .metadata }
            if name == "data", isPath { return .data }
            return .member(.metadata, of: name)
        case .symbol(.open):
            tokens.advance()
            return try deeper { parser throws(FilterError) in try parser.parenthesized() }
        case .symbol, .end: throw tokens.unexpected
        }
    }

    /// Parses the rest of a parenthesis: an expression, or a list of several.
    private mutating func parenthesized() throws(FilterError) -> FilterNode {
        var nodes = [try expression()]
        while tokens.accept(.comma) { nodes.append(try expression()) }
        guard tokens.accept(.close) else { throw tokens.unexpected }
        return nodes.count == 1 ? nodes[0] : .list(nodes)
    }
}
