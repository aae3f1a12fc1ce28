/// Which objects of a list are wanted.
///
/// ```
/// expression = and { "||" and }
/// and        = unary { "&&" unary }
/// unary      = "!" "(" expression ")" | "(" expression ")" | relation
/// relation   = path ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "like" ) value
/// path       = segment { "." name | "[" string "]" }
/// segment    = name | "[" string "]"
/// value      = string | [ "-" ] number | "true" | "false" | "null"
/// ```
///
/// Texts are compared by their code points, with their case; `updated` as a moment. `like` takes `*` for any characters
/// and `\*` for itself, the backslash escaped as in any string. What is missing is only found by `== null`; any other
/// comparison says neither yes nor no of it, and so does what follows from that. A value of `custom` is of one kind:
/// comparing it with one of another is an error.
indirect enum ObjectFilter: Sendable, Equatable {
    case relation(ObjectRelation)
    case all([ObjectFilter])
    case any([ObjectFilter])
    case not(ObjectFilter)

    /// Whether an object is wanted.
    func matches(_ value: (ObjectPath) -> ObjectValue) -> Bool { truth(value) == true }

    /// nil where it is neither true nor false.
    private func truth(_ value: (ObjectPath) -> ObjectValue) -> Bool? {
        switch self {
        case .relation(let relation): return relation.truth(of: value(relation.path))
        case .not(let filter): return filter.truth(value).map { !$0 }
        case .all(let filters):
            var truth: Bool? = true
            for filter in filters {
                let next = filter.truth(value)
                if next == false { return false }
                if next == nil { truth = nil }
            }
            return truth
        case .any(let filters):
            var truth: Bool? = false
            for filter in filters {
                let next = filter.truth(value)
                if next == true { return true }
                if next == nil { truth = nil }
            }
            return truth
        }
    }

    /// Every comparison in it.
    var relations: [ObjectRelation] {
        switch self {
        case .relation(let relation): [relation]
        case .not(let filter): filter.relations
        case .all(let filters), .any(let filters): filters.flatMap(\.relations)
        }
    }

    /// Comparisons that hold for all that is wanted.
    var necessary: [ObjectRelation] {
        switch self {
        case .relation(let relation): [relation]
        case .all(let filters): filters.flatMap(\.necessary)
        case .any, .not: []
        }
    }
}
