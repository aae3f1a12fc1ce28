import PubNubWire

/// A filter expression as a tree.
indirect enum FilterNode: Sendable, Equatable {
    case value(JSONValue)
    /// A text, and the pattern that it is where one is wanted.
    case text(String, FilterPattern)
    case list([FilterNode])
    /// What was published as `meta`.
    case metadata
    /// The message.
    case data
    case member(FilterNode, of: String)
    case element(FilterNode, at: Int)
    case not(FilterNode)
    case negative(FilterNode)
    case all(FilterNode, FilterNode)
    case any(FilterNode, FilterNode)
    case comparison(Comparison, FilterNode, FilterNode)
    case arithmetic(Arithmetic, FilterNode, FilterNode)

    /// An operator that says yes or no about two values.
    enum Comparison: Sendable, Equatable {
        case ordering(FilterOrdering)
        case like
        case contains

        init?(_ symbol: FilterToken.Symbol) {
            switch symbol {
            case .like: self = .like
            case .contains: self = .contains
            default:
                guard let ordering = FilterOrdering(symbol) else { return nil }
                self = .ordering(ordering)
            }
        }
    }

    /// An operator that makes a number of two.
    enum Arithmetic: Sendable {
        case plus, minus, times, divided, remainder

        init?(_ symbol: FilterToken.Symbol) {
            switch symbol {
            case .plus: self = .plus
            case .minus: self = .minus
            case .times: self = .times
            case .divided: self = .divided
            case .remainder: self = .remainder
            default: return nil
            }
        }
    }
}
