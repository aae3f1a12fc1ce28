import NIOCore
import NIOHTTP1

/// Puts the request of an HTTP/2 stream together from its parts. Refuses a request as soon as it is known to be too long or too large.
final class RequestAssembler {
    private let limits: RequestLimits
    private let uploads: ConnectionUploads?
    /// The header in which the peer names clients; nil if it names none.
    private let forwardedHeader: OriginProxies.Header?
    /// The request that is arriving; nil between two.
    private var draft: RequestDraft?
    /// The length of its body, as its head says; 0 without one.
    private var contentLength = 0
    /// Whether something was refused, after which nothing is taken.
    private(set) var isDone = false
    /// Bytes that the request under way takes, or the last one took.
    private(set) var bytes = 0

    /// - Parameters:
    ///   - limits: The limits of each request.
    ///   - uploads: Counts the uploads of the connection; nil, the default, for no limit.
    init(limits: RequestLimits, uploads: ConnectionUploads? = nil) {
        self.limits = limits
        self.uploads = uploads
        forwardedHeader = uploads?.peer.header
    }

    /// Whether a head has come and the end of its request has not.
    var isMidway: Bool { draft != nil }

    /// The upload whose body is arriving; nil for any other request.
    var upload: UploadTicket? { draft?.upload }

    /// The response if the rest of the request does not arrive in time.
    var timeout: OriginResponse { draft?.timeout ?? ErrorResponse.requestTimeout }

    /// Takes a part. Returns the request with its last part; after a refusal, returns no more requests.
    func take(_ part: HTTPServerRequestPart) -> ArrivedRequest? {
        guard !isDone else { return nil }
        switch part {
        case .head(let head):
            return takeHead(head).map { refuse($0) }
        case .body(let bytes):
            guard let rest = draft.map({ bodyLimit(of: $0) - $0.bodyBytes }) else { return nil }
            guard bytes.readableBytes <= rest else { return refuse(ErrorResponse.entityTooLarge) }
            takeBody(bytes)
            return nil
        case .end:
            defer { draft = nil }
            return draft?.arrived(keepAlive: true, peer: uploads?.peer)
        }
    }

    /// Refuses what is under way, and takes nothing more.
    func refuse(_ refusal: OriginResponse) -> ArrivedRequest {
        isDone = true
        draft = nil
        return ArrivedRequest(refusal: refusal)
    }

    /// Takes the head of a request. Returns the refusal of one that is too large.
    private func takeHead(_ head: HTTPRequestHead) -> OriginResponse? {
        var draft = RequestDraft()
        draft.method = head.method.rawValue
        draft.target = head.uri
        if OriginRequest.isForFiles(head.uri) { draft.conditions = FileConditions() }
        var hosts = 0
        var hasMalformedHost = false
        var length: Int?
        for (name, value) in head.headers {
            draft.headerBytes += name.utf8.count + value.utf8.count
            var (name, value) = (name, value)
            name.withUTF8 { name in
                let name = UnsafeRawBufferPointer(name)
                value.withUTF8 { text in
                    let text = UnsafeRawBufferPointer(text)
                    if name.isName("host") {
                        hosts += 1
                        if !HostName.isValid(text) { hasMalformedHost = true }
                        if draft.conditions != nil, hosts == 1 {
                            draft.conditions?.host = String(decoding: text, as: UTF8.self)
                        }
                    } else if name.isName("content-length") {
                        length = length ?? Int(String(decoding: text, as: UTF8.self)) ?? 0
                    } else {
                        draft.take(name, text, proxy: forwardedHeader)
                    }
                }
            }
        }
        guard head.uri.utf8.count <= limits.targetBytes else { return ErrorResponse.uriTooLong }
        guard head.headers.count <= limits.headers, draft.headerBytes <= limits.headerBytes else {
            return ErrorResponse.headersTooLarge
        }
        guard hosts == 1, !hasMalformedHost else { return ErrorResponse.badRequest }
        contentLength = max(0, length ?? 0)
        guard contentLength <= bodyLimit(of: draft) else { return ErrorResponse.entityTooLarge }
        bytes = head.uri.utf8.count + draft.headerBytes
        draft.startUpload(bytes: contentLength, uploads)
        self.draft = draft
        return nil
    }

    /// Takes the next bytes of a body, and counts those of an upload beyond the length that its head says.
    private func takeBody(_ part: ByteBuffer) {
        let count = part.readableBytes
        let uncounted = min(count, (draft?.bodyBytes ?? 0) + count - contentLength)
        if uncounted > 0 { draft?.continueUpload(bytes: uncounted) }
        part.withUnsafeReadableBytes { draft?.takeBody($0) }
        // The bytes of uploads have a limit that all connections share, which is larger than that of one connection.
        if draft?.isStored == true { bytes += count }
    }

    /// The most bytes of the body of a request.
    private func bodyLimit(of draft: RequestDraft) -> Int {
        limits.bodyBytes(of: draft.target, method: draft.method)
    }
}
