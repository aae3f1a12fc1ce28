import NIOCore
import NIOHTTP1

/// Puts a request together from its parts.
struct RequestAssembler {
    /// A request as it came in, with what its answer needs to know about the connection.
    struct Arrived {
        let request: OriginRequest
        /// Always true with HTTP/2, where a stream ends by itself and the connection is for all of them.
        let keepAlive: Bool
    }

    private let maximumBodyBytes: Int
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(maximumBodyBytes: Int) {
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// Takes a part; the request is returned with its last one.
    mutating func take(_ part: HTTPServerRequestPart) -> Arrived? {
        switch part {
        case .head(let head):
            self.head = head
            body = []
        case .body(let bytes):
            // One byte too many is enough to refuse it; the rest is not kept.
            body += bytes.readableBytesView.prefix(maximumBodyBytes + 1 - min(body.count, maximumBodyBytes + 1))
        case .end:
            defer { head = nil }
            guard let head else { return nil }
            return Arrived(request: request(head), keepAlive: head.version.major > 1 || head.isKeepAlive)
        }
        return nil
    }

    private func request(_ head: HTTPRequestHead) -> OriginRequest {
        let accepted = head.headers[canonicalForm: "accept-encoding"]
        return OriginRequest(
            method: head.method.rawValue,
            target: head.uri,
            contentEncoding: head.headers.first(name: "content-encoding"),
            acceptsCompression: accepted.contains { $0 == "*" || $0.hasPrefix("gzip") },
            body: body
        )
    }
}
