/// The settings of a request of App Context that become its query.
package struct ObjectsQuery: Sendable, Equatable {
    /// The optional content of the response.
    package var fields = IncludeFields(bits: 0)
    /// The maximum number of objects of a page; 0 for the limit of the service.
    package var limit = 0
    /// The start of the page.
    package var start: String?
    /// The end of the page.
    package var end: String?
    /// The expression that selects objects.
    package var filter: String?
    /// The fields by which the objects are sorted, most significant first.
    package var sort: [String] = []
    /// The items that the application adds, by name.
    package var others: [String: String] = [:]

    package init(
        fields: IncludeFields = IncludeFields(bits: 0),
        limit: Int = 0,
        start: String? = nil,
        end: String? = nil,
        filter: String? = nil,
        sort: [String] = [],
        others: [String: String] = [:]
    ) {
        self.fields = fields
        self.limit = limit
        self.start = start
        self.end = end
        self.filter = filter
        self.sort = sort
        self.others = others
    }

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

/// The bits that select the optional content of a response. Users, channels, memberships and members have bits of their own.
package struct IncludeFields: Sendable, Equatable {
    package let bits: UInt

    package init(bits: UInt) {
        self.bits = bits
    }

    /// The bits that request the total count, one of each set.
    package static let count: UInt = 1 << 0 | 1 << 8 | 1 << 16 | 1 << 20
}
