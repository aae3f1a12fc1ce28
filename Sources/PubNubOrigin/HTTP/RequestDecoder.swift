import NIOCore
import PubNubWire

/// Decodes the requests of an HTTP/1.1 connection, and refuses all other bytes.
///
/// Where RFC 9112 lets a recipient be lenient, it accepts one spelling only, so that a proxy in front of the server cannot find the end of a
/// request elsewhere: lines end with CR and LF, a header is one line without a space before its colon, a length has digits only and is sent
/// once, `Transfer-Encoding` is `chunked`, and a request has one of both at most. A request of HTTP/1.1 has one `Host`, one of HTTP/1.0 at
/// most one. A target is a path, `*`, or a URL, of which the path and the query count.
///
/// A decoder of its own, for this strictness and for the time that each request takes: from its bytes to its route, a publish takes 1.5 µs
/// here and 3.3 µs with the decoder of NIOHTTP1 before ``RequestAssembler``, a POST of 1,000 bytes 1.3 µs and 3.2 µs (medians of one run in
/// release mode, in turn, 100,000 requests each).
///
/// Call ``append(_:)`` with the bytes that arrived, and then ``next()`` until it returns nil. The decoder stores an incomplete line as it
/// came, and examines each byte of it one time only.
final class RequestDecoder {
    private enum State {
        /// Between two requests, or in the first line of one.
        case requestLine
        case headers
        case body(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        /// Behind the bytes of a chunk.
        case chunkEnd
        case trailers
    }

    /// The headers of a request that concern its connection.
    private struct Options {
        var framing = Framing.none
        var hasHost = false
        var asksForClose = false
        var asksForKeepAlive = false
        /// Whether the client waits for a sign that its body is wanted.
        var expectsSign = false
    }

    /// How the end of a body is found.
    private enum Framing {
        case none
        case length(Int)
        case chunked
    }

    private enum Line {
        /// A whole line, without its end.
        case whole(Range<Int>)
        case incomplete
        case malformed
    }

    /// Longest line with the size of a chunk, with what follows the size.
    private static let chunkLineBytes = 256
    /// Room for the method and the version in the first line.
    private static let methodAndVersionBytes = 64
    /// Room for what a line has in addition to name and value.
    private static let separatorBytes = 64

    private let limits: RequestLimits
    private let uploads: ConnectionUploads?
    /// The header in which the peer names clients; nil if it names none.
    private let forwardedHeader: OriginProxies.Header?
    // Exclusive access is not checked at run time: one thread uses a decoder, and it calls no code that uses it.
    @exclusivity(unchecked) private var state = State.requestLine
    /// What arrived and is not decoded.
    @exclusivity(unchecked) private var rest: ByteBuffer?
    /// Whether bytes have arrived that ``next()`` has not looked at.
    @exclusivity(unchecked) private(set) var hasUndecoded = false
    /// The number of bytes of `rest` that are known not to end its first line.
    @exclusivity(unchecked) private var scanned = 0
    @exclusivity(unchecked) private var draft = RequestDraft()
    @exclusivity(unchecked) private var options = Options()
    private var isVersion10 = false
    /// Whether a request was refused, after which none is accepted.
    private(set) var isDone = false

    /// - Parameters:
    ///   - limits: The limits of each request.
    ///   - uploads: Counts the uploads of the connection; nil, the default, for no limit.
    init(limits: RequestLimits, uploads: ConnectionUploads? = nil) {
        self.limits = limits
        self.uploads = uploads
        forwardedHeader = uploads?.peer.header
    }

    /// Whether part of a request has arrived, and its end has not. Line breaks between requests do not count.
    var isMidway: Bool {
        guard case .requestLine = state else { return true }
        guard let rest, let first = rest.getInteger(at: rest.readerIndex, as: UInt8.self) else { return false }
        return first != .carriageReturn
    }

    /// Whether the head of a request has arrived, and the end of its body has not.
    var isInBody: Bool {
        switch state {
        case .requestLine, .headers: false
        case .body, .chunkSize, .chunk, .chunkEnd, .trailers: true
        }
    }

