import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Errors and retries".
@Suite("Floods on the socket: refused in the service's words, and the connection closed")
struct FloodSocketTests {
    private func connected(
        limits: OriginLimits = .smallRequests,
        clock: OriginManualClock = OriginManualClock(),
        _ body: @escaping @Sendable (RawConnection, OriginServer) throws -> Void
    ) async throws {
        try await withOrigin(OriginConfiguration(limits: limits, clock: clock)) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                try body(connection, server)
            }
            // Refused requests leave no state behind.
            #expect(await eventually { server.waitingCount == 0 })
        }
    }

    private static func post(_ rest: String) -> String {
        "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\n" + rest
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static func get(_ rest: String) -> String { "GET /time/0\(rest)" }

    private static let filler = repeated("x", 100_000)
    private static let head = " HTTP/1.1\r\nHost: o\r\n"
    private static let chunk = "64\r\n\(repeated("1", 100))\r\n"

    /// Floods, by the status of the response.
    static let floods: [(status: Int, request: String)] = [
        (414, get("?\(repeated("x", 2500))\(head)\r\n")),
        (414, get("?\(filler)\(head)\r\n")),
        (414, get("?\(filler)")),
        (431, get("\(head)A: \(repeated("x", 1500))\r\n\r\n")),
        (431, get("\(head)A: \(filler)\r\n\r\n")),
        (431, get("\(head)\(repeated("A: b\r\n", 25))\r\n")),
        (431, get("\(head)\(repeated("Header: value\r\n", 10_000))")),
        (413, post("Content-Length: 501\r\n\r\n\(repeated("1", 501))")),
        (413, post("Content-Length: 900000000\r\n\r\n\(filler)")),
        (413, post("Transfer-Encoding: chunked\r\n\r\n\(repeated(chunk, 500))")),
        (400, "nonsense\r\n\r\n\(filler)"),
    ]

    @Test(
        "Refuses each flood with its status, also behind another request, and closes the connection",
        arguments: floods
    )
    func refused(status: Int, request: String) async throws {
        try await connected { connection, server in
            connection.send(request)
            let answer = connection.answer()
            #expect(answer?.status == status)
            #expect(answer?["connection"] == "close")
            #expect(answer?.text.contains("\"status\":\(status),\"service\":\"Balancer\"") == true)
            connection.finishSending()
            #expect(connection.waitForEnd() == .closed)
            let second = try #require(RawConnection(port: server.port))
            second.send("GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n" + request)
            #expect(second.answer()?.status == 200)
            #expect(second.answer()?.status == status)
            #expect(waitUntil { server.connectionCount <= 2 })
        }
    }

    @Test("Closes the connection of a client that continues to send after a refusal")
    func endlessBody() async throws {
        try await connected { connection, server in
            connection.send(Self.post("Content-Length: 900000000\r\n\r\n"))
            #expect(connection.answer()?.status == 413)
            // More than the server discards patiently; sending ends when the origin has closed the connection.
            for _ in 0..<50 { connection.send(Self.filler) }
            #expect(waitUntil { server.connectionCount == 0 })
        }
    }

    @Test("Serves requests of exactly the limit")
    func largest() async throws {
        try await connected { connection, _ in
            let target = "/time/0?" + String(repeating: "x", count: 2000 - 8)
            connection.get(target)
            #expect(connection.answer()?.status == 200)
            connection.send(Self.post("Content-Length: 500\r\n\r\n\"" + String(repeating: "x", count: 498) + "\""))
            #expect(connection.answer()?.status == 200)
            connection.get("/time/0", String(repeating: "A: b\r\n", count: 19))
            #expect(connection.answer()?.status == 200)
        }
    }

    @Test("A client that does not go after a refusal is closed on in time; one that waits between requests is not")
    func lingering() async throws {
        let clock = OriginManualClock()
        try await connected(clock: clock) { connection, server in
            let idle = try #require(RawConnection(port: server.port))
            idle.get("/time/0")
            #expect(idle.answer()?.status == 200)
            idle.send("\r\n")
            connection.get("/time/0?" + Self.filler)
            #expect(connection.answer()?.status == 414)
            #expect(waitUntil { clock.deadlines.contains(.seconds(5)) })
            clock.advance(by: .seconds(5))
            #expect(waitUntil { server.connectionCount == 1 })
            idle.get("/time/0")
            #expect(idle.answer()?.status == 200)
        }
    }
}
