import ArgumentParser
import PubNub
import PubNubCore
import PubNubWire

/// The filter, order and size of a page.
struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only objects that match this expression, such as \"name LIKE 'A*'\".",
            valueName: "expression"
        )
    )
    var filter: String?

    @Option(help: ArgumentHelp("Fields to sort by, such as status,updated:desc.", valueName: "fields"))
    var sort: String?

    @Option(name: [.customShort("n"), .long], help: "Number of objects at most, 1 to 100.")
    var limit: UInt = 100

    @Option(help: ArgumentHelp("Cursor: 'next' of the previous page.", valueName: "cursor"))
    var start: String?

    @Option(help: ArgumentHelp("Cursor: 'prev' of the following page.", valueName: "cursor"))
    var end: String?

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 100.") }
        if start != nil, end != nil { throw ValidationError("--start and --end exclude each other.") }
    }

    /// The query for a page with these fields of each object.
    func query(including fields: UInt) -> PageQuery {
        PageQuery(
            filter: filter,
            sort: sort?.split(separator: ",").map(String.init),
            limit: limit,
            start: start,
            end: end,
            fields: fields
        )
    }
}

/// A query for a page of objects.
struct PageQuery: Sendable {
    var filter: String?
    var sort: [String]?
    var limit: UInt = 100
    var start: String?
    var end: String?
    /// The bits of the fields of each object.
    var fields: UInt = 0

    /// Sets the filter, order and page of a request. The caller sets the included fields, whose type depends on the request.
    func applied<Request: PNObjectsPaginatedRequest>(to request: Request) -> Request {
        request.filter = filter
        request.sort = sort
        request.limit = limit
        request.start = start
        request.end = end
        return request
    }
}

/// A page of objects to print, with the names of the service.
struct PageReport: Sendable {
    let objects: [JSON]
    let totalCount: UInt
    let next: String?
    let prev: String?

    /// The page of a response, with its objects as JSON.
    init<Object>(_ list: ObjectList<Object>, _ report: (Object) -> JSON) {
        objects = list.items.map(report)
        totalCount = list.totalCount
        next = list.next
        prev = list.prev
    }

    var json: JSON {
        .object([
            "data": .array(objects), "totalCount": .integer(Int64(clamping: totalCount)), "next": .text(next),
            "prev": .text(prev),
        ])
    }
}

/// The optional fields of each object.
struct IncludeOption<Family: ObjectFamily>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Optional fields to print, separated by commas: \(IncludeOption.choice); '' for none. Default: \(IncludeOption.usual).",
            valueName: "fields"
        )
    )
    var include: String?

    func validate() throws {
        if let unknown = names.first(where: { Family.includable[$0] == nil }) {
            throw ValidationError("--include does not know '\(unknown)'; choose from \(Self.choice).")
        }
    }

    /// The bits of the fields and of the total count.
    var fields: UInt { names.reduce(Family.count) { $0 | (Family.includable[$1] ?? 0) } }

    private var names: [String] {
        include.map { $0.split(separator: ",").map(String.init) } ?? Family.included
    }

    private static var usual: String { Family.included.joined(separator: ",") }

    private static var choice: String { Family.includable.keys.sorted().joined(separator: ", ") }
}
