import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Browsers: pages of other origins may use every route, and no response is taken for a page or a script")
struct BrowserTests {
    private func connected(_ body: @escaping @Sendable (RawConnection) throws -> Void) async throws {
        try await withOrigin { _, address in
            try await onOwnThread { try body(try #require(RawConnection(port: address.port))) }
        }
    }

    private static func options(_ target: String, headers: String? = nil) -> String {
        let asked = headers.map { "Access-Control-Request-Headers: \($0)\r\n" } ?? ""
        return "OPTIONS \(target) HTTP/1.1\r\nHost: o\r\nOrigin: https://example.org\r\n"
            + "Access-Control-Request-Method: PATCH\r\n\(asked)\r\n"
    }

    @Test(
        "OPTIONS says which methods and headers a page may use, and for how long",
        arguments: [
            "/v2/objects/demo/uuids/u?include=custom", "/publish/demo/demo/0/a/0", "/v1/message-actions/demo/channel/a",
        ]
    )
    func preflight(target: String) async throws {
        try await connected { connection in
            connection.send(Self.options(target, headers: "content-type, If-Match,x-other"))
            let answer = try #require(connection.answer())
            #expect(answer.status == 204)
            #expect(answer["access-control-allow-origin"] == "*")
            #expect(answer["access-control-allow-methods"] == "GET, POST, PATCH, DELETE, OPTIONS")
            #expect(answer["access-control-allow-headers"] == "content-type, if-match")
            #expect(answer["access-control-max-age"] == "86400")
            #expect(answer["content-length"] == nil, "a response with this status has no body")
            connection.get("/time/0")
            #expect(connection.answer()?.status == 200, "the connection goes on")
        }
    }

    @Test("Only headers that routes use are allowed")
    func otherHeaders() async throws {
        try await connected { connection in
            connection.send(Self.options("/time/0", headers: "x-secret"))
            #expect(connection.answer()?["access-control-allow-headers"] == nil)
            connection.send(Self.options("/time/0"))
            let allowed = "content-type, content-encoding, if-match, range"
            #expect(connection.answer()?["access-control-allow-headers"] == allowed)
        }
    }

    @Test("Every response, also a refusal, forbids guessing its type", arguments: ["/time/0", "/nothing", "/time/%zz"])
    func noSniffing(target: String) async throws {
        try await connected { connection in
            connection.get(target)
            #expect(connection.answer()?["x-content-type-options"] == "nosniff")
        }
    }

    @Test("A page reads the tag of an object from a header, and its change with that tag is accepted")
    func entityTag() async throws {
        try await connected { connection in
            func patch(_ body: String, _ header: String = "") {
                connection.send(
                    "PATCH /v2/objects/demo/uuids/u?uuid=u HTTP/1.1\r\nHost: o\r\nContent-Type: application/json\r\n"
                        + "\(header)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
            }
            patch(#"{"name":"Ann"}"#)
            let first = try #require(connection.answer())
            let tag = try #require(first["etag"])
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
            #expect(first.text.contains("\"eTag\":\(tag)"))
            #expect(first["access-control-expose-headers"] == "ETag")
            patch(#"{"name":"Bea"}"#, "If-Match: \(tag)\r\n")
            #expect(connection.answer()?.status == 200)
            patch(#"{"name":"Eve"}"#, "If-Match: \(tag)\r\n")
            #expect(connection.answer()?.status == 412)
        }
    }
}

@Suite("Names of JSONP functions")
struct CallbackNameTests {
    @Test(
        "Identifiers joined by dots are called",
        arguments: ["f", "_1", "$.a", "angular.callbacks._0", "t_9f3ab", "a%2Eb"]
    )
    func valid(name: String) {
        let probe = OriginProbe()
        let plain = name.replacing("%2E", with: ".")
        #expect(probe.get("/time/\(name)").body == "\(plain)([14186550000000000])")
        let history = probe.get("/v2/history/sub-key/demo/channel/a?callback=\(name)")
        #expect(history.body == "\(plain)([[],0,0])")
    }

    @Test(
        "Everything else is refused, and nothing happens",
        arguments: [
            "alert(1)%2F%2F", "a%3Cscript%3E", "a%20b", "1a", "a..b", ".a", "a.", "a%5B0%5D", "%C3%A9", "a%0D%0Ab",
            String(repeating: "a", count: 129),
        ]
    )
    func invalid(name: String) {
        let probe = OriginProbe()
        for target in [
            "/time/\(name)", "/v2/history/sub-key/demo/channel/a?callback=\(name)", "/publish/demo/demo/0/a/\(name)/1",
            "/v2/presence/sub-key/demo?callback=\(name)", "/nothing?callback=\(name)",
        ] {
            let exchange = probe.get(target)
            #expect(exchange.status == (target.hasPrefix("/nothing") ? 404 : 400), "\(target)")
            #expect(exchange.body?.hasPrefix("{\"status\":4") == true)
        }
        #expect(probe.get("/v2/history/sub-key/demo/channel/a").body == "[[],0,0]")
    }
}
