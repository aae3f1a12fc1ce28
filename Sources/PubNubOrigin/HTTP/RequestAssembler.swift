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
    /// The header in which a proxy names the client; empty without it, and for a connection of another peer.
    var forwarded: ForwardedLines = []

    /// A request that was read to its end.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - requestedHeaders: The headers that a browser asks for, as it lists them.
    ///   - contentCoding: The encoding of the body.
    ///   - keepAlive: Whether the client wants the connection to go on.
    init(_ request: OriginRequest, requestedHeaders: [String], contentCoding: ContentCoding, keepAlive: Bool) {
        self.request = request
        self.keepAlive = keepAlive
        if !RequestTarget.isWellFormed(request.target) {
            outcome = .respond(ErrorResponse.badRequest)
        } else if case .unknown = contentCoding, !request.body.isEmpty || request.upload != nil {
            outcome = .respond(ErrorResponse.unsupportedCoding)
        } else if request.method == "OPTIONS" {
            outcome = .respond(CrossOrigin.preflight(requested: requestedHeaders))
        } else {
            outcome = .serve
        }
    }

    /// A request that was read to its end, and gets a response without the core.
    init(_ request: OriginRequest, response: OriginResponse, keepAlive: Bool) {
        self.request = request
        self.keepAlive = keepAlive
        outcome = .respond(response)
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
    private let uploads: ConnectionUploads?
    /// The header in which the peer names clients; nil if it names none.
    private let forwardedHeader: OriginProxies.Header?
    private var head: HTTPRequestHead?
    private var fields = RequestFields()
    private var body: [UInt8] = []
    /// The bytes of the body that have arrived.
    private var bodyBytes = 0
    /// Counts the body of an upload; nil for any other.
    private(set) var upload: UploadTicket?
    /// Whether the body is read and not stored, because the upload is refused. A client that still writes would lose a response that came
    /// earlier.
    private var isDiscarded = false
    /// Whether something was refused, after which nothing is taken.
    private(set) var isDone = false
    /// Whether a head has come and the end of its request has not.
    var isMidway: Bool { head != nil }

    /// - Parameters:
    ///   - limits: The limits of each request.
    ///   - uploads: Counts the uploads of the connection; nil, the default, for no limit.
    init(limits: RequestLimits, uploads: ConnectionUploads? = nil) {
        self.limits = limits
        self.uploads = uploads
        forwardedHeader = uploads?.peer.header
    }

    /// Takes a part. Returns the request with its last part; after a refusal, returns no more requests.
    func take(_ part: HTTPServerRequestPart) -> ArrivedRequest? {
        guard !isDone else { return nil }
        switch part {
        case .head(let head):
            fields = RequestFields(head.headers, forwarded: forwardedHeader)
            if let refusal = refusal(of: head) { return refuse(refusal) }
            self.head = head
            body = []
            bodyBytes = 0
            bytes = head.uri.utf8.count + fields.bytes
            startUpload(head)
        case .body(let bytes):
            guard bodyBytes + bytes.readableBytes <= bodyLimit else {
                return refuse(ErrorResponse.entityTooLarge)
            }
            continueUpload(bytes: bytes.readableBytes)
            bodyBytes += bytes.readableBytes
            if isDiscarded { return nil }
            if let spool = upload?.spool {
                spool.append(Array(bytes.readableBytesView))
                return nil
            }
            body += bytes.readableBytesView
            // The bytes of uploads have a limit that all connections share, which is larger than that of one connection.
            if upload == nil { self.bytes += bytes.readableBytes }
        case .end:
            defer { endRequest() }
            guard let head else { return nil }
            var arrived =
                isDiscarded
                ? ArrivedRequest(request(head), response: FileResponse.busy, keepAlive: true)
                : ArrivedRequest(
                    request(head),
                    requestedHeaders: head.headers["access-control-request-headers"],
                    contentCoding: fields.contentCoding,
                    keepAlive: true
                )
            arrived.forwarded = fields.forwarded
            return arrived
        }
        return nil
    }

    /// Bytes that the request under way takes, or the last one took.
    private(set) var bytes = 0

    /// Refuses what is under way, and takes nothing more.
    func refuse(_ refusal: OriginResponse) -> ArrivedRequest {
        isDone = true
        endRequest()
        return ArrivedRequest(refusal: refusal)
    }

    private func endRequest() {
        head = nil
        body = []
        upload = nil
        isDiscarded = false
    }

    /// Counts the body that follows if it is that of an upload.
    private func startUpload(_ head: HTTPRequestHead) {
        guard let uploads, OriginLimits.isUpload(head.uri, method: head.method.rawValue) else { return }
        let length = fields.contentLength.flatMap { Int($0) } ?? 0
        upload = uploads.start(bytes: max(0, length), forwarded: fields.forwarded)
        isDiscarded = upload == nil
        if let upload, upload.spool == nil { body.reserveCapacity(max(0, length)) }
    }

    /// Counts the next bytes of the body if it is that of an upload, beyond the length that its head says.
    private func continueUpload(bytes: Int) {
        guard let upload else { return }
        let length = fields.contentLength.flatMap { Int($0) } ?? 0
        let uncounted = min(bytes, bodyBytes + bytes - max(0, length))
        guard uncounted > 0, !upload.take(uncounted) else { return }
        isDiscarded = true
        self.upload = nil
        body = []
    }

    private func refusal(of head: HTTPRequestHead) -> OriginResponse? {
        guard head.uri.utf8.count <= limits.targetBytes else { return ErrorResponse.uriTooLong }
        guard head.headers.count <= limits.headers, fields.bytes <= limits.headerBytes else {
            return ErrorResponse.headersTooLarge
        }
        guard fields.hasValidHost else { return ErrorResponse.badRequest }
        let length = fields.contentLength.flatMap { Int($0) } ?? 0
        let limit = limits.bodyBytes(of: head.uri, method: head.method.rawValue)
        return length <= limit ? nil : ErrorResponse.entityTooLarge
    }

    /// The most bytes of the body of the request under way.
    private var bodyLimit: Int {
        head.map { limits.bodyBytes(of: $0.uri, method: $0.method.rawValue) } ?? limits.bodyBytes
    }

    private func request(_ head: HTTPRequestHead) -> OriginRequest {
        OriginRequest(
            method: head.method.rawValue,
            target: head.uri,
            contentEncoding: fields.contentCoding.name,
            contentType: fields.contentType,
            ifMatch: fields.ifMatch,
            conditions: OriginRequest.isForFiles(head.uri) ? FileConditions(head.headers) : nil,
            acceptsCompression: fields.acceptedEncodings.preferGzip,
            body: body,
            upload: upload
        )
    }
}

