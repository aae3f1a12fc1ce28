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