    /// The upload whose body is arriving; nil for any other request.
    var upload: UploadTicket? { draft.upload }

    /// The response if the rest of the request does not arrive in time.
    var timeout: OriginResponse { draft.timeout }

    /// Whether the client waits for a sign before it sends the body of the request that is arriving. Says so once.
    func takeExpectation() -> Bool {
        guard options.expectsSign, isInBody else { return false }
        options.expectsSign = false
        return rest == nil && draft.bodyBytes == 0
    }

    /// Takes the bytes that arrived.
    func append(_ bytes: ByteBuffer) {
        guard !isDone, bytes.readableBytes > 0 else { return }
        hasUndecoded = true
        if rest == nil {
            rest = bytes
        } else {
            var bytes = bytes
            rest?.writeBuffer(&bytes)
        }
    }

    /// Refuses what is under way, and takes nothing more.
    func refuse(_ refusal: OriginResponse) -> ArrivedRequest {
        isDone = true
        hasUndecoded = false
        rest = nil
        draft = RequestDraft()
        options = Options()
        state = .requestLine
        return ArrivedRequest(refusal: refusal)
    }

    /// The next request that has arrived, or the refusal of one; nil if no further one has.
    func next() -> ArrivedRequest? {
        guard !isDone, let bytes = rest else { return nil }
        var index = 0
        let arrived = bytes.withUnsafeReadableBytes { decode($0, from: &index) }
        guard !isDone else { return arrived }
        hasUndecoded = arrived != nil && index < bytes.readableBytes
        if index == bytes.readableBytes {
            rest = nil
        } else if arrived == nil, index > 0 {
            // The line that has begun does not hold on to the memory of what came before it.
            rest = bytes.getSlice(at: bytes.readerIndex + index, length: bytes.readableBytes - index).map {
                ByteBuffer(buffer: $0)
            }
        } else {
            rest?.moveReaderIndex(forwardBy: index)
        }
        return arrived
    }

    private func decode(_ bytes: UnsafeRawBufferPointer, from index: inout Int) -> ArrivedRequest? {
        while index < bytes.count {
            switch state {
            case .body(let remaining), .chunk(let remaining):
                let count = min(remaining, bytes.count - index)
                draft.takeBody(UnsafeRawBufferPointer(rebasing: bytes[index..<index + count]))
                index += count
                if count == remaining {
                    guard case .chunk = state else { return end() }
                    state = .chunkEnd
                } else if case .chunk = state {
                    state = .chunk(remaining: remaining - count)
                } else {
                    state = .body(remaining: remaining - count)
                }
            case .requestLine, .headers, .chunkSize, .chunkEnd, .trailers:
                switch line(of: bytes, from: index) {
                case .whole(let range):
                    scanned = 0
                    index = range.upperBound + 2
                    if let arrived = take(UnsafeRawBufferPointer(rebasing: bytes[range])) { return arrived }
                case .incomplete:
                    scanned = bytes.count - index
                    return refusal(ofPart: UnsafeRawBufferPointer(rebasing: bytes[index...])).map { refuse($0) }
                case .malformed:
                    return refuse(ErrorResponse.badRequest)
                }
            }
        }
        return nil
    }

    /// Finds the end of the line, which has no control characters but tabs.
    private func line(of bytes: UnsafeRawBufferPointer, from start: Int) -> Line {
        // The last byte that was looked at may be a CR.
        var index = start + max(0, scanned - 1)
        while let position = bytes.positionOfControlCharacter(from: index) {
            if bytes[position] != .tab {
                guard bytes[position] == .carriageReturn else { return .malformed }
                guard position + 1 < bytes.count else { return .incomplete }
                return bytes[position + 1] == .lineFeed ? .whole(start..<position) : .malformed
            }
            index = position + 1
        }
        return .incomplete
    }

