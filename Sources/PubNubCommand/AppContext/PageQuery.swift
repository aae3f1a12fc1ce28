import PubNub

/// Which objects are asked for.
struct PageQuery: Sendable {
    var filter: String?
    var sort: [String]?
    var limit: UInt = 100
    var start: String?
    var end: String?
    /// The bits of what is to be told of each.
    var fields: UInt = 0

    /// The request with what is asked for; what is included has a type of its own in each.
    func applied<Request: PNObjectsPaginatedRequest>(to request: Request) -> Request {
        request.filter = filter
        request.sort = sort
        request.limit = limit
        request.start = start
        request.end = end
        return request
    }
}
