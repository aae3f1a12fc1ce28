import PubNubWire

/// What a call of App Context asks for besides the object that it is about.
struct ObjectsQuery: Sendable, Equatable {
    /// What the answer is to contain.
    var fields = IncludeFields(bits: 0)
    /// How many objects a page has at most; zero leaves it to the service.
    var limit = 0
    /// Where the page begins.
    var start: String?
    /// Where the page ends.
    var end: String?
    /// Which objects are wanted.
    var filter: String?
    /// By what they are sorted, most significant first.
    var sort: [String] = []
    /// What the application adds, by name.
    var others: [String: String] = [:]

    /// What every request carries, and no application can replace.
    private static let shared: [QueryItem] = [.authorization, .library, .identifier]
    private static let reserved: Set<String> = ["auth", "pnsdk", "uuid"]

    /// The whole query. What the application adds takes the place of what has the same name.
    var items: [QueryItem] {
        let added = others.filter { !Self.reserved.contains($0.key) }
        let own = (fields.query + page).filter { item in
            guard case .escaped(let name, _) = item else { return true }
            return added[name] == nil
        }
        let rest = added.sorted { $0.key < $1.key }
            .map { QueryItem.text(PercentEncoding.escape($0.key), $0.value) }
        return own + rest + Self.shared
    }

    /// The same for a list of relations, whose other side is called `key`.
    ///
    /// A relation has no `id` or `name` of its own. Sorting by one of these means that of the object at its other side, which
    /// the service only knows as `channel.id` or `uuid.id`.
    func related(_ key: String) -> ObjectsQuery {
        var query = self
        query.sort = sort.map { field in
            let name = field.prefix { $0 != ":" }
            return name == "id" || name == "name" ? "\(key).\(field)" : field
        }
        return query
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