    /// The refusal of a line of which this part has arrived; nil if it may become one.
    private func refusal(ofPart bytes: UnsafeRawBufferPointer) -> OriginResponse? {
        switch state {
        case .requestLine:
            // Another protocol, such as TLS, may send no line at all.
            guard let first = bytes.first, first == .carriageReturn || UInt8.upperCase.contains(first) else {
                return ErrorResponse.badRequest
            }
            let isTooLong = bytes.count > limits.targetBytes + Self.methodAndVersionBytes
            return isTooLong ? ErrorResponse.uriTooLong : nil
        case .headers, .trailers:
            let isTooLong = draft.headerBytes + bytes.count > limits.headerBytes + Self.separatorBytes
            return isTooLong ? ErrorResponse.headersTooLarge : nil
        case .chunkSize, .chunkEnd, .body, .chunk:
            return bytes.count > Self.chunkLineBytes ? ErrorResponse.badRequest : nil
        }
    }

    /// Takes a whole line. Returns the request that ends with it, or is refused for it.
    private func take(_ line: UnsafeRawBufferPointer) -> ArrivedRequest? {
        switch state {
        case .requestLine:
            // Clients of 2014 write line breaks between requests.
            if line.isEmpty { return nil }
            if let refusal = takeRequestLine(line) { return refuse(refusal) }
            state = .headers
        case .headers:
            guard line.isEmpty else { return takeHeader(line).map { refuse($0) } }
            return endHead()
        case .chunkSize:
            return takeChunkSize(line).map { refuse($0) }
        case .chunkEnd:
            guard line.isEmpty else { return refuse(ErrorResponse.badRequest) }
            state = .chunkSize
        case .trailers:
            guard line.isEmpty else { return takeTrailer(line).map { refuse($0) } }
            return end()
        case .body, .chunk:
            break
        }
        return nil
    }

    // MARK: Head

    /// Takes the first line of a request. Returns the refusal of a malformed one.
    private func takeRequestLine(_ line: UnsafeRawBufferPointer) -> OriginResponse? {
        guard let space = line.position(of: .space), let version = RequestLine.version(of: line),
            space + 1 < version.start
        else { return ErrorResponse.badRequest }
        let target = UnsafeRawBufferPointer(rebasing: line[space + 1..<version.start])
        guard target.count <= limits.targetBytes else { return ErrorResponse.uriTooLong }
        guard let method = RequestLine.method(UnsafeRawBufferPointer(rebasing: line[..<space])),
            let text = RequestTarget.originForm(of: target, method: method)
        else { return ErrorResponse.badRequest }
        draft.method = method
        draft.target = text
        if limits.isOtherService || OriginRequest.isForFiles(text) {
            draft.conditions = FileConditions(authority: RequestTarget.authority(of: target))
        }
        isVersion10 = version.is10
        return nil
    }

    /// Takes a header. Returns the refusal of a malformed one, and of one too many.
    private func takeHeader(_ line: UnsafeRawBufferPointer) -> OriginResponse? {
        guard let colon = Self.endOfName(in: line) else { return ErrorResponse.badRequest }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        let value = HeaderValue.trimmed(line[(colon + 1)...])
        guard mayTakeHeader(bytes: name.count + value.count) else { return ErrorResponse.headersTooLarge }
        switch name.count {
        case 4 where name.isName("host"):
            guard !options.hasHost, HostName.isValid(value) else { return ErrorResponse.badRequest }
            options.hasHost = true
            draft.conditions?.host = String(decoding: value, as: UTF8.self)
        case 6 where name.isName("expect"):
            options.expectsSign = !isVersion10 && value.isName("100-continue")
            // The service gives the refusal its form.
            guard !limits.isOtherService || isVersion10 || options.expectsSign else {
                return ErrorResponse.expectationFailed
            }
        case 10 where name.isName("connection"):
            HeaderValue.forEachElement(of: value) { option in
                options.asksForClose = options.asksForClose || option.isName("close")
                options.asksForKeepAlive = options.asksForKeepAlive || option.isName("keep-alive")
            }
        case 14 where name.isName("content-length"):
            guard case .none = options.framing, !line.contains(.tab), let length = Self.length(value) else {
                return ErrorResponse.badRequest
            }
            options.framing = .length(length)
        case 17 where name.isName("transfer-encoding"):
            guard case .none = options.framing, !isVersion10, !line.contains(.tab), value.isName("chunked") else {
                return ErrorResponse.badRequest
            }
            options.framing = .chunked
        default:
            draft.take(name, value, proxy: forwardedHeader)
        }
        return nil
    }

