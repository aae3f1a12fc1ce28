import PubNubWire

/// The value of a field, as filters compare it and lists are sorted by it. A missing value sorts last.
enum ObjectValue: Sendable, Hashable {
    case text(String)
    case number(JSON)
    case bool(Bool)
    case instant(Instant)
    case missing

    /// The kinds that cannot be compared with each other.
    enum Kind: Int, Sendable, Hashable {
        case text, number, bool, instant, missing
    }

    /// A value of `custom`; nil for one that cannot stand there.
    init?(_ value: JSON) {
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

    private static func compare(_ left: JSON, _ right: JSON) -> Int {
        if let left = left.int64Value, let right = right.int64Value { return left == right ? 0 : left < right ? -1 : 1 }
        if let left = left.uint64Value, let right = right.uint64Value {
            return left == right ? 0 : left < right ? -1 : 1
        }
        let left = left.double ?? 0
        let right = right.double ?? 0
        return left == right ? 0 : left < right ? -1 : 1
    }
}

/// Of which kinds the values of `custom` are, by name, and how many of each.
struct CustomKinds: Sendable {
    private var counts: [String: [ObjectValue.Kind: Int]] = [:]

    /// Whether a name has values of other kinds than this one.
    func holds(others kind: ObjectValue.Kind, for name: String) -> Bool {
        counts[name]?.keys.contains { $0 != kind } ?? false
    }

    mutating func add(_ content: ObjectContent) {
        for (name, value) in content.custom ?? [:] {
            guard let kind = ObjectValue(value)?.kind else { continue }
            counts[name, default: [:]][kind, default: 0] += 1
        }
    }

    mutating func remove(_ content: ObjectContent) {
        for (name, value) in content.custom ?? [:] {
            guard let kind = ObjectValue(value)?.kind, let count = counts[name]?[kind] else { continue }
            counts[name]?[kind] = count > 1 ? count - 1 : nil
            if counts[name]?.isEmpty == true { counts[name] = nil }
        }
    }
}

/// What App Context keeps metadata of.
package enum ObjectKind: Int, Sendable, Hashable, CaseIterable {
    case user
    case channel

    /// As the first word of a sentence.
    var title: String { self == .user ? "User" : "Channel" }

    /// As the first part of a location in a body.
    var word: String { self == .user ? "user" : "channel" }

    /// As events, and entries of lists of relations, name it.
    var wireName: String { self == .user ? "uuid" : "channel" }

    /// The kind at the other end of a membership.
    var other: ObjectKind { self == .user ? .channel : .user }

    /// The fields that a response always has, in its order.
    var plainFields: [MetadataField] {
        self == .user ? [.name, .externalId, .profileUrl, .email] : [.name, .description]
    }

    /// All fields whose values are strings, in the order of a response.
    package var fields: [MetadataField] { plainFields + [.type, .status] }
}
