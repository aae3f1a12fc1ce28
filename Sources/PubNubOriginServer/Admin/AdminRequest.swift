import PubNubOrigin
import PubNubWire

/// A request to the admin listener, free of any HTTP library.
struct AdminRequest: Sendable {
    /// The HTTP method.
    var method = "GET"
    /// Path and query, still percent-encoded.
    var target: String
    /// The `Host` header; nil without one.
    var host: String?
    /// The `Authorization` header; nil without one.
    var authorization: String?
    /// The `Origin` header, with which browsers name the site of a page; nil without one.
    var origin: String?
    /// The `Sec-Fetch-Site` header, with which browsers say whether the page is of the same site; nil without one.
    var site: String?
    /// The `Content-Type` header; nil without one.
    var contentType: String?
    /// The `If-None-Match` header; nil without one.
    var ifNoneMatch: String?
    /// The address of the client, as limits tell clients apart.
    var client = AddressKey(nil)
    var body: [UInt8] = []

    /// The path, still percent-encoded.
    var path: String { String(target.cut(at: "?").before) }

    /// The items of the query.
    var query: OriginQuery { OriginQuery(target.cut(at: "?").behind) }

    /// Whether a page of another site makes the request, as far as its browser says.
    var isOfOtherSite: Bool {
        if let site, site != "same-origin", site != "none" { return true }
        guard let origin else { return false }
        guard let host else { return true }
        return origin != "http://\(host)" && origin != "https://\(host)"
    }

    /// Whether the body is declared as JSON. Browsers send such a body to another site only if that site allows it.
    var declaresJSON: Bool {
        guard let type = contentType else { return false }
        return type.prefix { $0 != ";" }.lowercased().filter { $0 != " " } == "application/json"
    }
}

/// A response of the admin listener.
struct AdminResponse: Sendable, Equatable {
    var status = 200
    var contentType = "application/json"
    /// Headers in addition to those that all responses have.
    var headers: [HeaderField] = []
    var body: [UInt8]

    init(status: Int = 200, contentType: String = "application/json", body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// A response in JSON, followed by the end of a line.
    init(status: Int = 200, json: JSON) {
        self.init(status: status, body: json.bytes + [UInt8(ascii: "\n")])
    }

    /// An error with a sentence about it.
    static func error(_ status: Int, _ message: String) -> AdminResponse {
        AdminResponse(status: status, json: ["error": .string(message)])
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of a header that not all responses have; nil without it.
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// How a request to the admin listener is served.
enum AdminReply: Sendable {
    case response(AdminResponse)
    /// The response takes time, and is made off the event loop.
    case later(@Sendable () async -> AdminResponse)
    /// The response goes on until its client leaves: server-sent events of requests.
    case requests(RequestFilter, after: UInt64?)
}
