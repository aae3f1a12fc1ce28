/// The tables that a query reads, and the conditions on the rows that it reads there, from its SQL.
///
/// Understands the SQL that GRDB's query interface generates for one table, and for subqueries of the form `column IN
/// (SELECT …)`. A query with joins, unions or other subqueries has no shape.
struct QueryShape: Equatable {
    /// The rows that the query reads from one table.
    struct Part: Equatable {
        let table: String
        /// The conditions of each relevant row; conditions of other forms are left out.
        var conditions: [Condition] = []
        /// The subqueries that must contain a value of each relevant row.
        var memberships: [Membership] = []
        /// The columns that a subquery reads; nil for whole rows.
        var columns: Set<String>?
    }

    /// A column compared with a value.
    struct Condition: Equatable {
        let column: String
        let comparison: RowCondition.Comparison
        let operand: Operand
    }

    enum Operand: Equatable {
        /// The index among the arguments.
        case argument(Int)
        case integer(Int64)
    }

    /// `column IN (SELECT selected FROM …)`.
    struct Membership: Equatable {
        let column: String
        /// The index of the subquery among the parts.
        let part: Int
        let selected: String
    }

    /// The query itself, then its subqueries; empty if its condition is never true.
    private(set) var parts: [Part] = []
    /// The indexes of arguments that must be true for the query to find a row.
    private(set) var requirements: [Int] = []
    /// The number of arguments.
    private(set) var argumentCount = 0

    /// Reads the shape of a query; nil if it has none.
    ///
    /// - Parameter sql: The query.
    init?(sql: String) {
        guard let tokens = SQLToken.tokens(of: sql) else { return nil }
        argumentCount = tokens.count { if case .argument = $0 { true } else { false } }
        guard let isPossible = read(tokens[...], isSubquery: false) else { return nil }
        guard isPossible else {
            parts = []
            return
        }
        // A subquery in any other position reads rows that no part represents.
        guard parts.count == tokens.count(where: { $0.isKeyword("SELECT") }) else { return nil }
    }

    private static let compound: Set<String> = ["JOIN", "UNION", "EXCEPT", "INTERSECT", "WITH", "EXISTS"]
    private static let clauses: Set<String> = ["GROUP", "ORDER", "LIMIT", "HAVING", "WINDOW"]
    private static let looser: Set<String> = ["OR", "BETWEEN", "CASE", "NOT", "COLLATE"]
    private static let keywords: Set<String> = [
        "SELECT", "FROM", "WHERE", "AND", "OR", "NOT", "IS", "NULL", "ORDER", "BY", "ASC", "DESC", "LIMIT", "OFFSET",
    ]

    /// Reads a `SELECT` and appends its part, followed by those of its subqueries.
    ///
    /// - Returns: Whether it can find a row; nil if it has no shape.
    private mutating func read(_ tokens: ArraySlice<SQLToken>, isSubquery: Bool) -> Bool? {
        let words = tokens.compactMap { if case .word(let word) = $0 { word.uppercased() } else { nil } }
        guard tokens.first?.isKeyword("SELECT") == true, Self.compound.isDisjoint(with: words),
            let from = tokens.firstIndex(where: { $0.isKeyword("FROM") }), from + 1 < tokens.endIndex,
            case .name(let table) = tokens[from + 1]
        else { return nil }
        let place = parts.count
        parts.append(Part(table: table, columns: isSubquery ? Self.columns(in: tokens, of: table) : nil))
        let rest = tokens[(from + 2)...]
        // An alias, or a second table, would follow here.
        guard let next = rest.first else { return true }
        guard next.isKeyword("WHERE") else {
            guard case .word(let word) = next, Self.clauses.contains(word.uppercased()) else { return nil }
            return true
        }
        let condition = rest.dropFirst()
        return read(condition: condition[..<Self.end(of: condition)], of: place)
    }

    /// The end of a condition: the first clause that is not within parentheses.
    private static func end(of condition: ArraySlice<SQLToken>) -> Int {
        var depth = 0
        for index in condition.indices {
            switch condition[index] {
            case .symbol("("): depth += 1
            case .symbol(")"): depth -= 1
            case .word(let word) where depth == 0 && clauses.contains(word.uppercased()): return index
            default: break
            }
        }
        return condition.endIndex
    }

