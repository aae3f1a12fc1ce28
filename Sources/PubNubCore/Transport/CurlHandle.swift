import CPubNubCurl
import Glibc
import PubNubMachines
import PubNubWire

/// One libcurl easy handle, configured for one request after another. Belongs to the transport's thread.
///
/// A handle has one profile for its life, and is reused only after a response to a request that was sent once: after
/// anything else, libcurl keeps state of the failed request that affects the next one.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    let speaksHTTP2: Bool
    let profile: CurlProfile
    let sockets: SocketList
    /// Whether the handle may serve another request.
    private(set) var isReusable = false

    private var order: TransportOrder?
    private var base = OriginList.Origin(origin: -1, length: 0)
    /// The response to the request of the handle. Exclusive access is not checked at run time: only the transport's thread uses
    /// the handle, and the response calls no code that uses it.
    @exclusivity(unchecked) private var response = IncomingResponse()
    private var configuredOrigin: Int?
    private var isPlainGet = false
    private var keepLimit = CurlHandle.maxIdleSeconds
    private var isNewOnly = false
    let reason: UnsafeMutablePointer<CChar>
    private var headers: [(name: String, value: String)] = []
    private var hasBody = false
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var contentType = ""
    private var isRepeatable = true
    private var sends = 0
    /// The body that is sent or received piece by piece.
    private(set) var stream: BodyStream?
    /// Whether the stream has received the head of the response.
    var hasBegunDownload = false

    /// Creates a handle for requests of a profile.
    init(
        _ profile: CurlProfile,
        speaksHTTP2: Bool,
        share: UnsafeMutableRawPointer?,
        sockets: SocketList
    ) throws(TransportFailure) {
        guard let easy = curl_easy_init() else { throw .setup("Out of memory.") }
        self.profile = profile
        self.speaksHTTP2 = speaksHTTP2
        self.sockets = sockets
        self.easy = easy
        reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
        reason.pointee = 0
        try applyProfile(share: share)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
        reason.deallocate()
    }

    /// Finds the handle that libcurl reports on.
    static func owner(of easy: UnsafeMutableRawPointer) -> CurlHandle? {
        ccurl_get_private(easy).map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Configures the handle for a request, and clears the state of earlier ones.
    func configure(
        for order: TransportOrder,
        _ base: OriginList.Origin,
        staleAfter idleTime: Duration?
    ) throws(TransportFailure) {
        let request = order.request
        self.order = order
        self.base = base
        stream = request.stream
        hasBegunDownload = false
        response = IncomingResponse(
            maxBodyBytes: request.maximumBodyBytes,
            keepsHead: request.keepsHead || request.stream != nil
        )
        isRepeatable = request.isRepeatable
        sends = 0
        reason.pointee = 0
        isReusable = false
        try apply(keepLimit: idleTime, isNewOnly: request.needsNewConnection)
        try apply(headers: RequestHead.fields(of: request), hasBody: request.body != nil || request.verb == .post)
        try apply(verb: request.verb, body: request.body)
        try apply(stream: request.stream)
        try apply(url: request.url)
    }

    /// The client whose request the handle sends; 0 without one.
    var client: UInt64 { order?.request.id.client ?? 0 }

    /// The request of the handle, once; `nil` after that.
    func takeOrder() -> (order: TransportOrder, base: OriginList.Origin)? {
        defer { order = nil }
        return order.map { ($0, base) }
    }

    /// Releases the received bytes of a cancelled transfer.
    func forgetBody() {
        response.body = []
    }

    /// The bytes of a body that the handle stores.
    var heldBytes: Int { response.body.capacity }

    /// Whether the request or a part of it was sent by any of libcurl's attempts. Data of a handshake and the request
    /// for a tunnel do not count.
    var wasSent: Bool { sends > 0 && ccurl_get_long(easy, CURLINFO_REQUEST_SIZE) > 0 }

    /// The outcome of the transfer.
    func outcome(_ code: CURLcode) -> Result<TransportResponse, TransportFailure> {
        defer { forgetBody() }
        // libcurl counts its repetitions over all requests of a handle and fails at the sixth.
        isReusable = code == CURLE_OK && sends == 1 && stream == nil
        if let reason = failureReason(code) {
            return .failure(TransportFailure(reason, wasSent: wasSent))
        }
        let status = ccurl_get_long(easy, CURLINFO_RESPONSE_CODE)
        do throws(TransportFailure) {
            let content = try response.decodedBody()
            return .success(
                TransportResponse(
                    status: status,
                    contentType: currentContentType(),
                    body: content,
                    retryAfter: response.retryAfter?.delay(now: time(nil)),
                    head: responseHead
                )
            )
        } catch {
            return .failure(error)
        }
    }

    /// The head of the response so far; `nil` unless the request needs it.
    var responseHead: String? { response.head.map { String(decoding: $0, as: UTF8.self) } }

    /// Why the transfer brought no response; `nil` if it did.
    private func failureReason(_ code: CURLcode) -> TransportFailure.Reason? {
        if response.isTooLarge { return .tooLarge }
        if response.isHeadTooLarge || isLineTooLong(code) { return .headTooLarge }
        if code == CURLE_ABORTED_BY_CALLBACK { return .closed }
        if code == CURLE_OPERATION_TIMEDOUT, stream != nil, wasSent { return .stalled }
        if let text = localError(code) { return .setup(text) }
        if let error = proxyError(code) { return .proxy(error) }
        if let reason = meaning(of: code, systemError: ccurl_get_long(easy, CURLINFO_OS_ERRNO)) { return reason }
        // libcurl treats a connection that closes within the header as the end of an empty body.
        return response.isHeadComplete ? nil : .closed
    }

    /// The reason why this process could not even try to connect; `nil` if it could. libcurl reports a missing socket
    /// like a refused connection, and the system's resolver like an unknown name.
    private func localError(_ code: CURLcode) -> String? {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            sockets.openingError().map { "The process cannot open a socket: \(String(cString: strerror($0)))." }
        default: nil
        }
    }

    /// Whether libcurl refused a header line or a trailer before this handle saw it. Older versions report it as a lack
    /// of memory, and a trailer only in the message of the error. On Linux they report that for no other reason once a
    /// request was sent.
    private func isLineTooLong(_ code: CURLcode) -> Bool {
        guard sends > 0 else { return false }
        switch code {
        case CURLE_OUT_OF_MEMORY, Self.tooLarge: return true
        case CURLE_RECV_ERROR: return String(cString: reason).contains("Out of memory")
        default: return false
        }
    }

    /// The reason why the request did not get past the proxy; `nil` if it did, and without a proxy.
    private func proxyError(_ code: CURLcode) -> ProxyError? {
        guard profile.proxy != nil else { return nil }
        return ProxyError(
            curl: code,
            status: ccurl_get_long(easy, CURLINFO_RESPONSE_CODE),
            tunnelStatus: ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE),
            isForwarded: profile.isForwarded,
            wasSent: sends > 0
        )
    }

    /// Almost every response has the same type, so the string is only created when it changes.
    private func currentContentType() -> String? {
        guard let text = ccurl_get_content_type(easy) else { return nil }
        if contentType.withCString({ strcmp($0, text) }) != 0 {
            contentType = String(cString: text)
        }
        return contentType
    }

    func check(_ code: CURLcode) throws(TransportFailure) {
        if let reason = meaning(of: code, systemError: 0) { throw TransportFailure(reason) }
    }

    private func meaning(of code: CURLcode, systemError: @autoclosure () -> Int) -> TransportFailure.Reason? {
        // The most frequent case, which creates no string.
        guard code != CURLE_OK else { return nil }
        return TransportFailure.Reason(
            curl: code,
            systemError: systemError(),
            text: curl_easy_strerror(code).map { String(cString: $0) } ?? "libcurl error \(code.rawValue)",
            reason: String(cString: reason)
        )
    }
}

