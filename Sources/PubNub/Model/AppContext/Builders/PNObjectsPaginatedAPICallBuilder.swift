/// A call for a page of objects; see ``PNObjectsPaginatedRequest``.
public class PNObjectsPaginatedAPICallBuilder: PNAPICallBuilder {
    private var filter: String?
    private var sort: [String]?
    private var limit: UInt = 100
    private var start: String?
    private var end: String?
    private var isCountIncluded: Bool?
    private var fieldBits: UInt?

    /// Whether the response says how many objects there are in all. The default is `true` for every call, also for
    /// ``PNObjectsAPICallBuilder/manageChannelMembers(_:)``, unless the fields are set to none. A value given here has
    /// priority over the fields.
    public func includeCount(_ includeCount: Bool) -> Self {
        isCountIncluded = includeCount
        return self
    }

    /// Which objects are wanted, as an expression; nil wants all.
    public func filter(_ filter: String?) -> Self {
        self.filter = filter
        return self
    }

    /// By which fields the objects are sorted; nil leaves the order to the service.
    public func sort(_ sort: [String]?) -> Self {
        self.sort = sort
        return self
    }

    /// How many objects the page has at most: 1 to 100, and 100 unless this is called; 0 leaves it to the service.
    public func limit(_ limit: UInt) -> Self {
        self.limit = limit
        return self
    }

    /// Where the page begins: `next` of the page before; nil begins with the first object.
    public func start(_ start: String?) -> Self {
        self.start = start
        return self
    }

    /// Where the page ends: `prev` of the page behind; nil ends nowhere. Ignored when a start is given.
    public func end(_ end: String?) -> Self {
        self.end = end
        return self
    }

    func include(_ bits: UInt) -> Self {
        fieldBits = bits
        return self
    }

    /// Gives a request what the steps gave; `count` is the bit of the count among its fields.
    func fill<Request: PNObjectsPaginatedRequest>(_ request: Request, count: UInt) -> Request {
        request.filter = filter
        request.sort = sort
        request.limit = limit
        request.start = start
        request.end = end
        if let fieldBits { request.fieldBits = fieldBits }
        let isWanted = isCountIncluded ?? (fieldBits != 0)
        request.fieldBits &= ~IncludeFields.count
        if isWanted { request.fieldBits |= count }
        return request
    }
}