    /// Reads the conditions that all rows of the result fulfil.
    ///
    /// - Returns: Whether the condition can be true; nil if a subquery has no shape.
    private mutating func read(condition: ArraySlice<SQLToken>, of place: Int) -> Bool? {
        let condition = Self.stripped(condition)
        let conjuncts = Self.conjuncts(condition)
        guard conjuncts.count == 1 else {
            for conjunct in conjuncts {
                guard let isPossible = read(condition: conjunct, of: place) else { return nil }
                guard isPossible else { return false }
            }
            return true
        }
        if condition.count == 1 {
            if condition.first == .integer(0) { return false }
            if case .argument(let place) = condition.first { requirements.append(place) }
            return true
        }
        // The plus sign only prevents SQLite from searching by the column.
        let tokens = Array(condition.first == .symbol("+") ? condition.dropFirst() : condition)
        guard let column = tokens.first.flatMap(Self.column) else { return true }
        if let found = Self.comparison(tokens) {
            parts[place].conditions.append(Condition(column: column, comparison: found.0, operand: found.1))
        } else if tokens.count > 4, tokens[1].isKeyword("IN"), tokens[2] == .symbol("("),
            tokens[3].isKeyword("SELECT"), tokens.last == .symbol(")")
        {
            return read(subquery: tokens[3..<(tokens.count - 1)], for: column, of: place)
        }
        return true
    }

    private mutating func read(subquery: ArraySlice<SQLToken>, for column: String, of place: Int) -> Bool? {
        let inner = parts.count
        guard let isPossible = read(subquery, isSubquery: true) else { return nil }
        let list = subquery.dropFirst().prefix { !$0.isKeyword("FROM") }
        if list.count == 1, let selected = list.first.flatMap(Self.column) {
            parts[place].memberships.append(Membership(column: column, part: inner, selected: selected))
        }
        return isPossible
    }

    /// Reads `column = ?` and similar comparisons, after the column.
    private static func comparison(_ tokens: [SQLToken]) -> (RowCondition.Comparison, Operand)? {
        guard tokens.count == 3 || tokens.count == 4 else { return nil }
        let comparison: RowCondition.Comparison
        switch Array(tokens[1..<(tokens.count - 1)]) {
        case [.symbol("=")]: comparison = .equal
        case [.symbol("<")]: comparison = .less
        case [.symbol("<"), .symbol("=")]: comparison = .lessOrEqual
        case [.symbol(">")]: comparison = .greater
        case [.symbol(">"), .symbol("=")]: comparison = .greaterOrEqual
        default: return nil
        }
        switch tokens[tokens.count - 1] {
        case .argument(let place): return (comparison, .argument(place))
        case .integer(let number): return (comparison, .integer(number))
        default: return nil
        }
    }

    private static func column(_ token: SQLToken) -> String? {
        switch token {
        case .name(let name): name
        case .word(let word) where !keywords.contains(word.uppercased()): word
        default: nil
        }
    }

    /// The columns that a subquery names, without the row identifier, which never changes.
    private static func columns(in tokens: ArraySlice<SQLToken>, of table: String) -> Set<String> {
        Set(tokens.compactMap(column)).subtracting([table, "rowid"])
    }

    /// The parts that AND joins; the whole condition if it contains an operator with lower precedence.
    private static func conjuncts(_ condition: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
        var depth = 0
        var parts: [ArraySlice<SQLToken>] = []
        var start = condition.startIndex
        for index in condition.indices {
            switch condition[index] {
            case .symbol("("): depth += 1
            case .symbol(")"): depth -= 1
            case .word(let word) where depth == 0 && looser.contains(word.uppercased()): return [condition]
            case .word(let word) where depth == 0 && word.uppercased() == "AND":
                parts.append(condition[start..<index])
                start = index + 1
            default: break
            }
        }
        return parts + [condition[start...]]
    }

    /// Removes the parentheses around the whole condition.
    private static func stripped(_ condition: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
        var condition = condition
        while condition.first == .symbol("("), condition.last == .symbol(")"), isWhole(condition) {
            condition = condition.dropFirst().dropLast()
        }
        return condition
    }

    /// Whether the first parenthesis ends with the last token.
    private static func isWhole(_ condition: ArraySlice<SQLToken>) -> Bool {
        var depth = 0
        for index in condition.indices {
            if condition[index] == .symbol("(") { depth += 1 }
            if condition[index] == .symbol(")") { depth -= 1 }
            if depth == 0 { return index == condition.endIndex - 1 }
        }
        return false
    }
}
