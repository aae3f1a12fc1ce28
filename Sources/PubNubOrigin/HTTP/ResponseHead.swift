import NIOCore
import NIOHTTP1
import NIOPosix
import PubNubWire

/// The head of a response as the service sends it.
struct ResponseHead {
    let response: OriginResponse
    /// The length of the body as it is sent.
    let length: Int
    let isCompressed: Bool
    let keepAlive: Bool
    /// The date in seconds since 1970 UTC.
    let seconds: UInt64

    /// Headers that all responses have.
    private static let constants = [
        HeaderField(name: "Cache-Control", value: "no-cache"),
        HeaderField(name: "Access-Control-Allow-Origin", value: "*"),
        HeaderField(name: "Access-Control-Allow-Methods", value: CrossOrigin.methods),
        HeaderField(name: "X-Content-Type-Options", value: "nosniff"),
    ]
    private static let constantLines = constants.map { "\($0.name): \($0.value)\r\n" }.joined()
    /// The lines after the length.
    private static let keepAliveLines = "\r\nConnection: keep-alive\r\n\(constantLines)"
    private static let closeLines = "\r\nConnection: close\r\n\(constantLines)"
    /// The same and the empty line, for a head without other lines.
    private static let usualEnd = Array("\(keepAliveLines)\r\n".utf8)

    /// Room for a head without headers of its own.
    static let usualBytes = 512

    /// Responses with this status have no body, and no header that describes one.
    private var hasBody: Bool { response.status != 204 }

    /// Whether another head has the same bytes, for another client of a shared response.
    func isSame(as other: ResponseHead) -> Bool {
        response.sharesBody(with: other.response) && length == other.length && isCompressed == other.isCompressed
            && keepAlive == other.keepAlive && seconds == other.seconds
    }

    /// Writes the head of an HTTP/1.1 response, and the first part of its body.
    func write(with body: ArraySlice<UInt8>, to buffer: inout ByteBuffer) {
        if isUsual { return writeUsual(with: body, to: &buffer) }
        writeStart(to: &buffer)
        if hasBody { buffer.writeString(String(length)) }
        buffer.writeString(keepAlive ? Self.keepAliveLines : Self.closeLines)
        if isCompressed { buffer.writeStaticString("Content-Encoding: gzip\r\n") }
        if let server = response.server { write(HeaderField(name: "Server", value: server), to: &buffer) }
        for header in response.headers { write(header, to: &buffer) }
        if let exposing = CrossOrigin.exposing(response.headers) { write(exposing, to: &buffer) }
        buffer.writeStaticString("\r\n")
        buffer.writeBytes(body)
    }

    /// Whether the head is that of most responses, which differ by their date and length only.
    private var isUsual: Bool {
        response.status == 200 && keepAlive && !isCompressed && response.hasUsualHeaders
    }

    private func writeUsual(with body: ArraySlice<UInt8>, to buffer: inout ByteBuffer) {
        let start = HTTPDate.last(seconds).usualStart
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
        at place: Int
    ) -> Int {
        UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: bytes)
        return place + bytes.count
    }

    /// The lines up to the length.
    private func writeStart(to buffer: inout ByteBuffer) {
        let status = HTTPResponseStatus(statusCode: response.status)
        buffer.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nDate: ")
        buffer.writeString(HTTPDate.text(secondsSince1970: seconds))
        guard hasBody else { return }
        buffer.writeString("\r\nContent-Type: \(response.contentType)\r\nContent-Length: ")
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
        headers.add(name: "Date", value: HTTPDate.text(secondsSince1970: seconds))
        if hasBody {
            headers.add(name: "Content-Type", value: response.contentType)
            headers.add(name: "Content-Length", value: String(length))
        }
        for header in Self.constants { headers.add(name: header.name, value: header.value) }
        if isCompressed { headers.add(name: "Content-Encoding", value: "gzip") }
        if let server = response.server { headers.add(name: "Server", value: server) }
        for header in response.headers { headers.add(name: header.name, value: header.value) }
        if let exposing = CrossOrigin.exposing(response.headers) {
            headers.add(name: exposing.name, value: exposing.value)
        }
        return HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers)
    }
}

/// Dates as HTTP headers have them, for example `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    /// The last date that a thread has written.
    final class Last: Sendable {
        let seconds: UInt64
        let text: String
        /// How the heads of most responses start, up to the length of their bodies.
        let usualStart: [UInt8]

        init(_ seconds: UInt64) {
            self.seconds = seconds
            text = HTTPDate.write(seconds)
            let type = OriginResponse.usualContentType
            usualStart = Array("HTTP/1.1 200 OK\r\nDate: \(text)\r\nContent-Type: \(type)\r\nContent-Length: ".utf8)
        }
    }

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let last = ThreadSpecificVariable<Last>()

    /// The date so many seconds after the start of 1970 UTC.
    static func text(secondsSince1970 seconds: UInt64) -> String { last(seconds).text }

    static func last(_ seconds: UInt64) -> Last {
        if let last = last.currentValue, last.seconds == seconds { return last }
        let new = Last(seconds)
        last.currentValue = new
        return new
    }

    private static func write(_ seconds: UInt64) -> String {
        let day = Int64(seconds / 86_400)
        let time = Int(seconds % 86_400)
        let date = CivilDate(dayNumber: day)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        let paddedDay = date.day < 10 ? "0\(date.day)" : "\(date.day)"
        return "\(days[Int(day % 7)]), \(paddedDay) \(months[Int(date.month) - 1]) \(date.year) \(clock) GMT"
    }
}
