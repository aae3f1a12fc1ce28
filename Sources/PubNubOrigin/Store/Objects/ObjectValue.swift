import PubNubWire

/// What a field holds, as filters compare it and lists are sorted by it. What is missing comes last.
enum ObjectValue: Sendable, Hashable {
    case text(String)
    case number(JSONValue)
    case bool(Bool)
    case instant(Instant)
    case missing

    /// The kinds that cannot be compared with each other.
    enum Kind: Int, Sendable, Hashable {
        case text, number, bool, instant, missing
    }

    /// A value of `custom`; nil for one that cannot stand there.
    init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer, .unsigned, .double, .decimal: self = .number(value)
        case .bool(let flag): self = .bool(flag)
        case .null, .array, .object: return nil
        }
    }

    var kind: Kind {
        switch self {
        case .text: .text
        case .number: .number
        case .bool: .bool
        case .instant: .instant
        case .missing: .missing
        }
    }

    /// Below, at or above 0 as this value is to another one.
    func order(_ other: ObjectValue) -> Int {
        switch (self, other) {
        case (.text(let left), .text(let right)): TextOrder.compare(left, right)
        case (.number(let left), .number(let right)): Self.compare(left, right)
        case (.bool(let left), .bool(let right)): left == right ? 0 : left ? 1 : -1
        case (.instant(let left), .instant(let right)): left == right ? 0 : left < right ? -1 : 1
        default: kind.rawValue - other.kind.rawValue
        }
    }

    private static func compare(_ left: JSONValue, _ right: JSONValue) -> Int {
        if let left = left.int64Value, let right = right.int64Value { return left == right ? 0 : left < right ? -1 : 1 }
        if let left = left.uint64Value, let right = right.uint64Value {
            return left == right ? 0 : left < right ? -1 : 1
        }
        let (left, right) = (left.doubleValue ?? 0, right.doubleValue ?? 0)
        return left == right ? 0 : left < right ? -1 : 1
    }
}
