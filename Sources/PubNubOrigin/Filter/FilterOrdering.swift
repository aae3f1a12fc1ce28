/// How one value is to stand to another: the comparisons of both kinds of filters.
enum FilterOrdering: Sendable {
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

    /// Whether it holds for values of which the first is below, at or above the second as `order` is to 0.
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
