/// One comparison of a filter.
struct ObjectRelation: Sendable, Equatable {
    enum Test: Sendable, Equatable {
        case isMissing
        case isPresent
        case compare(Comparison, ObjectValue)
        case like(FilterPattern)
    }

    enum Comparison: Sendable {
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
        case .compare(let comparison, let operand):
            return value == .missing ? nil : comparison.holds(value.order(operand))
        case .like(let pattern):
            guard case .text(let text) = value else { return nil }
            return pattern.matches(text)
        }
    }
}
