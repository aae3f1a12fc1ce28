/// What the bits of ``PNUUIDFields`` and its like ask for.
struct IncludeFields: Sendable, Equatable {
    /// The bits of all four sets, which do not overlap.
    let bits: UInt

    /// The bits that ask how many objects there are, one of each set.
    static let count: UInt = 1 << 0 | 1 << 8 | 1 << 16 | 1 << 20

    /// What the other bits are called in a request, in the order in which they are written.
    private static let tokens: [(bits: UInt, name: String)] = [
        (1 << 1 | 1 << 9 | 1 << 17 | 1 << 21, "custom"),
        (1 << 2 | 1 << 10 | 1 << 18 | 1 << 22, "status"),
        (1 << 3 | 1 << 11 | 1 << 19 | 1 << 23, "type"),
        (1 << 4, "channel"),
        (1 << 5, "channel.custom"),
        (1 << 6, "channel.status"),
        (1 << 7, "channel.type"),
        (1 << 12, "uuid"),
        (1 << 13, "uuid.custom"),
        (1 << 14, "uuid.status"),
        (1 << 15, "uuid.type"),
    ]

    /// The items of the query that ask for them.
    var query: [QueryItem] {
        let names = Self.tokens.filter { bits & $0.bits != 0 }.map(\.name)
        let include: [QueryItem] = names.isEmpty ? [] : [.escaped(name: "include", value: names.joined(separator: ","))]
        return include + (bits & Self.count == 0 ? [] : [.flag("count", true)])
    }
}
