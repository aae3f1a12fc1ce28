import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Servers behind proxies: the address of the client")
struct ProxiedClientTests {
    final class Peers: OriginObserver {
        private let peers = Locked<[String?]>([])
        var all: [String?] { peers.withLock { $0 } }
        func requestEnded(_ record: OriginRequestRecord) { peers.withLock { $0.append(record.peer) } }
    }

    /// The lines for the operator.
    final class Lines: Sendable {
        private let lines = Locked<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func take(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// A server whose proxies are 127.0.0.1 and 127.0.1.0/24, with what it records.
    struct Setup: Sendable {
        let port: Int
        let clock: OriginManualClock
        let server: OriginServer
        let peers: Peers
        let lines: Lines

        func connection(from source: String? = nil) throws -> RawConnection {
            try #require(RawConnection(port: port, from: source))
        }
    }

    static func withServer(
        usesProxyProtocol: Bool = false,
        header: OriginProxies.Header? = nil,
        change: (inout OriginLimits) -> Void = { _ in },
        _ body: @escaping @Sendable (Setup) throws -> Void
    ) async throws {
        let (clock, peers, lines) = (OriginManualClock(), Peers(), Lines())
        var configuration = OriginConfiguration(clock: clock)
        configuration.proxies = OriginProxies(
            addresses: ["127.0.0.1", "127.0.1.0/24"],
            header: header,
            usesProxyProtocol: usesProxyProtocol
        )
        configuration.observers = [peers]
        configuration.report = { lines.take($0) }
        change(&configuration.limits)
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                try body(
                    Setup(port: address.port, clock: clock, server: server, peers: peers, lines: lines)
                )
            }
        }
    }

    private static let request = Array("GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n".utf8)

    private static func header(_ last: UInt8, command: UInt8 = 0x21) -> [UInt8] {
        ProxyHeaderTests.header(command: command, [203, 0, 113, last, 127, 0, 0, 1, 0x30, 0x39, 0x1F, 0x90])
    }

    // MARK: PROXY protocol

    @Test("Records have the client that the header of a connection names, and the proxy for the proxy's own checks")
    func named() async throws {
        try await Self.withServer(usesProxyProtocol: true) { setup in
            for command: UInt8 in [0x21, 0x20] {
                let connection = try setup.connection()
                connection.send(Self.header(9, command: command) + Self.request)
                #expect(connection.answer()?.status == 200)
                connection.send(Self.request)
                #expect(connection.answer()?.status == 200, "further requests have no header")
            }
            #expect(setup.peers.all == ["203.0.113.9", "203.0.113.9", "127.0.0.1", "127.0.0.1"])
            #expect(setup.lines.all == [])
        }
    }

    @Test("A header that arrives byte by byte, and with the request in its last part, is read")
    func slowly() async throws {
        try await Self.withServer(usesProxyProtocol: true) { setup in
            let connection = try setup.connection()
            let bytes = Self.header(9) + Self.request
            for byte in bytes.prefix(27) { connection.send([byte]) }
            connection.send(Array(bytes.dropFirst(27)))
            #expect(connection.answer()?.status == 200)
            #expect(setup.peers.all == ["203.0.113.9"])
        }
    }

    @Test(
        "A connection without a header, or with a malformed one, is closed without a response, and the log says so once a minute"
    )
    func refused() async throws {
        try await Self.withServer(usesProxyProtocol: true) { setup in
            let beginnings = [Self.request, Array(Self.header(9).prefix(13)) + [0x12], Self.header(9, command: 0x31)]
            for bytes in beginnings + [ProxyHeaderTests.header(Array(repeating: 0, count: 3000))] {
                let connection = try setup.connection()
                connection.send(bytes)
                connection.finishSending()
                #expect(connection.waitForEnd() != .timedOut)
                #expect(connection.received.isEmpty)
            }
            #expect(waitUntil { setup.server.connectionCount == 0 })
            #expect(setup.lines.all.count == 1)
            #expect(setup.lines.all.first?.contains("127.0.0.1: no usable header") == true)
            #expect(setup.server.statistics.refusedConnections == 4)
            setup.clock.advance(by: .seconds(60))
            let connection = try setup.connection()
            connection.send("GET")
            #expect(connection.waitForEnd() != .timedOut)
            #expect(setup.lines.all.last?.hasSuffix("(4 since the last such line)") == true)
        }
    }

    @Test("A header that is not complete 20 s after the connection was opened ends it, however often a byte arrives")
    func deadline() async throws {
        try await Self.withServer(usesProxyProtocol: true) { setup in
            let connection = try setup.connection()
            #expect(waitUntil { setup.clock.deadlines.contains(.seconds(20)) })
            for byte in Self.header(9).prefix(19) {
                connection.send([byte])
                setup.clock.advance(by: .seconds(1))
            }
            setup.clock.advance(by: .seconds(1))
            #expect(connection.waitForEnd() != .timedOut)
            #expect(connection.received.isEmpty)
        }
    }

    @Test("A peer that is no proxy cannot name an address: its connection is closed")
    func stranger() async throws {
        try await Self.withServer(usesProxyProtocol: true) { setup in
            let connection = try setup.connection(from: "127.0.0.9")
            connection.send(Self.header(9) + Self.request)
            #expect(connection.waitForEnd() != .timedOut)
            #expect(connection.received.isEmpty)
            #expect(setup.peers.all.isEmpty)
            #expect(setup.lines.all == ["closed a connection of 127.0.0.9: not from a trusted proxy"])
        }
    }

