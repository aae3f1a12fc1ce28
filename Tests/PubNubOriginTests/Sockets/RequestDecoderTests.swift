import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestRandom
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// The requests that a decoder finds in the bytes of a connection.
private struct Decoded: Equatable {
    struct Request: Equatable {
        let method: String
        let target: String
        let body: [UInt8]
        let keepAlive: Bool
    }

    var requests: [Request] = []
    /// The status of the refusal after the last request; nil without one.
    var refusal: Int?
    var isMidway = false

    /// By the decoder of the server.
    init(_ parts: [[UInt8]], limits: RequestLimits = RequestLimits(OriginLimits())) {
        let decoder = RequestDecoder(limits: limits)
        for part in parts {
            decoder.append(ByteBuffer(bytes: part))
            while let arrived = decoder.next() {
                guard arrived.refusal == nil else {
                    refusal = arrived.refusal?.status
                    continue
                }
                requests.append(
                    Request(
                        method: arrived.request.method,
                        target: arrived.request.target,
                        body: arrived.request.body,
                        keepAlive: arrived.keepAlive
                    )
                )
            }
        }
        isMidway = decoder.isMidway
    }

    /// The same up to the request that ends the connection. Decoders may refuse the bytes behind it, and the server ignores them.
    var endingWithConnection: Decoded {
        guard let last = requests.firstIndex(where: { !$0.keepAlive }) else { return self }
        var decoded = self
        decoded.requests = Array(requests[...last])
        decoded.refusal = nil
        return decoded
    }

    init(_ text: String, limits: RequestLimits = RequestLimits(OriginLimits())) {
        self.init([Array(text.utf8)], limits: limits)
    }

    /// By SwiftNIO's, up to its first error.
    init(bySwiftNIO bytes: [UInt8]) throws {
        let channel = EmbeddedChannel(
            handler: ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes))
        )
        do {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
        } catch {
            refusal = 400
        }
        var head: HTTPRequestHead?
        var body: [UInt8] = []
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            switch part {
            case .head(let new): (head, body) = (new, [])
            case .body(let bytes): body += bytes.readableBytesView
            case .end:
                guard let head else { continue }
                requests.append(
                    Request(method: head.method.rawValue, target: head.uri, body: body, keepAlive: head.isKeepAlive)
                )
            }
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }
}

@Suite("Requests are decoded from bytes, and everything else is refused")
struct RequestDecoderTests {
    private static let get = "GET /time/0 HTTP/1.1\r\nHost: o\r\n"
    private static let post = "POST /a HTTP/1.1\r\nHost: o\r\n"

    @Test("Requests with and without bodies follow each other")
    func whole() {
        let text =
            "\r\n" + Self.get + "\r\n" + Self.post + "Content-Length: 3\r\n\r\nabc\r\n\r\n" + Self.post
            + "Transfer-Encoding:  CHUNKED \r\n\r\n2;a=b\r\nab\r\n0000A\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"
            + "PUT * HTTP/1.0\r\ncontent-length:0\r\n\r\n"
        let decoded = Decoded(text)
        #expect(decoded.requests.map(\.method) == ["GET", "POST", "POST", "PUT"])
        #expect(decoded.requests.map(\.target) == ["/time/0", "/a", "/a", "*"])
        #expect(decoded.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "abc", "ab0123456789", ""])
        #expect(decoded.requests.map(\.keepAlive) == [true, true, true, false])
        #expect(decoded.refusal == nil && !decoded.isMidway)
    }

    @Test("A request of HTTP/1.1 names its host once; one of HTTP/1.0 may name none (RFC 9112, 3.2)")
    func host() {
        for (version, header, refusal) in [
            ("1.1", "", 400), ("1.0", "", nil), ("1.1", "Host: o\r\n", nil), ("1.1", "Host: [::1]:80\r\n", nil),
            ("1.1", "Host: o\r\nHost: o\r\n", 400), ("1.0", "Host: o\r\nHost: o\r\n", 400), ("1.1", "Host:\r\n", 400),
            ("1.1", "Host: o:80@p\r\n", 400), ("1.1", "Host: o, p\r\n", 400), ("1.1", "Host: o/p\r\n", 400),
        ] as [(String, String, Int?)] {
            let decoded = Decoded("GET /time/0 HTTP/\(version)\r\n\(header)\r\n")
            #expect(decoded.refusal == refusal, "\(version) \(header)")
            #expect(decoded.requests.count == (refusal == nil ? 1 : 0), "\(version) \(header)")
        }
    }

