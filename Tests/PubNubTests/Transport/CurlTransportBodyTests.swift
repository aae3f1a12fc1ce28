import Foundation
import PubNubCodec
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// Documentation/WireProtocol.md, "Responses".
@Suite("Reading responses", .timeLimit(.minutes(5)))
struct CurlTransportBodyTests {
    /// `{"text":"héllo"}` in each of the encodings.
    enum Encoded: String, CaseIterable {
        case gzip = "H4sIAAAAAAACA6tWKkmtKFGyUso4vDInJ1+pFgCU29rhEQAAAA=="
        case zlib = "eJyrVipJrShRslLKOLwyJydfqRYAOYcGmw=="
        case raw = "q1YqSa0oUbJSyji8MicnX6kWAA=="

        var name: String { self == .gzip ? "gzip" : "deflate" }
        var bytes: [UInt8] { Data(base64Encoded: rawValue).map(Array.init) ?? [] }
    }

    static let text = "{\"text\":\"héllo\"}"

    let transport = CurlTransport()

    @Test("A chunked response is complete at its last chunk")
    func chunked() async throws {
        let server = try RawServer.answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n[[],\r\nE\r\n\"0123456789\"]\n\r\n0\r\n\r\n"
        )
        for _ in 0..<2 {
            #expect(await transport.get(server.url()).text == "[[],\"0123456789\"]\n")
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test("An interim response is not the response")
    func interim() async throws {
        let server = try RawServer.answering(
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]"
        )
        #expect(await transport.get(server.url()) == .success(TransportResponse(status: 200, body: Array("[1]".utf8))))
    }

    @Test("Without length and chunks, a response is complete when the connection closes")
    func untilClose() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n\r\n[1,2]")
        }
        #expect(await transport.get(server.url()).text == "[1,2]")
    }

    @Test("Reads gzip, zlib-wrapped deflate and raw deflate", arguments: Encoded.allCases)
    func compressed(encoded: Encoded) async throws {
        let headers = ["Content-Encoding: \(encoded.name)"]
        let server = try RawServer.answering(HTTPText.response(encoded.bytes, headers: headers))
        for _ in 0..<2 {
            #expect(await transport.get(server.url()).text == Self.text)
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test("Reads a response in pieces of one byte", arguments: [true, false])
    func oneByteAtATime(isCompressed: Bool) async throws {
        let response =
            isCompressed
            ? HTTPText.response(Encoded.gzip.bytes, headers: ["Content-Encoding: gzip"])
            : HTTPText.response(Self.text, headers: ["Content-Type: text/javascript"])
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                for byte in response {
                    connection.send([byte])
                }
            }
        }
        for _ in 0..<3 {
            #expect(await transport.get(server.url()).text == Self.text)
        }
    }

    @Test(
        "Refuses a body that is not in its declared encoding, or in an unknown one",
        arguments: ["gzip", "deflate", "unheard-of"]
    )
    func wrongEncoding(name: String) async throws {
        let server = try RawServer.answering(HTTPText.response("plain text", headers: ["Content-Encoding: \(name)"]))
        #expect(await transport.get(server.url()).failure == .badEncoding)
    }

    @Test(
        "Refuses a response that ends early",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1,2",
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2]\r\n",
            "HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n",
        ]
    )
    func truncated(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send(text)
        }
        #expect(await transport.get(server.url()).failure == .closed)
    }

    @Test("Refuses data that is not HTTP", arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "[1]\r\n\r\n"])
    func notHTTP(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send(text)
        }
        #expect(await transport.get(server.url()).failure == .closed)
    }

    @Test("The limit of a body is exact", arguments: [99, 100, 101])
    func bound(count: Int) async throws {
        let body = [UInt8](repeating: 7, count: count)
        let server = try RawServer.answering(HTTPText.response(body))
        let request = TransportRequest(id: .next(), url: server.url(), maximumBodyBytes: 100)
        let result = await transport.send(request)
        #expect(result == (count > 100 ? .failure(.tooLarge) : .success(TransportResponse(status: 200, body: body))))
    }

    @Test("The limit counts decompressed bytes")
    func decompressedBound() async throws {
        // 100,000 zeros in 132 bytes.
        let zeros =
            "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0Po" + String(repeating: "A", count: 128) + "IBXA32VEdSghgEA"
        let server = try RawServer.answering(
            HTTPText.response(Data(base64Encoded: zeros).map(Array.init) ?? [], headers: ["Content-Encoding: gzip"])
        )
        let small = TransportRequest(id: .next(), url: server.url(), maximumBodyBytes: 99_999)
        #expect(await transport.send(small).failure == .tooLarge)
        let large = TransportRequest(id: .next(), url: server.url(), maximumBodyBytes: 100_000)
        #expect(try await transport.send(large).get().body == [UInt8](repeating: 0, count: 100_000))
    }

    @Test("Reads a large body completely")
    func largeBody() async throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try RawServer.answering(HTTPText.response(body))
        #expect(try await transport.get(server.url()).get().body == body)
    }

    @Test("Reads all members of a gzip body", arguments: [2, 100])
    func members(count: Int) async throws {
        let parts = (0..<count).map { "part \($0);" }
        let body = try parts.flatMap { try Gzip.compress(Array($0.utf8)) }
        let server = try RawServer.answering(HTTPText.response(body, headers: ["Content-Encoding: gzip"]))
        #expect(await transport.get(server.url()).text == parts.joined())
    }

    @Test(
        "Reverses codings in the order of the header, in any case and spelling",
        arguments: [
            "content-encoding:GZIP,gzip", "CONTENT-ENCODING: x-gzip , identity,  gzip", "Content-Encoding: gzip, gzip",
        ]
    )
    func codings(header: String) async throws {
        let body = try Gzip.compress(Gzip.compress(Array(Self.text.utf8)))
        let server = try RawServer.answering(HTTPText.response(body, headers: [header]))
        #expect(await transport.get(server.url()).text == Self.text)
    }

    @Test("Decodes a response by its own header, regardless of interim responses and trailers")
    func otherHeaders() async throws {
        let server = try RawServer.answering(
            "HTTP/1.1 103 Early Hints\r\nContent-Encoding: gzip\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Content-Encoding\r\n\r\n"
                + "5\r\n[1,2]\r\n0\r\nContent-Encoding: gzip\r\n\r\n"
        )
        #expect(await transport.get(server.url()).text == "[1,2]")
    }

    @Test("Refuses more than three codings, and reads an empty body with a coding as empty")
    func oddCodings() async throws {
        let many = Array(repeating: "Content-Encoding: gzip", count: 4)
        let bomb = try RawServer.answering(HTTPText.response(try Gzip.compress([]), headers: many))
        #expect(await transport.get(bomb.url()).failure == .badEncoding)
        let empty = try RawServer.answering(HTTPText.response("", headers: ["Content-Encoding: gzip"]))
        #expect(await transport.get(empty.url()).text == "")
    }

    @Test(
        "A header line beyond 64 KiB, also beyond libcurl's own limit, ends the request with its own error",
        arguments: [66_000, 90_000, 200_000, 400_000]
    )
    func longLine(count: Int) async throws {
        let header = "X-Long: " + String(repeating: "x", count: count)
        let server = try RawServer.answering(HTTPText.response("[1]", headers: [header]))
        #expect(await transport.get(server.url()).failure == .headTooLarge)
        #expect(await transport.get(server.url(), lane: .subscribe).failure == .headTooLarge)
    }

    @Test("Header lines of more than 256 KiB in total end the request, including interim responses and trailers")
    func longHead() async throws {
        let line = "X-Long: " + String(repeating: "x", count: 30_000)
        let fits = try RawServer.answering(HTTPText.response("[1]", headers: Array(repeating: line, count: 8)))
        #expect(await transport.get(fits.url()).text == "[1]")
        let tooLong = try RawServer.answering(HTTPText.response("[1]", headers: Array(repeating: line, count: 9)))
        #expect(await transport.get(tooLong.url()).failure == .headTooLarge)
        let interim = "HTTP/1.1 103 Early Hints\r\n\(line)\r\n\r\n"
        let endless = try RawServer.answering(String(repeating: interim, count: 9) + "HTTP/1.1 200 OK\r\n\r\n")
        #expect(await transport.get(endless.url()).failure == .headTooLarge)
        // One line that is too long, and too many short ones.
        let short = "X-Short: " + String(repeating: "x", count: 3000) + "\r\n"
        for trailers in [line + "\r\n", String(repeating: short, count: 100)] {
            let trailing = try RawServer.answering(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\(trailers)\r\n"
            )
            #expect(await transport.get(trailing.url()).failure == .headTooLarge)
        }
    }

    @Test("The errors of too large responses name the limit and its setter")
    func limitsAreNamed() {
        let head = PNError(Failure(TransportFailure.headTooLarge))
        #expect(head.code == kPNResponseMalformedJSONError)
        #expect(head.localizedFailureReason?.contains("65536 bytes") == true)
        #expect(head.localizedFailureReason?.contains("262144 bytes") == true)
        #expect(head.localizedFailureReason?.contains("this client") == true)
        let body = PNError(Failure(TransportFailure.tooLarge))
        #expect(body.localizedFailureReason?.contains("16777216 bytes") == true)
    }
}
