import PubNubWire

/// A request that matched a route, with its arguments decoded.
struct OriginCall: Sendable {
    let id: RequestID
    let route: Route
    let query: OriginQuery
    let request: OriginRequest
    /// The JSONP function to wrap the response in; nil for plain JSON.
    let callback: String?
    private let arguments: [String: Substring]

    init(id: RequestID, route: Route, arguments: [String: Substring], request: OriginRequest) {
        self.id = id
        self.route = route
        self.arguments = arguments
        self.request = request
        query = OriginQuery(request.query)
        callback = Self.callback(path: arguments["callback"], query: query)
    }

    var keyset: String { self["sub"] ?? "" }

    /// A decoded argument of the path; nil when the route has none of that name or it is not UTF-8.
    subscript(argument: String) -> String? { arguments[argument].flatMap { PercentEncoding.unescape($0) } }

    /// Whether the path has an argument of this name.
    func has(_ argument: String) -> Bool { arguments[argument] != nil }

    /// The channels listed in the path as they stand there; a lone comma lists none, and where groups are named neither
    /// does the lone dot of 3.7.8. Escaped commas separate too.
    var listedChannels: [String] {
        let list = (arguments["channels"] ?? arguments["channel"]).flatMap { PercentEncoding.unescape($0) }
        if list == ".", query.text("channel-group") != nil { return [] }
        return list?.split(at: ",").map(String.init) ?? []
    }

    /// The channels named in the path, without repetitions.
    var channels: [String] { listedChannels.withoutRepetitions() }

    /// The channel groups named in the query, without repetitions.
    var groups: [String] { query.list("channel-group").withoutRepetitions() }

    /// The identifier of the calling client; nil when it gave none.
    var client: String? { query.text("uuid") }

    private static func callback(path: Substring?, query: OriginQuery) -> String? {
        if let name = path, name != "0", let decoded = PercentEncoding.unescape(name), !decoded.isEmpty {
            return decoded
        }
        guard let name = query.text("callback"), name != "0" else { return nil }
        return name
    }
}

/// One request, from arrival to its response.
struct RequestID: Hashable, Comparable, Sendable {
    let rawValue: UInt64

    static func < (left: RequestID, right: RequestID) -> Bool { left.rawValue < right.rawValue }
}

extension Sequence where Element: Hashable {
    /// The elements in order, each only where it comes first.
    func withoutRepetitions() -> [Element] {
        var seen = Set<Element>()
        return filter { seen.insert($0).inserted }
    }
}
