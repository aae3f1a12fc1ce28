import PubNubTestSupport
import Testing

@testable import PubNubOrigin

@Suite("Floods on the socket (wire reference 1.1, 2.3): refused in the service's words, and the connection closed")
struct FloodSocketTests {
    private static let limits: OriginLimits = {
        var limits = OriginLimits()
        limits.maximumURLBytes = 2000
        limits.maximumHeaderBytes = 1000
        limits.maximumHeaders = 20
        limits.maximumBodyBytes = 500
        return limits
    }()

    private func connected(
        limits: OriginLimits = limits,
        clock: OriginManualClock = OriginManualClock(),
        _ body: @escaping @Sendable (RawConnection, OriginServer) throws -> Void
    ) async throws {
        try await withOrigin(OriginConfiguration(limits: limits, clock: clock)) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                try body(connection, server)
            }
            // What was refused leaves nothing behind.
            #expect(waitUntil { server.waitingCount == 0 })
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

    /// Floods, by the status they are answered with.
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
        "Each is answered with its status, also behind another request, and then the connection ends",
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

    @Test("A client that goes on sending after a refusal is cut off")
    func endlessBody() async throws {
        try await connected { connection, server in
            connection.send(Self.post("Content-Length: 900000000\r\n\r\n"))
            #expect(connection.answer()?.status == 413)
            // More than is thrown away in patience; sending ends when the origin has closed.
            for _ in 0..<50 { connection.send(Self.filler) }
            #expect(waitUntil { server.connectionCount == 0 })
        }
    }

    @Test("What fits exactly is served")
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

    @Test(
        "A request that does not come to its end in time is refused, whatever part of it is missing",
        arguments: [
            "GET /ti", "GET /time/0 HTTP/1.1\r\nHost: o\r\nA: ", post("Content-Length: 10\r\n\r\n1"),
            "GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\nGET /time/0 HTTP/1.1\r\n",
        ]
    )
    func slow(part: String) async throws {
        let clock = OriginManualClock()
        try await connected(clock: clock) { connection, server in
            connection.send(part)
            if part.contains("\r\n\r\nGET") {
                #expect(connection.answer()?.status == 200)
                connection.send("X")
            }
            #expect(waitUntil { clock.deadlines.contains(.seconds(60)) })
            clock.advance(by: .seconds(59))
            connection.send(part.hasPrefix("POST") ? "1" : "a")
            clock.advance(by: .seconds(1))
            #expect(connection.answer()?.status == 408)
            connection.finishSending()
            #expect(connection.waitForEnd() == .closed)
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
            #expect(waitUntil { !clock.deadlines.isEmpty })
            clock.advance(by: .seconds(60))
            #expect(waitUntil { server.connectionCount == 1 })
            idle.get("/time/0")
            #expect(idle.answer()?.status == 200)
        }
    }

    @Test("Beyond the most connections a further one is closed as it comes")
    func connections() async throws {
        var limits = Self.limits
        limits.connections = 2
        try await connected(limits: limits) { connection, server in
            connection.get("/time/0")
            #expect(connection.answer()?.status == 200)
            let second = try #require(RawConnection(port: server.port))
            second.get("/time/0")
            #expect(second.answer()?.status == 200)
            let third = try #require(RawConnection(port: server.port))
            #expect(third.waitForEnd() != .timedOut)
            second.close()
            #expect(waitUntil { server.connectionCount == 1 })
            let fourth = try #require(RawConnection(port: server.port))
            fourth.get("/time/0")
            #expect(fourth.answer()?.status == 200)
        }
    }
}
