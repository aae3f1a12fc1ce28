import PubNubWire

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
/// Strings are compared by their code points, with their case; `updated` as a date. `like` takes `*` for any characters
/// and `\*` for itself, the backslash escaped as in any string. Only `== null` is true of a missing value; any other
/// comparison is neither true nor false, as are expressions that contain it. A value of `custom` is of one kind:
/// comparing it with one of another is an error.
indirect enum ObjectFilter: Sendable, Equatable {
    case relation(ObjectRelation)
    case all([ObjectFilter])
    case any([ObjectFilter])
    case not(ObjectFilter)

    /// Whether an object is wanted.
    func matches(_ value: (ObjectPath) -> ObjectValue) -> Bool { truth(value) == true }

    /// nil if it is neither true nor false.
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

/// One comparison of a filter.
struct ObjectRelation: Sendable, Equatable {
    enum Test: Sendable, Equatable {
        case isMissing
        case isPresent
        case compare(FilterOrdering, ObjectValue)
        case like(FilterPattern)
    }

    let path: ObjectPath
    let test: Test

    /// The kind of values it can be asked about; nil when any will do.
    var kind: ObjectValue.Kind? {
        switch test {
        case .isMissing, .isPresent: nil
        case .compare(_, let value): value.kind
        case .like: .text
        }
    }

    /// Whether it holds for a value; nil where nothing can be said, as the value is missing.
    func truth(of value: ObjectValue) -> Bool? {
        switch test {
        case .isMissing: return value == .missing
        case .isPresent: return value != .missing
        case .compare(let ordering, let operand):
            return value == .missing ? nil : ordering.holds(value.order(operand))
        case .like(let pattern):
            guard case .text(let text) = value else { return nil }
            return pattern.matches(text)
        }
    }
}

/// A field that a filter or a sort speaks of.
struct ObjectPath: Sendable, Hashable {
    enum Field: Sendable, Hashable {
        case id
        case text(MetadataField)
        case updated
        case custom(String)
    }

    /// Whether it is a field of the user or channel at the other end of a membership.
    var isRelated = false
    let field: Field
}
