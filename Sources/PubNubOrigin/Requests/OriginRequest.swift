import PubNubWire

/// A request as it arrived, free of any HTTP library.
struct OriginRequest: Sendable {
    /// The method's name, for example `GET`.
    var method = "GET"
    /// Path and query, still percent-encoded.
    var target: String
    /// The `Content-Encoding` header; nil without one.
    var contentEncoding: String?
    /// The `Content-Type` header; nil without one.
    var contentType: String?
    /// The version that the `If-Match` header asks for; nil without one.
    var ifMatch: String?
    /// Whether the client takes a gzip response.
    var acceptsCompression = false
    var body: [UInt8] = []

    /// The path, still percent-encoded.
    var path: Substring { target.cut(at: "?").before }

    /// The query after the question mark; nil without one.
    var query: Substring? { target.cut(at: "?").behind }
}

/// A response, free of any HTTP library.
struct OriginResponse: Sendable, Equatable {
    var status = 200
    var contentType = "text/javascript; charset=\"UTF-8\""
    /// The `Server` header; nil sends none.
    var server: String?
    var body: [UInt8]

    init(status: Int = 200, server: String? = nil, body: [UInt8]) {
        self.status = status
        self.server = server
        self.body = body
    }

    init(status: Int = 200, server: String? = nil, text: String) {
        self.init(status: status, server: server, body: Array(text.utf8))
    }

    /// The same response as a call of a JSONP function; unchanged without a function.
    func wrapped(in callback: String?) -> OriginResponse {
        guard let callback else { return self }
        var wrapped = self
        wrapped.body = JSONP.wrap(body, callback: callback)
        return wrapped
    }
}