/// The limits for one request, apart from all others, as each connection has them in its memory.
struct RequestLimits {
    /// The most bytes of the body of a request.
    func bodyBytes(of target: String, method: String) -> Int {
        OriginLimits.isUpload(target, method: method) ? uploadBodyBytes : bodyBytes
    }

    let targetBytes: Int
    let headers: Int
    let headerBytes: Int
    let bodyBytes: Int
    /// The limit of a body that is the form of an upload.
    let uploadBodyBytes: Int

    init(_ limits: OriginLimits) {
        uploadBodyBytes = limits.uploadBodyBytes
        targetBytes = limits.maximumURLBytes
        headers = limits.maximumHeaders
        headerBytes = limits.maximumHeaderBytes
        bodyBytes = limits.maximumBodyBytes
    }
}

/// The headers that the server reads, found in one pass. Of several with the same name the first counts, unless the header is a list.
private struct RequestFields {
    /// The size of all names and values.
    private(set) var bytes = 0
    private(set) var contentLength: String?
    private(set) var contentCoding = ContentCoding.identity
    private(set) var contentType: String?
    private(set) var ifMatch: String?
    private(set) var acceptedEncodings = AcceptedEncodings()
    /// The lines of the header in which a proxy names the client.
    private(set) var forwarded: ForwardedLines = []
    /// Whether the request names its host once.
    var hasValidHost: Bool { hosts == 1 && !hasMalformedHost }

    private var hosts = 0
    private var hasMalformedHost = false

    private var forwardedHeader: OriginProxies.Header?

    init() {}

    init(_ headers: HTTPHeaders, forwarded: OriginProxies.Header?) {
        forwardedHeader = forwarded
        for (name, value) in headers {
            bytes += name.utf8.count + value.utf8.count
            var (name, value) = (name, value)
            name.withUTF8 { name in
                let name = UnsafeRawBufferPointer(name)
                value.withUTF8 { add(name, UnsafeRawBufferPointer($0)) }
            }
        }
    }

    private mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        switch name.count {
        case 4 where name.isName("host"):
            hosts += 1
            if !HostName.isValid(value) { hasMalformedHost = true }
        case 8 where name.isName("if-match"):
            let tags = String(decoding: value, as: UTF8.self)
            ifMatch = ifMatch.map { "\($0), \(tags)" } ?? tags
        case 9 where forwardedHeader == .forwarded && name.isName("forwarded"):
            forwarded.append(String(decoding: value, as: UTF8.self))
        case 15 where forwardedHeader == .xForwardedFor && name.isName("x-forwarded-for"):
            forwarded.append(String(decoding: value, as: UTF8.self))
        case 12 where name.isName("content-type"):
            contentType = contentType ?? String(decoding: value, as: UTF8.self)
        case 14 where name.isName("content-length"):
            contentLength = contentLength ?? String(decoding: value, as: UTF8.self)
        case 15 where name.isName("accept-encoding"):
            acceptedEncodings.add(value)
        case 16 where name.isName("content-encoding"):
            contentCoding.add(value)
        default:
            break
        }
    }
}

extension FileConditions {
    /// The headers of a request for a file. Of several with the same name the first counts.
    fileprivate init(_ headers: HTTPHeaders) {
        self.init(
            host: headers.first(name: "host"),
            range: headers.first(name: "range"),
            ifRange: headers.first(name: "if-range"),
            ifNoneMatch: headers.first(name: "if-none-match")
        )
    }
}
