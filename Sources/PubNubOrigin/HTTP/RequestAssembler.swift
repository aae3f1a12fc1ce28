import NIOCore
import NIOHTTP1

/// Puts a request together from its parts. Refuses a request as soon as it is known to be too long or too large.
struct RequestAssembler {
    /// A request as it came in, with what its response needs to know about the connection.
    struct Arrived {
        var request = OriginRequest(target: "")
        /// Always true with HTTP/2, where a stream ends by itself and the connection is for all of them.
        var keepAlive = false
        /// The response to a request that was not read to its end. It is the connection's last.
        var refusal: OriginResponse?

        /// About how much memory it takes.
        var bytes: Int { request.target.utf8.count + request.body.count + 256 }
    }

    private let limits: OriginLimits
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// Whether something was refused, after which nothing is taken.
    private(set) var isDone = false

    init(limits: OriginLimits) {
        self.limits = limits
    }

    /// Takes a part. Returns the request with its last part; after a refusal, returns no more requests.
    mutating func take(_ part: HTTPServerRequestPart) -> Arrived? {
        guard !isDone else { return nil }
        switch part {
        case .head(let head):
            if let refusal = refusal(of: head) { return refuse(refusal) }
            self.head = head
            body = []
        case .body(let bytes):
            guard body.count + bytes.readableBytes <= limits.maximumBodyBytes else {
                return refuse(ErrorResponse.entityTooLarge)
            }
            body += bytes.readableBytesView
        case .end:
            defer { head = nil }
            guard let head else { return nil }
            return Arrived(request: request(head), keepAlive: head.version.major > 1 || head.isKeepAlive)
        }
        return nil
    }

    /// Refuses what is under way, and takes nothing more.
    mutating func refuse(_ refusal: OriginResponse) -> Arrived {
        isDone = true
        head = nil
        body = []
        return Arrived(refusal: refusal)
    }

    private func refusal(of head: HTTPRequestHead) -> OriginResponse? {
        guard head.uri.utf8.count <= limits.maximumURLBytes else { return ErrorResponse.uriTooLong }
        let size = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard head.headers.count <= limits.maximumHeaders, size <= limits.maximumHeaderBytes else {
            return ErrorResponse.headersTooLarge
        }
        let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        return length <= limits.maximumBodyBytes ? nil : ErrorResponse.entityTooLarge
    }

    private func request(_ head: HTTPRequestHead) -> OriginRequest {
        let accepted = head.headers[canonicalForm: "accept-encoding"]
        return OriginRequest(
            method: head.method.rawValue,
            target: head.uri,
            contentEncoding: head.headers.first(name: "content-encoding"),
            contentType: head.headers.first(name: "content-type"),
            ifMatch: head.headers.first(name: "if-match"),
            acceptsCompression: accepted.contains { $0 == "*" || $0.hasPrefix("gzip") },
            body: body
        )
    }
}