    @Test("Of a URL as the target, the path and the query count (RFC 9112, 3.2.2)")
    func absoluteForm() {
        for (method, target, expected) in [
            ("GET", "http://o/time/0?a=b", "/time/0?a=b"), ("GET", "HTTPS://[::1]:443/a", "/a"),
            ("GET", "http://o", "/"),
            ("GET", "http://o?a", "/?a"), ("OPTIONS", "http://o:80", "*"), ("OPTIONS", "http://o/", "/"),
            ("GET", "http://u@o/a", nil), ("GET", "http:///a", nil), ("GET", "ftp://o/a", nil), ("GET", "http:/a", nil),
            ("GET", "o:80", nil), ("GET", "http://o:80:80/", nil), ("GET", "http://o:65536/", nil),
        ] as [(String, String, String?)] {
            let decoded = Decoded("\(method) \(target) HTTP/1.1\r\nHost: p\r\n\r\n")
            #expect(decoded.requests.map(\.target) == (expected.map { [$0] } ?? []), "\(target)")
            #expect(decoded.refusal == (expected == nil ? 400 : nil), "\(target)")
        }
    }

    @Test(
        "The headers that the server uses are read without regard to case; of several the first counts, or all of a list"
    )
    func headers() throws {
        let decoder = RequestDecoder(limits: RequestLimits(OriginLimits()))
        let lines = [
            "CONTENT-TYPE: a/b", "content-type: c/d", "Content-Encoding:gzip", "If-Match: \"tag\"",
            "X-Content-Length: 9",
            "Accept-Encoding: br , gzip;q=1",
        ]
        decoder.append(ByteBuffer(string: Self.get + lines.map { $0 + "\r\n" }.joined() + "\r\n"))
        let first = decoder.next()
        let request = try #require(first).request
        #expect(request.contentType == "a/b" && request.contentEncoding == "gzip" && request.ifMatch == "\"tag\"")
        #expect(request.acceptsCompression)
        decoder.append(
            ByteBuffer(
                string: Self.get + "Accept-Encoding: br\r\nAccept-Encoding: xgzip\r\nIf-Match: a\r\nIf-Match: b\r\n\r\n"
            )
        )
        let second = decoder.next()
        let next = try #require(second).request
        #expect(!next.acceptsCompression && next.contentType == nil && next.ifMatch == "a, b")
    }

    @Test("A connection goes on as its version and its header say")
    func keepAlive() {
        let cases = [
            ("1.1", "", true), ("1.1", "Connection: close\r\n", false), ("1.1", "Connection: a, CLOSE\r\n", false),
            ("1.1", "Connection: keep-alive\r\nConnection: close\r\n", false), ("1.0", "", false),
            ("1.0", "Connection: Keep-Alive\r\n", true), ("1.0", "Connection: keep-alive, close\r\n", false),
        ]
        for (version, header, keepAlive) in cases {
            let decoded = Decoded("GET / HTTP/\(version)\r\nHost: o\r\n\(header)\r\n")
            #expect(decoded.requests.map(\.keepAlive) == [keepAlive], "\(version) \(header)")
        }
    }

