/// The settings of a request of App Context that become its query.
struct ObjectsQuery: Sendable, Equatable {
    /// The optional content of the response.
    var fields = IncludeFields(bits: 0)
    /// The maximum number of objects of a page; 0 for the limit of the service.
    var limit = 0
    /// The start of the page.
    var start: String?
    /// The end of the page.
    var end: String?
    /// The expression that selects objects.
    var filter: String?
    /// The fields by which the objects are sorted, most significant first.
    var sort: [String] = []
    /// The items that the application adds, by name.
    var others: [String: String] = [:]

    /// The same query for a list of relations; `key` names the other side of the relations.
    ///
    /// A relation has no `id` or `name` of its own. Sorting by one of these means sorting by the object at its other side,
    /// which the service only knows as `channel.id` or `uuid.id`.
    func related(_ key: String) -> ObjectsQuery {
        var query = self
        query.sort = sort.map { field in
            let name = field.prefix { $0 != ":" }
            return name == "id" || name == "name" ? "\(key).\(field)" : field
        }
        return query
    }
}

/// The bits of ``PNUUIDFields``, ``PNChannelFields``, ``PNMembershipFields`` and ``PNChannelMemberFields``, which do not
/// overlap.
struct IncludeFields: Sendable, Equatable {
    let bits: UInt

    /// The bits that request the total count, one of each set.
    static let count: UInt = 1 << 0 | 1 << 8 | 1 << 16 | 1 << 20
}
