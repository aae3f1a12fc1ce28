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
