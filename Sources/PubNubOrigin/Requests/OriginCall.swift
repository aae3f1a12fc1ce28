import PubNubWire

/// A request that matched a route, with its arguments decoded.
///
/// It is a class, as it is handed on many times before its response and never changes.
package final class OriginCall: Sendable {
    let request: OriginRequest
    let route: Route
    let query: OriginQuery
    private let arguments: RouteArguments
    /// The JSONP function to wrap the response in; nil for plain JSON.
    let callback: String?
    /// The subscribe key; empty if the path has none.
    let keyset: String
    /// The channels listed in the path as they stand there; a lone comma lists none, and where groups are named neither
    /// does the lone dot of 3.7.8. Escaped commas separate too.
    let listedChannels: [String]
    /// The channels named in the path, without repetitions.
    let channels: [String]
    /// The channel groups named in the query, without repetitions.
    let groups: [String]
    /// The identifier of the calling client; nil when it gave none.
    let client: String?

    init(_ match: RouteMatch, request: OriginRequest) {
        self.request = request
        arguments = match.arguments
        route = match.route
        query = match.query
        callback = Self.callback(match)
        keyset = arguments.text(.sub) ?? ""
        listedChannels = Self.listedChannels(match)
        channels = listedChannels.withoutRepetitions()
        groups = match.query.list("channel-group").withoutRepetitions()
        client = match.query.text("uuid")
    }

    /// Whether the response would call something other than a function: only identifiers joined by dots are names of functions.
    var hasInvalidCallback: Bool {
        guard let callback else { return false }
        guard callback.utf8.count <= Self.callbackBytes else { return true }
        return !callback.split(at: ".", keepsEmpty: true).allSatisfy(Self.isIdentifier)
    }

    private static let callbackBytes = 128

    private static func isIdentifier(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"):
                true
            default: false
            }
        }
    }

    /// A decoded argument of the path; nil when the route has none of that name or it is not UTF-8.
    subscript(argument: RouteArgument) -> String? { arguments.text(argument) }

    /// The bytes of a decoded argument of the path, which need not be UTF-8; nil when the route has none of that name.
    func bytes(of argument: RouteArgument) -> [UInt8]? { arguments.bytes(argument) }

    /// Whether an argument of the path is `.` or `..`, also with escapes.
    func isDotSegment(_ argument: RouteArgument) -> Bool { arguments.isDotSegment(argument) }

    /// Whether the path has an argument of this name.
    func has(_ argument: RouteArgument) -> Bool { arguments.encodedLength(of: argument) != nil }

    private static func listedChannels(_ match: RouteMatch) -> [String] {
        guard let list = match.arguments.text(.channels) ?? match.arguments.text(.channel) else { return [] }
        if list == ".", match.query.text("channel-group") != nil { return [] }
        if !list.holds(",") { return list.isEmpty ? [] : [list] }
        return list.split(at: ",").map(String.init)
    }

    private static func callback(_ match: RouteMatch) -> String? {
        if let path = match.arguments.text(.callback), path != "0", !path.isEmpty { return path }
        guard let name = match.query.text("callback"), name != "0" else { return nil }
        return name
    }
}

/// One request, from arrival to its response.
struct OriginRequestID: Hashable, Comparable, Sendable {
    let rawValue: UInt64

    static func < (left: OriginRequestID, right: OriginRequestID) -> Bool { left.rawValue < right.rawValue }
}

extension Collection where Element: Hashable {
    /// The elements in order, each only where it comes first.
    func withoutRepetitions() -> [Element] {
        guard count > 1 else { return Array(self) }
        var seen = Set<Element>()
        return filter { seen.insert($0).inserted }
    }
}
