import PubNubWire

/// A request as it arrived, free of any HTTP library.
///
/// It is a class, as it is handed on several times and never changes.
final class OriginRequest: Sendable {
    /// The method's name, for example `GET`.
    let method: String
    /// Path and query, still percent-encoded.
    let target: String
    /// The `Content-Encoding` header; nil without one.
    let contentEncoding: String?
    /// The `Content-Type` header; nil without one.
    let contentType: String?
    /// The version that the `If-Match` header asks for; nil without one.
    let ifMatch: String?
    /// Whether the client takes a gzip response.
    let acceptsCompression: Bool
    let body: [UInt8]
    /// The route that serves the request; nil if none does.
    let matched: RouteMatch?

    init(
        method: String = "GET",
        target: String,
        contentEncoding: String? = nil,
        contentType: String? = nil,
        ifMatch: String? = nil,
        acceptsCompression: Bool = false,
        body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.contentEncoding = contentEncoding
        self.contentType = contentType
        self.ifMatch = ifMatch
        self.acceptsCompression = acceptsCompression
        self.body = body
        matched = RouteMatch(method: method, target: target)
    }

    /// The path, still percent-encoded.
    var path: Substring { target.cut(at: "?").before }

    /// The query after the question mark; nil without one.
    var query: Substring? { target.cut(at: "?").behind }

    /// The target without its signature, which is checked once and not stored.
    var withoutSignature: String {
        guard let items = query?.split(at: "&") else { return target }
        let others = items.filter { $0.cut(at: "=").before != "signature" }
        return others.count == items.count ? target : "\(path)?\(others.joined(separator: "&"))"
    }
}
