/// The table of a query, and the columns that have to equal a value in each row that it finds, as its SQL tells.
///
/// Made for the SQL of GRDB's query interface: whatever is more than a query of one table has no shape.
struct QueryShape: Equatable {
    let table: String
    /// Columns, each with the place of its value among the arguments.
    let equalities: [Equality]
    /// How many arguments there are.
    let argumentCount: Int

    struct Equality: Equatable {
        let column: String
        let argument: Int
    }

    private enum Token: Equatable {
        case name(String)
        case text
        case word(String)
        case argument(Int)
        case symbol(Character)
    }

    private static let compound: Set<String> = ["JOIN", "UNION", "EXCEPT", "INTERSECT", "WITH", "EXISTS"]
    private static let clauses: Set<String> = ["GROUP", "ORDER", "LIMIT", "HAVING", "WINDOW"]
    private static let looser: Set<String> = ["OR", "BETWEEN", "CASE", "NOT", "COLLATE"]

    /// nil when the query is about more than one table, or not about an equality.
    init?(sql: String) {
        guard let tokens = Self.tokens(sql), tokens.first == .word("SELECT") else { return nil }
        let words = tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
        guard words.count(where: { $0 == "SELECT" }) == 1, Self.compound.isDisjoint(with: words) else { return nil }
        guard let from = tokens.firstIndex(of: .word("FROM")), from + 2 < tokens.count,
            case .name(let table) = tokens[from + 1], tokens[from + 2] == .word("WHERE")
        else { return nil }
        let end = tokens.firstIndex { if case .word(let word) = $0 { Self.clauses.contains(word) } else { false } }
        let found = Self.equalities(tokens[(from + 3)..<(end.map { max($0, from + 3) } ?? tokens.count)])
        guard !found.isEmpty else { return nil }
        self.table = table
        equalities = found
        argumentCount = tokens.count { if case .argument = $0 { true } else { false } }
    }

    /// Those of a condition that hold for all that fulfil it.
    private static func equalities(_ condition: ArraySlice<Token>) -> [Equality] {
        let condition = stripped(condition)
        let parts = conjuncts(condition)
        guard parts.count == 1 else { return parts.flatMap { equalities($0) } }
        let tokens = Array(condition)
        guard tokens.count == 3, case .name(let column) = tokens[0], tokens[1] == .symbol("="),
            case .argument(let place) = tokens[2]
        else { return [] }
        return [Equality(column: column, argument: place)]
    }

    /// The parts that AND joins; the whole when something binds less than that.
    private static func conjuncts(_ condition: ArraySlice<Token>) -> [ArraySlice<Token>] {
        var depth = 0
        var parts: [ArraySlice<Token>] = []
        var start = condition.startIndex
        for index in condition.indices {
            switch condition[index] {
            case .symbol("("): depth += 1
            case .symbol(")"): depth -= 1
            case .word(let word) where depth == 0 && looser.contains(word): return [condition]
            case .word("AND") where depth == 0:
                parts.append(condition[start..<index])
                start = index + 1
            default: break
            }
        }
        return parts + [condition[start...]]
    }

    /// Without the parentheses around the whole.
    private static func stripped(_ condition: ArraySlice<Token>) -> ArraySlice<Token> {
        var condition = condition
        while condition.first == .symbol("("), condition.last == .symbol(")"), isWhole(condition) {
            condition = condition.dropFirst().dropLast()
        }
        return condition
    }

    /// Whether the first parenthesis ends with the last token.
    private static func isWhole(_ condition: ArraySlice<Token>) -> Bool {
        var depth = 0
        for index in condition.indices {
            if condition[index] == .symbol("(") { depth += 1 }
            if condition[index] == .symbol(")") { depth -= 1 }
            if depth == 0 { return index == condition.endIndex - 1 }
        }
        return false
    }

    /// nil for SQL with comments, named arguments or an open quote.
    private static func tokens(_ sql: String) -> [Token]? {
        guard !sql.contains("--"), !sql.contains("/*") else { return nil }
        var tokens: [Token] = []
        var arguments = 0
        var rest = sql[...]
        while let first = rest.first {
            switch first {
            case "\"", "'":
                guard let text = quoted(&rest, by: first) else { return nil }
                tokens.append(first == "'" ? .text : .name(text))
            case "?":
                tokens.append(.argument(arguments))
                arguments += 1
                rest.removeFirst()
            case ":", "@", "$", "`", "[": return nil
            case _ where first.isLetter || first == "_":
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(.word(word.uppercased()))
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
