import PubNubWire

extension ObjectsQuery {
    /// The items that every request carries and no application can replace.
    private static let shared: [QueryItem] = [.authorization, .library, .identifier]
    private static let reserved: Set<String> = ["auth", "pnsdk", "uuid"]

    /// The items of the query. Items that the application adds replace those with the same name.
    var items: [QueryItem] {
        let added = others.filter { !Self.reserved.contains($0.key) }
        let own = (fields.items + page).filter { item in
            guard case .escaped(let name, _) = item else { return true }
            return added[name] == nil
        }
        let rest = added.sorted { $0.key < $1.key }
            .map { QueryItem.text(PercentEncoding.escape($0.key), $0.value) }
        return own + rest + Self.shared
    }

    private var page: [QueryItem] {
        var items: [QueryItem] = limit == 0 ? [] : [.number("limit", limit)]
        if let start {
            items.append(.text("start", start))
        } else if let end {
            items.append(.text("end", end))
        }
        if let filter { items.append(.text("filter", filter)) }
        if !sort.isEmpty { items.append(.escaped(name: "sort", value: PercentEncoding.escapeList(sort))) }
        return items
    }
}

extension IncludeFields {
    /// The names of the other bits in a request, in the order in which they are written.
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

    /// The items of the query that request the fields.
    fileprivate var items: [QueryItem] {
        let names = Self.tokens.filter { bits & $0.bits != 0 }.map(\.name)
        let include: [QueryItem] = names.isEmpty ? [] : [.escaped(name: "include", value: names.joined(separator: ","))]
        return include + (bits & Self.count == 0 ? [] : [.flag("count", true)])
    }
}
