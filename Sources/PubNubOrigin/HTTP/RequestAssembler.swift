import NIOCore
import NIOHTTP1

/// A request as it came in, with what its response needs to know about the connection.
struct ArrivedRequest {
    /// What becomes of the request.
    enum Outcome {
        case serve
        /// The core has nothing to do with it.
        indirect case respond(OriginResponse)
        /// It was not read to its end. The response is the connection's last.
        indirect case refuse(OriginResponse)
    }

    /// The request, with its route.
    let request: OriginRequest
    /// Always true with HTTP/2, where a stream ends by itself and the connection is for all of them.
    let keepAlive: Bool
    let outcome: Outcome

    /// A request that was read to its end.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - requestedHeaders: The headers that a browser asks for, as it lists them.
    ///   - keepAlive: Whether the client wants the connection to go on.
    init(_ request: OriginRequest, requestedHeaders: [String], keepAlive: Bool) {
        self.request = request
        self.keepAlive = keepAlive
        if !RequestTarget.isWellFormed(request.target) {
            outcome = .respond(ErrorResponse.badRequest)
        } else if request.method == "OPTIONS" {
            outcome = .respond(CrossOrigin.preflight(requested: requestedHeaders))
        } else {
            outcome = .serve
        }
    }

    /// The refusal of a request.
    init(refusal: OriginResponse) {
        request = OriginRequest(target: "")
        keepAlive = false
        outcome = .refuse(refusal)
    }

    /// The response to a request that was not read to its end; nil for any other.
    var refusal: OriginResponse? {
        if case .refuse(let response) = outcome { response } else { nil }
    }

    /// Whether it was not read to its end.
    var isRefused: Bool {
        if case .refuse = outcome { true } else { false }
    }

    /// About how much memory it takes.
    var bytes: Int { request.target.utf8.count + request.body.count + 256 }
}

/// Puts the request of an HTTP/2 stream together from its parts. Refuses a request as soon as it is known to be too long or too large.
final class RequestAssembler {
    private let limits: RequestLimits
    private var head: HTTPRequestHead?
    private var fields = RequestFields()
    private var body: [UInt8] = []
    /// Whether something was refused, after which nothing is taken.
    private(set) var isDone = false
    /// Whether a head has come and the end of its request has not.
    var isMidway: Bool { head != nil }

    init(limits: RequestLimits) {
        self.limits = limits
    }

    /// Takes a part. Returns the request with its last part; after a refusal, returns no more requests.
    func take(_ part: HTTPServerRequestPart) -> ArrivedRequest? {
        guard !isDone else { return nil }
        switch part {
        case .head(let head):
            fields = RequestFields(head.headers)
            if let refusal = refusal(of: head) { return refuse(refusal) }
            self.head = head
            body = []
            bytes = head.uri.utf8.count + fields.bytes
        case .body(let bytes):
            guard body.count + bytes.readableBytes <= limits.bodyBytes else {
                return refuse(ErrorResponse.entityTooLarge)
            }
            body += bytes.readableBytesView
            self.bytes += bytes.readableBytes
        case .end:
            defer { head = nil }
            guard let head else { return nil }
            return ArrivedRequest(
                request(head),
                requestedHeaders: head.headers["access-control-request-headers"],
                keepAlive: true
            )
        }
        return nil
    }

    /// Bytes that the request under way takes, or the last one took.
    private(set) var bytes = 0

    /// Refuses what is under way, and takes nothing more.
    func refuse(_ refusal: OriginResponse) -> ArrivedRequest {
        isDone = true
        head = nil
        body = []
        return ArrivedRequest(refusal: refusal)
    }

    private func refusal(of head: HTTPRequestHead) -> OriginResponse? {
        guard head.uri.utf8.count <= limits.targetBytes else { return ErrorResponse.uriTooLong }
        guard head.headers.count <= limits.headers, fields.bytes <= limits.headerBytes else {
            return ErrorResponse.headersTooLarge
        }
        let length = fields.contentLength.flatMap { Int($0) } ?? 0
        return length <= limits.bodyBytes ? nil : ErrorResponse.entityTooLarge
    }

    private func request(_ head: HTTPRequestHead) -> OriginRequest {
        OriginRequest(
            method: head.method.rawValue,
            target: head.uri,
            contentEncoding: fields.contentEncoding,
            contentType: fields.contentType,
            ifMatch: fields.ifMatch?.withoutQuotes,
            acceptsCompression: fields.namesEncodings && acceptsCompression(head),
            body: body
        )
    }

    private func acceptsCompression(_ head: HTTPRequestHead) -> Bool {
        head.headers[canonicalForm: "accept-encoding"].contains { $0 == "*" || $0.hasPrefix("gzip") }
    }
}

/// The limits for one request, apart from all others, as each connection has them in its memory.
struct RequestLimits {
    let targetBytes: Int
    let headers: Int
    let headerBytes: Int
    let bodyBytes: Int

    init(_ limits: OriginLimits) {
        targetBytes = limits.maximumURLBytes
        headers = limits.maximumHeaders
        headerBytes = limits.maximumHeaderBytes
        bodyBytes = limits.maximumBodyBytes
    }
}

/// The headers that the server reads, found in one pass. Of several with the same name the first counts.
private struct RequestFields {
    /// The size of all names and values.
    private(set) var bytes = 0
    private(set) var contentLength: String?
    private(set) var contentEncoding: String?
    private(set) var contentType: String?
    private(set) var ifMatch: String?
    /// Whether the client says which encodings it accepts.
    private(set) var namesEncodings = false

    init() {}

    init(_ headers: HTTPHeaders) {
        for (name, value) in headers {
            bytes += name.utf8.count + value.utf8.count
            if Self.isEqual(name, "content-length") {
                contentLength = contentLength ?? value
            } else if Self.isEqual(name, "content-type") {
                contentType = contentType ?? value
            } else if Self.isEqual(name, "content-encoding") {
                contentEncoding = contentEncoding ?? value
            } else if Self.isEqual(name, "if-match") {
                ifMatch = ifMatch ?? value
            } else if Self.isEqual(name, "accept-encoding") {
                namesEncodings = true
            }
        }
    }

    /// Compares names of headers, which are ASCII, without regard to case.
    private static func isEqual(_ name: String, _ expected: StaticString) -> Bool {
        guard name.utf8.count == expected.utf8CodeUnitCount else { return false }
        return expected.withUTF8Buffer { bytes in
            name.utf8.elementsEqual(bytes) { $0 | 0x20 == $1 }
        }
    }
}

extension String {
    /// A tag without the quotes that HTTP has around it, and that clients of the service leave out.
    var withoutQuotes: String {
        let isQuoted = utf8.count >= 2 && hasPrefix("\"") && hasSuffix("\"")
        return isQuoted ? String(dropFirst().dropLast()) : self
    }
}
