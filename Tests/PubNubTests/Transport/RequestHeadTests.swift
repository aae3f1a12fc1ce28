import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// Documentation/WireProtocol.md, "Requests".
@Suite("The described head of a request equals the one that is sent", .timeLimit(.minutes(5)))
struct RequestHeadTests {
    private let transport = CurlTransport()

    /// Reads one request and stores its bytes.
    private func expectSent(
        _ make: (RawServer) throws -> TransportRequest,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let arrived = Locked<RawRequest?>(nil)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                arrived.withLock { $0 = request }
                connection.send(HTTPText.response("[1]"))
            }
        }
        let request = try make(server)
        #expect(await transport.send(request).text == "[1]", sourceLocation: sourceLocation)
        let sent = try #require(arrived.withLock { $0 })
        #expect(RequestHead(request)?.text == sent.head, sourceLocation: sourceLocation)
        #expect(request.byteCount == sent.head.utf8.count + sent.body.count, sourceLocation: sourceLocation)
    }

    @Test("Every method, with a body and without", arguments: [Verb.get, .post, .patch, .delete], [nil, "", "{}"])
    func methods(verb: Verb, body: String?) async throws {
        try await expectSent {
            TransportRequest(id: .next(), verb: verb, url: $0.url("/a?b=c"), body: body.map { Array($0.utf8) })
        }
    }

    @Test("Additional header fields, also without a value", arguments: [true, false])
    func fields(acceptsCompression: Bool) async throws {
        try await expectSent {
            TransportRequest(
                id: .next(),
                verb: .post,
                url: $0.url("/a"),
                headers: [("Content-Type", "application/json"), ("X-Empty", ""), ("If-Match", "\"A\"")],
                body: [1, 2, 3],
                acceptsCompression: acceptsCompression
            )
        }
    }

    @Test("An origin without a path, with a query only, and with a long path", arguments: [0, 1, 40_000])
    func targets(length: Int) async throws {
        let path = length == 0 ? "" : length == 1 ? "?a=1" : "/" + String(repeating: "x", count: length)
        try await expectSent { TransportRequest(id: .next(), url: $0.url(path)) }
    }

    @Test("A forwarding proxy receives the whole URL and the credentials", arguments: [nil, "worker"])
    func forwarded(username: String?) async throws {
        try await expectSent { server in
            let password = username.map { "\($0)-password" }
            return TransportRequest(
                id: .next(),
                url: "http://origin.test/time/0?a=%20",
                proxy: try HTTPProxy(host: "127.0.0.1", port: Int(server.port), username: username, password: password)
            )
        }
    }

    @Test(
        "Omits the port of the scheme, and names any other",
        arguments: [
            ("http://h:80/", "h"), ("http://h:443/", "h:443"), ("https://h:443/", "h"), ("https://h:80/", "h:80"),
            ("https://[::1]:8443/", "[::1]:8443"), ("https://h/", "h"),
        ]
    )
    func ports(url: String, host: String) throws {
        let head = try #require(RequestHead(TransportRequest(id: .next(), url: url)))
        #expect(head.text.hasPrefix("GET / HTTP/1.1\r\nHost: \(host)\r\n"))
    }

    @Test("A URL that is not http or https has no size", arguments: ["", "file:///etc/passwd", "http://"])
    func other(url: String) {
        #expect(TransportRequest(id: .next(), url: url).byteCount == nil)
    }
}
