/// What requests for pages of objects have in common.
public class PNObjectsPaginatedRequest: PNBaseObjectsRequest {
    /// By which fields the objects are sorted, most significant first: a name, alone or with `:asc` or `:desc` behind it.
    /// All lists can be sorted by `id`, `name`, `updated`, `status` and `type`. For memberships and members, `id` and `name`
    /// are those of the channel or user, and the other three are those of the membership itself. The fields of the channel
    /// or user can also be named, as in `channel.updated` or `uuid.updated`. nil, the default, leaves the order to the
    /// service, which sorts by identifier.
    public var sort: [String]?

    /// Which objects are wanted, as an expression: `name LIKE '*admin*'`. The service refuses one that it cannot read. nil
    /// and empty, the default, want all.
    public var filter: String?

    /// Where the page begins: `next` of the page before. nil and empty, the default, begin with the first object.
    public var start: String?

    /// Where the page ends: `prev` of the page behind. Ignored when ``start`` is set. nil and empty, the default, end
    /// nowhere.
    public var end: String?

    /// How many objects the page has at most: 1 to 100, and 100 by default; 0 leaves it to the service. A request with more
    /// is not sent.
    public var limit: UInt = 100

    override func query() throws(PNError) -> ObjectsQuery {
        var query = try super.query()
        query.limit = try Validation.limit(limit)
        query.start = start.flatMap { $0.isEmpty ? nil : $0 }
        query.end = end.flatMap { $0.isEmpty ? nil : $0 }
        query.filter = filter.flatMap { $0.isEmpty ? nil : $0 }
        query.sort = (sort ?? []).filter { !$0.isEmpty }
        return query
    }
}