    /// Malformed requests, each of a form that a lenient server would accept.
    static let malformed = [
        // Lines.
        "GET / HTTP/1.1\nHost: o\n\n", "GET / HTTP/1.1\r\nHost: o\n\r\n",
        "GET / HTTP/1.1\r\nA: b\rc\r\nHost: o\r\n\r\n",
        "\n" + get + "\r\n",
        get + "A: b\0\r\n\r\n", get + "A: b\u{7F}\r\n\r\n", get + "\r\u{20}\n", get + " A: b\r\n\r\n",
        get + "A: b\r\n c\r\n\r\n",
        get + "\tA: b\r\n\r\n",
        // First lines.
        "GET  / HTTP/1.1\r\nHost: o\r\n\r\n", "GET / HTTP/1.1 \r\nHost: o\r\n\r\n",
        "GET /\tHTTP/1.1\r\nHost: o\r\n\r\n", " GET / HTTP/1.1\r\nHost: o\r\n\r\n",
        "GET /\r\n\r\n",
        "GET / HTTP/2.0\r\nHost: o\r\n\r\n", "GET / http/1.1\r\n\r\n", "GET / HTTP/1.10\r\nHost: o\r\n\r\n",
        "GET / HTTP/1.2\r\nHost: o\r\n\r\n",
        "GET HTTP/1.1\r\nHost: o\r\n\r\n",
        "get / HTTP/1.1\r\nHost: o\r\n\r\n", "GET / b HTTP/1.1\r\nHost: o\r\n\r\n", "GET a HTTP/1.1\r\nHost: o\r\n\r\n",
        "CONNECT o:80 HTTP/1.1\r\n\r\n",
        "GET /ä HTTP/1.1\r\nHost: o\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\n",
        // Headers.
        get + "A\r\n\r\n", get + ": b\r\n\r\n", get + "A : b\r\n\r\n", get + "A\t: b\r\n\r\n", get + "A(: b\r\n\r\n",
        get + "\u{C4}: b\r\n\r\n",
        get + "host: p\r\n\r\n",
        // Lengths.
        post + "Content-Length: \r\n\r\n", post + "Content-Length: +1\r\n\r\n1", post + "Content-Length: -1\r\n\r\n1",
        post + "Content-Length: 1 1\r\n\r\n1", post + "Content-Length: 0x1\r\n\r\n1",
        post + "Content-Length: 1,1\r\n\r\n1",
        post + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n1",
        post + "Content-Length: 18446744073709551617\r\n\r\n1",
        post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        post + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n",
        post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        post + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", post + "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
        post + "Transfer-Encoding:\r\n\r\n0\r\n\r\n", post + "Transfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        // Chunks.
        chunked("\r\n0\r\n\r\n"), chunked("1\r\n12\r\n0\r\n\r\n"), chunked("1\r\n1\n0\r\n\r\n"),
        chunked("1\n1\r\n0\r\n\r\n"), chunked("g\r\n"),
        chunked("0x1\r\n1\r\n0\r\n\r\n"), chunked("-1\r\n"), chunked("1 \r\n1\r\n0\r\n\r\n"),
        chunked(" 1\r\n1\r\n0\r\n\r\n"), chunked(";a\r\n"),
        chunked("00000000000000001\r\n1\r\n0\r\n\r\n"), chunked("1;\n1\r\n0\r\n\r\n"), chunked("0\r\nA\r\n\r\n"),
        chunked("0\r\nContent-Length: 1\r\n\r\n"),
        chunked("0\r\ntransfer-encoding: chunked\r\n\r\n"),
        chunked("0\r\n A: b\r\n\r\n"),
        chunked("1;" + String(repeating: "a", count: 255) + "\r\n1\r\n0\r\n\r\n"),
        chunked(String(repeating: "0", count: 300)),
        // Other protocols, before any line ends.
        "\u{16}\u{03}\u{01}", "nonsense", "\0", "{",
    ]

    private static func chunked(_ chunks: String) -> String { post + "Transfer-Encoding: chunked\r\n\r\n" + chunks }

    @Test("What is malformed is refused with 400, and nothing behind it is taken", arguments: malformed)
    func refused(text: String) {
        let decoded = Decoded(Self.get + "\r\n" + text + Self.get + "\r\n" + Self.get + "\r\n")
        #expect(decoded.requests.count == 1)
        #expect(decoded.refusal == 400)
        let alone = Decoded(text.utf8.map { [$0] })
        #expect(alone.requests.isEmpty && alone.refusal == 400, "byte by byte, without what follows")
    }

    @Test("What exceeds a limit is refused with its status before it has arrived; what reaches the limit is served")
    func limits() {
        func x(_ count: Int) -> String { String(repeating: "x", count: count) }
        let cases: [(text: String, refusal: Int?)] = [
            ("GET /\(x(1999)) HTTP/1.1\r\nHost: o\r\n\r\n", nil), ("GET /\(x(2000)) HTTP/1.1\r\nHost: o\r\n\r\n", 414),
            ("GET /\(x(9000))", 414),
            ("GET / HTTP/1.1\r\nHost: o\r\nA: \(x(994))\r\n\r\n", nil),
            ("GET / HTTP/1.1\r\nHost: o\r\nA: \(x(995))\r\n\r\n", 431),
            ("GET / HTTP/1.1\r\nHost: o\r\nA: \(x(5000))", 431),
            ("GET / HTTP/1.1\r\nHost: o\r\nA:\(String(repeating: " ", count: 5000))", 431),
            ("GET / HTTP/1.1\r\nHost: o\r\n\(x(5000))", 431),
            ("GET / HTTP/1.1\r\nHost: o\r\n" + String(repeating: "A: b\r\n", count: 19) + "\r\n", nil),
            ("GET / HTTP/1.1\r\nHost: o\r\n" + String(repeating: "A: b\r\n", count: 21), 431),
            ("POST / HTTP/1.1\r\nHost: o\r\nContent-Length: 500\r\n\r\n\(x(500))", nil),
            ("POST / HTTP/1.1\r\nHost: o\r\nContent-Length: 501\r\n\r\n", 413),
            (Self.chunked("fa\r\n\(x(250))\r\nfa\r\n\(x(250))\r\n0\r\n\r\n"), nil),
            (Self.chunked("fa\r\n\(x(250))\r\nfb\r\n"), 413), (Self.chunked("ffffffffffffffff\r\n"), 413),
            (Self.chunked("0\r\n" + String(repeating: "A: b\r\n", count: 21)), 431),
            (Self.chunked("0\r\nA: \(x(5000))"), 431),
        ]
        for (text, refusal) in cases {
            let decoded = Decoded(text, limits: RequestLimits(.smallRequests))
            #expect(decoded.refusal == refusal, "\(text.prefix(60))")
            #expect(decoded.requests.count == (refusal == nil ? 1 : 0), "\(text.prefix(60))")
        }
    }

