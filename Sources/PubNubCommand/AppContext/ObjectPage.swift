import PubNub
import PubNubWire

/// What the commands about one kind of object of App Context have in common.
protocol ObjectFamily: SendableMetatype {
    /// The command, such as `users`.
    static var word: String { get }
    /// What the command is for, in a sentence.
    static var abstract: String { get }
    /// Whose identifier is given: `user` or `channel`.
    static var subject: String { get }
    /// An identifier of that kind, for examples.
    static var example: String { get }
    /// What `--include` takes, by name.
    static var includable: [String: UInt] { get }
    /// What `--include` is when it is not given: everything that belongs to the object itself.
    static var included: [String] { get }
    /// How many there are in all, as a field to be included.
    static var count: UInt { get }
    /// What is shown to people of each object: a title, and the members that lead to the value.
    static var columns: [(title: String, path: [String])] { get }
}

/// A page of objects, as the service names its parts.
struct ObjectPage: Sendable {
    let objects: [JSONValue]
    let totalCount: UInt
    let next: String?
    let prev: String?

    var json: JSONValue {
        .object([
            "data": .array(objects), "totalCount": .integer(Int64(clamping: totalCount)), "next": .text(next),
            "prev": .text(prev),
        ])
    }
}

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