    @Test("The limit of connections holds for each client of a proxy, and not for the proxy")
    func connectionsPerClient() async throws {
        try await Self.withServer(usesProxyProtocol: true) {
            $0.connectionsPerAddress = 2
            $0.limitsLoopback = true
        } _: { setup in
            func open(_ client: UInt8) throws -> RawConnection {
                let connection = try setup.connection()
                connection.send(Self.header(client) + Self.request)
                return connection
            }
            let first = try [1, 1, 2, 2].map { try open($0) }
            #expect(first.map { $0.answer()?.status } == [200, 200, 200, 200])
            #expect(try open(1).answer() == nil)
            first[0].close()
            #expect(waitUntil { setup.server.connectionCount == 3 })
            #expect(try open(1).answer()?.status == 200)
        }
    }

    @Test("A server that stops does not wait for a header")
    func stops() async throws {
        let configuration = {
            var configuration = OriginConfiguration()
            configuration.proxies = OriginProxies(addresses: ["127.0.0.1"], usesProxyProtocol: true)
            return configuration
        }()
        try await withOrigin(configuration) { server, address in
            let connection = try #require(RawConnection(port: address.port))
            connection.send(Array(Self.header(9).prefix(20)))
            #expect(await eventually { server.connectionCount == 1 })
            await server.stop()
            #expect(connection.waitForEnd() != .timedOut)
        }
    }

    // MARK: Headers of requests

    @Test("Records have the client that a proxy names; each request of a connection may have another one")
    func forwarded() async throws {
        try await Self.withServer(header: .xForwardedFor) { setup in
            let connection = try setup.connection()
            for headers in [
                "X-Forwarded-For: 203.0.113.9\r\n",
                "x-forwarded-for: 1.1.1.1\r\nX-Forwarded-For: 203.0.113.8, 127.0.1.5\r\n",
                "Forwarded: for=1.1.1.1\r\n",
            ] {
                connection.get("/time/0", headers)
                #expect(connection.answer()?.status == 200)
            }
            #expect(setup.peers.all == ["203.0.113.9", "203.0.113.8", "127.0.0.1"])
        }
    }

    @Test("Forwarded is read if the settings name it, and the other header is not")
    func standard() async throws {
        try await Self.withServer(header: .forwarded) { setup in
            let connection = try setup.connection()
            connection.get("/time/0", "Forwarded: for=1.1.1.1, for=\"[2001:db8::7]:1\"\r\nX-Forwarded-For: 1.1.1.1\r\n")
            #expect(connection.answer()?.status == 200)
            #expect(setup.peers.all == ["2001:db8::7"])
        }
    }

    @Test("What another peer writes into the header has no effect")
    func forged() async throws {
        try await Self.withServer(header: .xForwardedFor) { setup in
            let connection = try setup.connection(from: "127.0.0.9")
            connection.get("/time/0", "X-Forwarded-For: 203.0.113.9\r\n")
            #expect(connection.answer()?.status == 200)
            #expect(setup.peers.all == ["127.0.0.9"])
        }
    }

    @Test("The rate of an address holds for each client of a proxy, on all its connections")
    func rates() async throws {
        try await Self.withServer(header: .xForwardedFor) {
            $0.requestsPerSecondPerAddress = 2
        } _: { setup in
            let connections = try (0..<2).map { _ in try setup.connection() }
            func status(_ connection: Int, _ client: String) -> Int? {
                connections[connection].get("/time/0", "X-Forwarded-For: \(client)\r\n")
                return connections[connection].answer()?.status
            }
            #expect([status(0, "203.0.113.1"), status(1, "203.0.113.1"), status(0, "203.0.113.1")] == [200, 200, 429])
            #expect(status(0, "203.0.113.2") == 200)
            #expect(status(1, "9.9.9.9, 203.0.113.1") == 429, "what the client adds gives it no further rate")
        }
    }

    @Test(
        "The rate of an address holds for a client that its proxy does not name, even if the proxy is on this machine"
    )
    func unnamed() async throws {
        try await Self.withServer(header: .forwarded) {
            $0.requestsPerSecondPerAddress = 2
        } _: { setup in
            let connection = try setup.connection()
            func status(_ headers: String) -> Int? {
                connection.get("/time/0", headers)
                return connection.answer()?.status
            }
            // A client leaves its quotation mark open in front of what its proxy appends.
            let forged = "Forwarded: for=\"1.1.1.1, for=203.0.113.9\r\n"
            #expect((0..<3).map { _ in status(forged) } == [200, 200, 429])
            #expect((0..<3).map { _ in status("") } == [200, 200, 200], "the proxy's own requests")
            #expect(setup.peers.all == Array(repeating: "127.0.0.1", count: 6))
        }
    }

    @Test("A client of a proxy may have as many requests in progress as an address may have connections")
    func inProgress() async throws {
        try await Self.withServer(header: .xForwardedFor) {
            $0.connectionsPerAddress = 2
        } _: { setup in
            func wait(_ client: String) throws -> RawConnection {
                let connection = try setup.connection()
                connection.get("/v2/subscribe/demo/c/0?tt=1", "X-Forwarded-For: \(client)\r\n")
                return connection
            }
            let waiting = try (0..<2).map { _ in try wait("203.0.113.1") }
            #expect(waitUntil { setup.server.waitingCount == 2 })
            let refused = try #require(try wait("203.0.113.1").answer())
            #expect(refused.status == 429)
            #expect(refused["retry-after"] == "1")
            _ = try wait("203.0.113.2")
            let other = try wait("203.0.113.3")
            #expect(waitUntil { setup.server.waitingCount >= 3 })
            waiting[0].close()
            #expect(waitUntil { setup.server.waitingCount <= 3 })
            let connection = try setup.connection()
            let next = waitUntil {
                connection.get("/time/0", "X-Forwarded-For: 203.0.113.1\r\n")
                return connection.answer()?.status == 200
            }
            #expect(next, "a request that ended makes room for another one")
            other.close()
        }
    }
}