    @Test(
        "Part of a request is under way until its last byte has arrived; line breaks between requests are part of none"
    )
    func midway() {
        let text = "\r\n" + Self.post + "Content-Length: 2\r\n\r\nab"
        let decoder = RequestDecoder(limits: RequestLimits(OriginLimits()))
        for (index, byte) in text.utf8.enumerated() {
            #expect(decoder.isMidway == (index > 2))
            decoder.append(ByteBuffer(bytes: [byte]))
            let isWhole = decoder.next() != nil
            #expect(isWhole == (index == text.utf8.count - 1))
        }
        #expect(!decoder.isMidway && !decoder.isInBody)
    }

    // MARK: Random inputs

    private static let words = [
        "GET", "POST", "/", "/a", "*", " ", "\t", "HTTP/1.1", "HTTP/1.0", "\r\n", "\r", "\n", "\r\n\r\n", "Host: o",
        "A: b", "A:", ":", ",", ";",
        "Content-Length: 3", "Content-Length: 0", "content-length:3", "Content-Length", "Transfer-Encoding: chunked",
        "transfer-encoding:chunked", "Transfer-Encoding", "chunked", "Connection: close", "Connection: keep-alive", "3",
        "0", "a", "abc", "\0",
        "3\r\nabc\r\n", "0\r\n\r\n", "0\r\nT: t\r\n\r\n", "\u{FF}", "\"", "=",
    ]

    private static let seeds = [
        get + "\r\n", post + "Content-Length: 3\r\n\r\nabc",
        post + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n",
        "GET /b HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", post + "Content-Length: 0\r\nConnection: close\r\n\r\n",
        post + "Transfer-Encoding: chunked\r\n\r\n0\r\nT: t\r\n\r\n",
    ]

    /// Requests with up to three changes: a word put in, a range taken out or doubled, a byte replaced.
    private static func input(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            bytes += Array((seeds.randomElement(using: &random) ?? "").utf8)
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
            let word = Array((words.randomElement(using: &random) ?? "").utf8)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.insert(contentsOf: word, at: place)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: end)
            default: bytes.replaceSubrange(place..<min(place + 1, bytes.count), with: word.prefix(1))
            }
        }
        return bytes
    }

    @Test("Every request that it accepts SwiftNIO's decoder accepts as well, with the same end: 20,000 random inputs")
    func swiftNIO() throws {
        var random = SeededGenerator(seed: 16)
        var counts = (requests: 0, refusals: 0)
        for _ in 0..<20_000 {
            let bytes = Self.input(&random)
            let own = Decoded([bytes]).endingWithConnection
            let other = try Decoded(bySwiftNIO: bytes).endingWithConnection
            counts.requests += own.requests.count
            counts.refusals += own.refusal == nil ? 0 : 1
            let isSame = Array(other.requests.prefix(own.requests.count)) == own.requests
            // If it accepts all bytes, the other decoder finds no further request in them.
            let isWhole = own.refusal != nil || own.requests.count == other.requests.count
            #expect(
                isSame && isWhole,
                "\(String(decoding: bytes, as: UTF8.self).debugDescription): \(own) and \(other)"
            )
        }
        #expect(counts.requests > 10_000 && counts.refusals > 1000)
    }

    @Test("The parts in which bytes arrive make no difference: 5,000 random inputs")
    func parts() {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<5000 {
            let bytes = Self.input(&random)
            var parts: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(rest.count, 20), using: &random)
                parts.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let (inParts, whole) = (Decoded(parts), Decoded([bytes]))
            #expect(inParts == whole, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }
}
