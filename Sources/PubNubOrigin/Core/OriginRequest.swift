import PubNubWire

/// A request as it arrived, free of any HTTP library.
struct OriginRequest: Sendable {
    /// The method's name, for example `GET`.
    var method = "GET"
    /// Path and query, still percent-encoded.
    var target: String
    /// The `Content-Encoding` header; nil when there is none.
    var contentEncoding: String?
    /// The `Content-Type` header; nil when there is none.
    var contentType: String?
    /// The version that the `If-Match` header asks for; nil when there is none.
    var ifMatch: String?
    /// Whether the client takes a gzip answer.
    var acceptsCompression = false
    var body: [UInt8] = []

    /// The path, still percent-encoded.
    var path: Substring { target.cut(at: "?").before }

    /// The query after the question mark; nil when there is none.
    var query: Substring? { target.cut(at: "?").behind }
}
