import PubNubCodec
import PubNubLocks
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

/// A response, free of any HTTP library.
struct OriginResponse: Sendable, Equatable {
    var status = 200
    var contentType = OriginResponse.usualContentType
    /// The `Server` header; nil sends none.
    var server: String?
    /// Whether it is the last response of its HTTP/1.1 connection, so that the client connects again, possibly to another server.
    var closesConnection = false
    /// Headers in addition to those of every response.
    var headers: [HeaderField] = []
    var body: [UInt8] {
        didSet { sharedGzip = nil }
    }
    /// Where copies of this response share the compressed form of their body; nil if each compresses its own.
    private var sharedGzip: SharedGzip?

    /// The type of most responses.
    static let usualContentType = "text/javascript; charset=\"UTF-8\""

    init(status: Int = 200, server: String? = nil, body: [UInt8]) {
        self.status = status
        self.server = server
        self.body = body
    }

    init(status: Int = 200, server: String? = nil, text: String) {
        self.init(status: status, server: server, body: Array(text.utf8))
    }

    static func == (left: OriginResponse, right: OriginResponse) -> Bool {
        left.status == right.status && left.contentType == right.contentType && left.server == right.server
            && left.closesConnection == right.closesConnection && left.headers == right.headers
            && left.body == right.body
    }

    /// The same response as a call of a JSONP function; unchanged without a function.
    func wrapped(in callback: String?) -> OriginResponse {
        guard let callback else { return self }
        var wrapped = self
        wrapped.body = JSONP.wrap(body, callback: callback)
        return wrapped
    }

    /// The same response for several clients: its body is compressed when the first of them needs that, and never again. Changing the
    /// body of a copy ends its share.
    func shared() -> OriginResponse {
        var response = self
        response.sharedGzip = SharedGzip()
        return response
    }

    /// The body compressed with gzip; nil if zlib fails. Takes time, so no lock may be held.
    func gzippedBody() -> [UInt8]? {
        guard let sharedGzip else { return try? Gzip.compress(body) }
        return sharedGzip.compressed(body)
    }
}

/// A header of a response.
struct HeaderField: Sendable, Equatable {
    let name: String
    let value: String
}

/// The compressed form of a body that several responses have. The first that needs it makes it, on its own thread; others that need
/// it at the same time wait for that, which takes no longer than compressing the body again.
private final class SharedGzip: Sendable {
    private enum State {
        case notMade
        case made([UInt8]?)
    }

    private let state = Locked(State.notMade)

    func compressed(_ body: [UInt8]) -> [UInt8]? {
        state.withLock { state in
            if case .made(let bytes) = state { return bytes }
            let bytes = try? Gzip.compress(body)
            state = .made(bytes)
            return bytes
        }
    }
}
