/// A request of which parts have arrived: the headers that the server reads, and the body.
struct RequestDraft {
    var method = "GET"
    var target = ""
    /// The headers that only some requests need; nil for any other.
    var conditions: FileConditions?
    private(set) var contentCoding = ContentCoding.identity
    private(set) var contentType: String?
    private(set) var ifMatch: String?
    private(set) var acceptedEncodings = AcceptedEncodings()
    /// The headers that a browser asks for, as it lists them.
    private(set) var requestedHeaders: [String] = []
    /// The lines of the header in which a proxy names the client.
    private(set) var forwarded: ForwardedLines = []
    var headerCount = 0
    /// The size of all names and values of headers.
    var headerBytes = 0
    private(set) var body: [UInt8] = []
    /// The bytes of the body that have arrived.
    private(set) var bodyBytes = 0
    /// Counts the body of an upload; nil for any other.
    private(set) var upload: UploadTicket?
    /// Whether the body is read and not stored, because the upload is refused. A client that still writes would lose a response that came
    /// earlier.
    private(set) var isDiscarded = false

    /// Whether the server stores and counts the body as that of a request, and not as that of an upload.
    var isStored: Bool { upload == nil && !isDiscarded }

    /// The response if the rest of the request does not arrive in time.
    var timeout: OriginResponse {
        if isDiscarded { return FileResponse.busy }
        return upload == nil ? ErrorResponse.requestTimeout : FileResponse.tooSlow
    }

    /// Takes a header whose meaning does not depend on the version of HTTP. Of several with the same name the first counts, unless the header
    /// is a list.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - proxy: The header in which the peer names clients; nil if it names none.
    @inline(__always)
    mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, proxy: OriginProxies.Header?) {
        switch name.count {
        case 8 where name.isName("if-match"):
            let tags = String(decoding: value, as: UTF8.self)
            ifMatch = ifMatch.map { "\($0), \(tags)" } ?? tags
        case 9 where proxy == .forwarded && name.isName("forwarded"):
            forwarded.append(String(decoding: value, as: UTF8.self))
        case 15 where proxy == .xForwardedFor && name.isName("x-forwarded-for"):
            forwarded.append(String(decoding: value, as: UTF8.self))
        case 17 where proxy == .xForwardedFor && name.isName("x-forwarded-proto"):
            // Proxies append, so the last element is that of the nearest one.
            HeaderValue.forEachElement(of: value) { conditions?.scheme = ForwardedOrigin.scheme($0) }
        case 12 where name.isName("content-type"):
            contentType = contentType ?? String(decoding: value, as: UTF8.self)
        case 15 where name.isName("accept-encoding"):
            acceptedEncodings.add(value)
        case 16 where name.isName("content-encoding"):
            contentCoding.add(value)
        case 30 where name.isName("access-control-request-headers"):
            requestedHeaders.append(String(decoding: value, as: UTF8.self))
        default:
            conditions?.add(name, value)
        }
    }

    /// Counts the body that follows if it is that of an upload.
    ///
    /// - Parameters:
    ///   - bytes: The length of the body, as far as the head says.
    ///   - uploads: Counts the uploads of the connection; nil for no limit.
    mutating func startUpload(bytes: Int, _ uploads: ConnectionUploads?) {
        guard let uploads, OriginLimits.isUpload(target, method: method) else { return }
        upload = uploads.start(bytes: bytes, forwarded: forwarded)
        isDiscarded = upload == nil
        if let upload, upload.spool == nil { body.reserveCapacity(bytes) }
    }

    /// Counts more bytes of the body if it is that of an upload.
    mutating func continueUpload(bytes: Int) {
        guard let upload, !upload.take(bytes) else { return }
        isDiscarded = true
        self.upload = nil
        body = []
    }

    /// Takes the next bytes of the body.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) {
        bodyBytes += bytes.count
        if isDiscarded { return }
        if let spool = upload?.spool { spool.append(Array(bytes)) } else { body += bytes }
    }

    /// The request, when its last part has arrived.
    ///
    /// - Parameters:
    ///   - keepAlive: Whether the client wants the connection to go on.
    ///   - peer: The peer of the connection; nil if it names no clients.
    ///   - isOtherService: Whether it is for another service than that of clients.
    /// - Returns: The request.
    func arrived(keepAlive: Bool, peer: ConnectionPeer?, isOtherService: Bool = false) -> ArrivedRequest {
        var conditions = conditions
        if peer?.header == .forwarded, let origin = peer?.client(forwarded).origin {
            conditions?.scheme = origin.scheme
            conditions?.forwardedHost = origin.host
        }
        let request = OriginRequest(
            method: method,
            target: target,
            contentEncoding: contentCoding.name,
            contentType: contentType,
            ifMatch: ifMatch,
            conditions: conditions,
            acceptsCompression: acceptedEncodings.preferGzip,
            body: body,
            upload: upload
        )
        var arrived =
            isDiscarded
            ? ArrivedRequest(request, response: FileResponse.busy, keepAlive: keepAlive)
            : ArrivedRequest(
                request,
                requestedHeaders: requestedHeaders,
                contentCoding: contentCoding,
                keepAlive: keepAlive,
                isOtherService: isOtherService
            )
        arrived.forwarded = forwarded
        return arrived
    }
}