extension CurlHandle {
    /// `CURLE_TOO_LARGE`, which older headers do not have.
    private static let tooLarge = CURLcode(rawValue: 100)
    /// libcurl's own bound on how long a connection may wait for its next use, in seconds.
    static let maxIdleSeconds = 118

    func set(_ option: CURLoption, _ value: Int) throws(TransportFailure) {
        try check(ccurl_set_long(easy, option, value))
    }

    func set(_ option: CURLoption, _ value: String?) throws(TransportFailure) {
        guard let value else { return try check(ccurl_set_string(easy, option, nil)) }
        try check(value.withCString { ccurl_set_string(easy, option, $0) })
    }

    /// After a change of the network only connections that were used since are used again.
    private func apply(keepLimit idleTime: Duration?, isNewOnly: Bool) throws(TransportFailure) {
        // libcurl counts whole seconds: one less excludes the second in which the change took place.
        let limit =
            idleTime.map { min(Self.maxIdleSeconds, max(0, Int($0.components.seconds) - 1)) }
            ?? Self.maxIdleSeconds
        if limit != keepLimit { try set(CURLOPT_MAXAGE_CONN, limit) }
        if isNewOnly != self.isNewOnly { try set(CURLOPT_FRESH_CONNECT, isNewOnly ? 1 : 0) }
        keepLimit = limit
        self.isNewOnly = isNewOnly
    }

