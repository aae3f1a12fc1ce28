import PubNubWire

/// A request as it arrived, free of any HTTP library.
///
/// It is a class, as it is handed on several times and never changes.
package final class OriginRequest: Sendable {
    /// The method's name, for example `GET`.
    package let method: String
    /// Path and query, still percent-encoded.
    package let target: String
    /// The encoding of the body, which is `gzip`; nil for a body without one.
    let contentEncoding: String?
    /// The `Content-Type` header; nil without one.
    package let contentType: String?
    /// The `If-Match` header; nil without one.
    let ifMatch: String?
    /// The additional headers of a request to the files service, or to another service than that of clients; nil for any other.
    package let conditions: FileConditions?
    /// Whether the client takes a gzip response.
    let acceptsCompression: Bool
    package let body: [UInt8]
    /// Counts the request as an upload for as long as it exists, and may have its body; nil for any other.
    let upload: UploadTicket?
    /// The route that serves the request; nil if none does.
    let matched: RouteMatch?

    package init(
        method: String = "GET",
        target: String,
        contentEncoding: String? = nil,
        contentType: String? = nil,
        ifMatch: String? = nil,
        conditions: FileConditions? = nil,
        acceptsCompression: Bool = false,
        body: [UInt8] = [],
        upload: UploadTicket? = nil
    ) {
        self.method = method
        self.target = target
        self.contentEncoding = contentEncoding
        self.contentType = contentType
        self.ifMatch = ifMatch?.allSatisfy(\.isWhitespace) == true ? nil : ifMatch
        self.conditions = conditions
        self.acceptsCompression = acceptsCompression
        self.body = body
        self.upload = upload
        matched = RouteMatch(method: method, target: target)
    }

    /// The call that the request makes; nil if no route serves it.
    var call: OriginCall? { matched.map { OriginCall($0, request: self) } }

    /// Whether a target is one of the files service.
    static func isForFiles(_ target: String) -> Bool { target.hasPrefix("/v1/files/") }

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
