import NIOCore
import NIOHTTP1
import NIOPosix
import PubNubWire

/// The head of a response as the service sends it.
struct ResponseHead {
    let response: OriginResponse
    /// The length of the body as it is sent; nil if it goes on until the client leaves.
    let length: Int?
    let isCompressed: Bool
    /// Whether the body depends on the encodings that the client accepts.
    let varies: Bool
    let keepAlive: Bool
    /// The date in seconds since 1970 UTC.
    let seconds: UInt64
    /// The headers that every response has because of the security of its connection.
    var securityHeaders: [HeaderField] = []
    /// Whether the response has its own headers only, and none of those for clients.
    var isBare = false

    /// Headers that all responses have.
    private static let constants = [
        HeaderField(name: "Access-Control-Allow-Origin", value: "*"),
        HeaderField(name: "Access-Control-Allow-Methods", value: CrossOrigin.methods),
        HeaderField(name: "X-Content-Type-Options", value: "nosniff"),
    ]
    private static let constantLines = constants.map { "\($0.name): \($0.value)\r\n" }.joined()
    /// The header of a response that says nothing else about caches.
    private static let caching = HeaderField(name: "Cache-Control", value: "no-cache")
    private static let cachingLine = "\(caching.name): \(caching.value)\r\n"
    /// The lines after the length.
    private static let keepAliveLine = "\r\nConnection: keep-alive\r\n"
    private static let keepAliveLines = keepAliveLine + constantLines
    private static let closeLine = "\r\nConnection: close\r\n"
    private static let closeLines = closeLine + constantLines
    /// The same and the empty line, for a head without other lines.
    private static let usualEnd = Array("\(keepAliveLines)\(cachingLine)\r\n".utf8)

    /// Room for a head without headers of its own.
    static let usualBytes = 512

    /// Responses with this status have no body, and no header that describes one.
    private var hasBody: Bool { response.status != 204 && response.status != 304 }

    private var isCacheable: Bool { response.headers.contains { $0.name == Self.caching.name } }

    /// Whether another head has the same bytes, for another client of a shared response.
    func isSame(as other: ResponseHead) -> Bool {
        response.sharesBody(with: other.response) && length == other.length && isCompressed == other.isCompressed
            && keepAlive == other.keepAlive && seconds == other.seconds
    }

    /// Writes the head of an HTTP/1.1 response, and the first part of its body.
    func write(with body: ArraySlice<UInt8>, to buffer: inout ByteBuffer) {
        if isUsual, let length { return writeUsual(with: body, length: length, to: &buffer) }
        writeStart(to: &buffer)
        if isBare {
            buffer.writeString(keepAlive ? Self.keepAliveLine : Self.closeLine)
        } else {
            buffer.writeString(keepAlive ? Self.keepAliveLines : Self.closeLines)
            if !isCacheable { buffer.writeString(Self.cachingLine) }
        }
        if isCompressed { buffer.writeStaticString("Content-Encoding: gzip\r\n") }
        if varies { buffer.writeStaticString("Vary: Accept-Encoding\r\n") }
        if let server = response.server { write(HeaderField(name: "Server", value: server), to: &buffer) }
        for header in securityHeaders { write(header, to: &buffer) }
        for header in response.headers { write(header, to: &buffer) }
        if !isBare, let exposing = CrossOrigin.exposing(response.headers) { write(exposing, to: &buffer) }
        buffer.writeStaticString("\r\n")
        buffer.writeBytes(body)
    }

    /// Whether the head is that of most responses, which differ by their date and length only.
    private var isUsual: Bool {
        response.status == 200 && keepAlive && !isBare && !isCompressed && !varies && securityHeaders.isEmpty
            && response.hasUsualHeaders
    }

    private func writeUsual(with body: ArraySlice<UInt8>, length: Int, to buffer: inout ByteBuffer) {
        let start = CurrentDate.at(seconds).usualStart
        let digits = DecimalDigits(UInt64(length))
        let end = Self.usualEnd
        let room = start.count + DecimalDigits.most + end.count + body.count
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { target in
            let behindStart = start.withUnsafeBytes { Self.copy($0, to: target, at: 0) }
            let behindDigits = digits.withBytes { Self.copy($0, to: target, at: behindStart) }
            let behindHead = end.withUnsafeBytes { Self.copy($0, to: target, at: behindDigits) }
            return body.withUnsafeBytes { Self.copy($0, to: target, at: behindHead) }
        }
    }

    /// Copies bytes to a place, and returns the place behind them.
    private static func copy(
        _ bytes: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) -> Int {
        UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: bytes)
        return offset + bytes.count
    }

    /// The lines up to the length.
    private func writeStart(to buffer: inout ByteBuffer) {
        let status = HTTPResponseStatus(statusCode: response.status)
        buffer.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nDate: ")
        buffer.writeString(CurrentDate.at(seconds).text)
        guard hasBody else { return }
        buffer.writeString("\r\nContent-Type: \(response.contentType)")
        if let length { buffer.writeString("\r\nContent-Length: \(length)") }
    }

    private func write(_ header: HeaderField, to buffer: inout ByteBuffer) {
        buffer.writeString(header.name)
        buffer.writeStaticString(": ")
        buffer.writeString(header.value)
        buffer.writeStaticString("\r\n")
    }

    /// The head for a stream of HTTP/2, where a response neither keeps nor closes the connection.
    var parts: HTTPResponseHead {
        var headers = HTTPHeaders()
        headers.reserveCapacity(10 + response.headers.count)
        headers.add(name: "Date", value: CurrentDate.at(seconds).text)
        if hasBody {
            headers.add(name: "Content-Type", value: response.contentType)
            if let length { headers.add(name: "Content-Length", value: String(length)) }
        }
        for header in Self.constants { headers.add(name: header.name, value: header.value) }
        if !isCacheable { headers.add(name: Self.caching.name, value: Self.caching.value) }
        if isCompressed { headers.add(name: "Content-Encoding", value: "gzip") }
        if varies { headers.add(name: "Vary", value: "Accept-Encoding") }
        if let server = response.server { headers.add(name: "Server", value: server) }
        for header in securityHeaders { headers.add(name: header.name, value: header.value) }
        for header in response.headers { headers.add(name: header.name, value: header.value) }
        if let exposing = CrossOrigin.exposing(response.headers) {
            headers.add(name: exposing.name, value: exposing.value)
        }
        return HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers)
    }
}

/// The date of the responses of the current second.
private final class CurrentDate: Sendable {
    private static let last = ThreadSpecificVariable<CurrentDate>()

    private let seconds: UInt64
    let text: String
    /// How the heads of most responses start, up to the length of their bodies.
    let usualStart: [UInt8]

    private init(_ seconds: UInt64) {
        self.seconds = seconds
        text = HTTPDate.text(secondsSince1970: seconds)
        let type = OriginResponse.usualContentType
        usualStart = Array("HTTP/1.1 200 OK\r\nDate: \(text)\r\nContent-Type: \(type)\r\nContent-Length: ".utf8)
    }

    /// The date so many seconds after the start of 1970 UTC; the same object as before on a thread, if that is the same second.
    static func at(_ seconds: UInt64) -> CurrentDate {
        if let last = last.currentValue, last.seconds == seconds { return last }
        let new = CurrentDate(seconds)
        last.currentValue = new
        return new
    }
}