    /// Takes a field behind a body. It has no use here, and must not be one that says where a request ends.
    private func takeTrailer(_ line: UnsafeRawBufferPointer) -> OriginResponse? {
        guard let colon = Self.endOfName(in: line) else { return ErrorResponse.badRequest }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        guard !name.isName("transfer-encoding"), !name.isName("content-length"), !name.isName("host") else {
            return ErrorResponse.badRequest
        }
        let value = HeaderValue.trimmed(line[(colon + 1)...])
        return mayTakeHeader(bytes: colon + value.count) ? nil : ErrorResponse.headersTooLarge
    }

    private func mayTakeHeader(bytes: Int) -> Bool {
        draft.headerCount += 1
        draft.headerBytes += bytes
        return draft.headerCount <= limits.headers && draft.headerBytes <= limits.headerBytes
    }

    /// The place of the colon behind the name of a header; nil if the line does not begin with a name.
    private static func endOfName(in line: UnsafeRawBufferPointer) -> Int? {
        for index in 0..<line.count {
            let byte = line[index]
            if byte == UInt8(ascii: ":") { return index > 0 ? index : nil }
            guard byte.isTokenCharacter else { return nil }
        }
        return nil
    }

    private static func length(_ value: UnsafeRawBufferPointer) -> Int? {
        guard !value.isEmpty else { return nil }
        var length = 0
        for byte in value {
            guard let digit = byte.hexDigit, digit < 10 else { return nil }
            let (product, isTooLarge) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !overflows else { return nil }
            length = sum
        }
        return length
    }

    /// The head has come to its end. Returns the request if it has no body.
    private func endHead() -> ArrivedRequest? {
        guard options.hasHost || isVersion10 else { return refuse(ErrorResponse.badRequest) }
        switch options.framing {
        case .none:
            return end()
        case .length(let length):
            guard length <= bodyLimit else { return refuse(ErrorResponse.entityTooLarge) }
            guard length > 0 else { return end() }
            draft.startUpload(bytes: length, uploads)
            state = .body(remaining: length)
        case .chunked:
            draft.startUpload(bytes: 0, uploads)
            state = .chunkSize
        }
        return nil
    }

    // MARK: Body

    /// The most bytes of the body of the request under way.
    private var bodyLimit: Int { limits.bodyBytes(of: draft.target, method: draft.method) }

    private func takeChunkSize(_ line: UnsafeRawBufferPointer) -> OriginResponse? {
        // Extensions follow a semicolon. The server ignores them.
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        guard line.count <= Self.chunkLineBytes, (1...16).contains(digits.count) else {
            return ErrorResponse.badRequest
        }
        let extensions = line.dropFirst(digits.count + 1)
        guard digits.count == line.count || extensions.first?.isTokenCharacter == true else {
            return ErrorResponse.badRequest
        }
        var size: UInt64 = 0
        for byte in digits {
            guard let digit = byte.hexDigit else { return ErrorResponse.badRequest }
            size = size << 4 | UInt64(digit)
        }
        guard size <= UInt64(max(0, bodyLimit - draft.bodyBytes)) else { return ErrorResponse.entityTooLarge }
        draft.continueUpload(bytes: Int(size))
        state = size == 0 ? .trailers : .chunk(remaining: Int(size))
        return nil
    }

    /// The request has come to its end.
    private func end() -> ArrivedRequest {
        state = .requestLine
        let keepAlive = !options.asksForClose && (options.asksForKeepAlive || !isVersion10)
        let arrived = draft.arrived(keepAlive: keepAlive, peer: uploads?.peer, isOtherService: limits.isOtherService)
        draft = RequestDraft()
        options = Options()
        return arrived
    }
}
