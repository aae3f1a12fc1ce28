import PubNubWire
import TestRandom

@testable import PubNubOrigin

/// A random query of a list, as query items and for the plain evaluation.
struct RandomQuery {
    let filter: PlainFilter?
    let sort: [(field: String, isDescending: Bool)]
    let offset: Int
    let limit: Int
    let counts: Bool

    static let names = ["anna", "Anna", "ann", "annika", "bob", "émile", "a*b", "a\\b", "it's \"x\"", "zoë 🌍", "~"]
    static let words = ["active", "away", "a", "b"]

    /// - Parameters:
    ///   - path: The path of the list.
    ///   - moments: Dates of objects, as responses contain them.
    ///   - random: The source of all choices.
    init(of path: String, moments: [String], _ random: inout SeededGenerator) {
        let isRelations = path.split(separator: "/").count == 3
        let other = path.hasSuffix("channels") ? "channel." : "uuid."
        let related = ["id", "name", "updated", "status", "type"].map { (isRelations ? other : "") + $0 }
        let own = isRelations ? ["status", "type", "updated"] : []
        let sortable = related + own
        filter =
            Int.random(in: 0..<8, using: &random) == 0
            ? nil : Self.filter(2, fields: sortable, prefix: isRelations ? other : "", moments: moments, &random)
        sort = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            (sortable.randomElement(using: &random) ?? "updated", Bool.random(using: &random))
        }
        offset = [0, 0, 0, 1, 5, 20, 200].randomElement(using: &random) ?? 0
        limit = [1, 3, 10, 100].randomElement(using: &random) ?? 1
        counts = Bool.random(using: &random)
    }

    var items: [String: String] {
        var items = ["limit": "\(limit)"]
        if let filter { items["filter"] = filter.text }
        if !sort.isEmpty {
            items["sort"] = sort.map { $0.field + ($0.isDescending ? ":desc" : "") }.joined(separator: ",")
        }
        if offset > 0 { items["start"] = ObjectsCursor.text(of: offset) }
        if counts { items["count"] = "1" }
        return items
    }

    private static func filter(
        _ depth: Int,
        fields: [String],
        prefix: String,
        moments: [String],
        _ random: inout SeededGenerator
    ) -> PlainFilter {
        func part() -> PlainFilter {
            filter(depth - 1, fields: fields, prefix: prefix, moments: moments, &random)
        }
        switch depth > 0 ? Int.random(in: 0..<7, using: &random) : 6 {
        case 0, 1, 2: return .both(part(), part())
        case 3: return .either(part(), part())
        case 4: return .not(part())
        default: return .test(test(fields: fields, prefix: prefix, moments: moments, &random))
        }
    }

    private static func test(
        fields: [String],
        prefix: String,
        moments: [String],
        _ random: inout SeededGenerator
    ) -> PlainFilter.Test {
        let customs = ["level", "vip", "word", "mixed"].map { prefix + "custom." + $0 }
        let field = (fields + fields + customs).randomElement(using: &random) ?? "status"
        let isEquality = Int.random(in: 0..<3, using: &random) > 0
        let comparison = (isEquality ? ["==", "!="] : ["<", "<=", ">", ">="]).randomElement(using: &random) ?? "=="
        if isEquality, Int.random(in: 0..<6, using: &random) == 0 {
            return PlainFilter.Test(field: field, operation: comparison, operand: nil, text: "null")
        }
        let name = field.split(separator: ".").last.map(String.init) ?? field
        switch name {
        case "level", "mixed":
            let number = Int.random(in: 0...5, using: &random)
            return PlainFilter.Test(
                field: field,
                operation: comparison,
                operand: .number(Double(number)),
                text: "\(number)"
            )
        case "vip":
            let flag = Bool.random(using: &random)
            return PlainFilter.Test(field: field, operation: "==", operand: .flag(flag), text: "\(flag)")
        case "updated":
            let text = moments.randomElement(using: &random) ?? "2020-01-01T00:00:00Z"
            let operand = PlainObjects.Value.moment(PlainObjects.moment(text))
            return PlainFilter.Test(field: field, operation: comparison, operand: operand, text: "'\(text)'")
        default:
            return text(field, name, comparison, &random)
        }
    }

    private static func text(
        _ field: String,
        _ name: String,
        _ comparison: String,
        _ random: inout SeededGenerator
    ) -> PlainFilter.Test {
        let pool = name == "name" ? names : name == "id" ? ["o1", "o17", "o5", "x"] : words
        var text = pool.randomElement(using: &random) ?? "a"
        var operation = comparison
        if Bool.random(using: &random) {
            operation = ["LIKE", "like"].randomElement(using: &random) ?? "LIKE"
            let escaped = text.replacing("\\", with: "\\\\").replacing("*", with: "\\*")
            let cut = String(escaped.prefix { $0 != "\\" }.prefix(Int.random(in: 0...3, using: &random)))
            text = [escaped, cut + "*", "*" + cut + "*", cut + "*a*", "*"].randomElement(using: &random) ?? "*"
        }
        let quoted = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return PlainFilter.Test(field: field, operation: operation, operand: .text(text), text: "'\(quoted)'")
    }
}