    /// libcurl gets the origin as a URL once, and the rest as the request target: it would parse and rebuild the whole
    /// URL for every request, which is most of its work for a poll of a thousand channels.
    private func apply(url: String) throws(TransportFailure) {
        if configuredOrigin != base.origin {
            try set(CURLOPT_URL, String(decoding: url.utf8.prefix(base.length), as: UTF8.self) + "/")
            configuredOrigin = base.origin
        }
        let target = url.utf8.dropFirst(base.length)
        guard target.withContiguousStorageIfAvailable(Self.areEscaped) ?? target.allSatisfy(Self.isEscaped) else {
            throw .setup("The URL is not escaped.")
        }
        // A forwarding proxy needs the whole URL.
        let start = profile.isForwarded ? 0 : base.length
        guard target.first == UInt8(ascii: "/") else {
            let origin = String(decoding: url.utf8.prefix(base.length).dropFirst(start), as: UTF8.self)
            return try set(CURLOPT_REQUEST_TARGET, origin + "/" + String(decoding: target, as: UTF8.self))
        }
        try check(url.withCString { ccurl_set_string(easy, CURLOPT_REQUEST_TARGET, $0 + start) })
    }

    /// Whether no byte needs escaping: eight at a time, as URLs of many channels are long.
    private static func areEscaped(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(bytes)
        let ones: UInt64 = 0x0101_0101_0101_0101
        var found: UInt64 = 0
        var start = 0
        while start &+ 8 <= bytes.count {
            let block = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            let delete = block ^ ones &* 0x7F
            let hash = block ^ ones &* UInt64(UInt8(ascii: "#"))
            // The highest bit of a byte is set if it was below 0x21 or, in the others, zero. A borrow from such a byte may
            // set that of the next one, which does not change whether any is set.
            found |= (block &- ones &* 0x21) & ~block | (delete &- ones) & ~delete | (hash &- ones) & ~hash
            start &+= 8
        }
        return found & (ones &* 0x80) == 0 && bytes[start...].allSatisfy(isEscaped)
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "#")
    }

    private func apply(verb: Verb, body: [UInt8]?) throws(TransportFailure) {
        let isPlain = verb == .get && body == nil
        guard !isPlain || !isPlainGet else { return }
        isPlainGet = false
        try set(CURLOPT_HTTPGET, 1)
        if let body {
            try check(body.withUnsafeBytes { ccurl_set_body(easy, $0.baseAddress ?? UnsafeRawPointer(easy), $0.count) })
        } else if verb == .post {
            try check(ccurl_set_body(easy, easy, 0))
        }
        switch verb {
        case .get where isPlain, .post: try set(CURLOPT_CUSTOMREQUEST, nil)
        case .get, .patch, .delete: try set(CURLOPT_CUSTOMREQUEST, verb.rawValue)
        }
        isPlainGet = isPlain
    }

    private func apply(headers: [(name: String, value: String)], hasBody: Bool) throws(TransportFailure) {
        guard hasBody != self.hasBody || !headers.elementsEqual(self.headers, by: ==) else { return }
        forgetHeaders()
        for header in headers {
            try append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        if hasBody {
            // Without a value libcurl leaves the header out: no waiting for "100 Continue", no form type.
            try append("Expect:")
            if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                try append("Content-Type:")
            }
        }
        self.headers = headers
        self.hasBody = hasBody
        try check(ccurl_set_headers(easy, headerList))
    }

    private func forgetHeaders() {
        curl_slist_free_all(headerList)
        headerList = nil
        headers = []
        hasBody = false
    }

    private func append(_ line: String) throws(TransportFailure) {
        if line.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 }) {
            throw .setup("A header holds a line break.")
        }
        guard let list = curl_slist_append(headerList, line) else { throw .setup("Out of memory.") }
        headerList = list
    }

    /// Called before each time the request is sent; libcurl repeats it by itself if a reused connection was dead.
    func maySend() -> Bool {
        sends += 1
        return sends == 1 || isRepeatable
    }

    /// Takes a header line.
    ///
    /// - Returns: False, which makes libcurl abort the transfer, if the response exceeds its limits.
    func receive(header line: UnsafeRawBufferPointer) -> Bool {
        response.receive(header: line)
    }

    /// Takes received bytes; any result but their count makes libcurl pause or abort the transfer.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        if stream != nil, let passed = pass(bytes) { return passed }
        return response.receive(bytes, announced: Int(clamping: ccurl_get_content_length(easy))) ? bytes.count : 0
    }
}
