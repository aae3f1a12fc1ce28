import Foundation
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Deadlines of connections: slow and silent clients are closed on, others are not")
struct DeadlineTests {
    private static let whole = "GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n"
    private static let body = "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: 100\r\n\r\n1"
    private static let chunks =
        "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n"

    private func connected(
        _ body: @escaping @Sendable (RawConnection, OriginManualClock, OriginServer) throws -> Void
    ) async throws {
        let clock = OriginManualClock()
        try await withOrigin(OriginConfiguration(clock: clock)) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                try body(connection, clock, server)
            }
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test(
        "A head that is not complete 20 s after its first byte is refused with 408, however often a byte of it arrives",
        arguments: ["GET /ti", "GET /time/0 HTTP/1.1\r\n", "GET /time/0 HTTP/1.1\r\nHost: o\r\nA: "]
    )
    func slowHead(part: String) async throws {
        try await connected { connection, clock, _ in
            // The response to the first request shows that the server has read the part as well.
            connection.send(Self.whole + part)
            #expect(connection.answer()?.status == 200)
            for _ in 0..<19 {
                clock.advance(by: .seconds(1))
                connection.send("a")
            }
            clock.advance(by: .seconds(1))
            let answer = connection.answer()
            #expect(answer?.status == 408)
            #expect(answer?["connection"] == "close")
            connection.finishSending()
            #expect(connection.waitForEnd() == .closed)
        }
    }

    @Test(
        "A body that is not complete 60 s after the first byte of its request is refused with 408, however often a byte arrives",
        arguments: [(body, "1"), (chunks, "1\r\n1\r\n")]
    )
    func slowBody(part: String, drip: String) async throws {
        try await connected { connection, clock, _ in
            connection.send(Self.whole + part)
            #expect(connection.answer()?.status == 200)
            for _ in 0..<59 {
                clock.advance(by: .seconds(1))
                connection.send(drip)
            }
            clock.advance(by: .seconds(1))
            #expect(connection.answer()?.status == 408)
            connection.finishSending()
            #expect(connection.waitForEnd() == .closed)
        }
    }

    @Test("A connection that sends nothing is closed 20 s after it was opened")
    func silent() async throws {
        try await connected { connection, clock, _ in
            #expect(waitUntil { clock.deadlines.contains(.seconds(20)) })
            clock.advance(by: .seconds(20))
            #expect(connection.waitForEnd() == .closed)
        }
    }

    @Test("A connection without a request is closed after 180 s; one with a long poll is not, and gets its message")
    func idle() async throws {
        try await connected { connection, clock, server in
            let poll = try #require(RawConnection(port: server.port))
            poll.send(Self.whole)
            #expect(poll.answer()?.status == 200)
            poll.get("/v2/subscribe/demo/a/0?tt=1")
            #expect(waitUntil { server.waitingCount == 1 })
            connection.send(Self.whole)
            #expect(connection.answer()?.status == 200)
            clock.advance(by: .seconds(179))
            connection.send(Self.whole)
            #expect(connection.answer()?.status == 200)
            clock.advance(by: .seconds(90))
            connection.send(Self.whole)
            #expect(connection.answer()?.status == 200)
            let publisher = try #require(RawConnection(port: server.port))
            publisher.get("/publish/demo/demo/0/a/0/1")
            #expect(publisher.answer()?.status == 200)
            #expect(poll.answer()?.text.contains("\"d\":1") == true)
            clock.advance(by: .seconds(180))
            #expect(connection.waitForEnd() == .closed)
            #expect(poll.waitForEnd() == .closed)
        }
    }

    @Test("Line breaks do not extend the time that a connection may be idle")
    func lineBreaks() async throws {
        try await connected { connection, clock, _ in
            connection.send(Self.whole)
            #expect(connection.answer()?.status == 200)
            for _ in 0..<6 {
                clock.advance(by: .seconds(30))
                connection.send("\r\n")
            }
            // A line break that comes after the server has closed the connection makes the kernel reset it.
            let end = connection.waitForEnd()
            #expect(end == .closed || end == .reset)
        }
    }

    @Test("The kernel probes accepted connections, so that a client that has vanished is noticed")
    func keepAlive() async throws {
        try await connected { connection, _, server in
            connection.get("/v2/subscribe/demo/a/0?tt=1")
            #expect(waitUntil { server.waitingCount == 1 })
            // A line has both addresses, the state (01: established) and after the queues the timer (02: keep-alive). The
            // port of the server may be one end of a connection of another program as well.
            let port = String(format: ":%04X", server.port)
            let clientPort = String(format: ":%04X", try #require(connection.ownPort))
            let table = try KernelFile.text(of: "/proc/net/tcp")
            let lines: [[Substring]] = table.split(separator: "\n").map { $0.split(separator: " ") }
            let accepted = lines.filter { fields in
                fields.count > 5 && fields[1].hasSuffix(port) && fields[2].hasSuffix(clientPort) && fields[3] == "01"
            }
            // The kernel lists a connection again if the table changes between two reads.
            #expect(Set(accepted.map { String($0[5].prefix(2)) }) == ["02"])
        }
    }
}

@Suite("Limits of connections")
struct ConnectionLimitTests {
    private func limited(
        _ change: (inout OriginLimits) -> Void,
        _ body: @escaping @Sendable (Int, OriginServer) throws -> Void
    ) async throws {
        var limits = OriginLimits()
        change(&limits)
        try await withOrigin(OriginConfiguration(limits: limits)) { server, address in
            try await onOwnThread { try body(address.port, server) }
        }
    }

    private func served(_ port: Int, from source: String? = nil) -> RawConnection? {
        guard let connection = RawConnection(port: port, from: source) else { return nil }
        connection.get("/time/0")
        return connection.answer()?.status == 200 ? connection : nil
    }

    private func poll(_ port: Int, _ server: OriginServer) throws -> RawConnection {
        let count = server.waitingCount
        let connection = try #require(RawConnection(port: port))
        connection.get("/v2/subscribe/demo/a/0?tt=1")
        #expect(waitUntil { server.waitingCount == count + 1 })
        return connection
    }

    @Test("Silent connections up to the limit shut no client out: the oldest is closed for each new one")
    func silentFlood() async throws {
        try await limited {
            $0.connections = 200
        } _: { port, server in
            let poll = try poll(port, server)
            let silent = (0..<199).compactMap { _ in RawConnection(port: port) }
            #expect(waitUntil { server.connectionCount == 200 })
            var served: [RawConnection] = []
            for _ in 0..<50 { served.append(try #require(self.served(port))) }
            #expect(silent.first?.waitForEnd() == .closed)
            #expect(server.waitingCount == 1)
            let publisher = try #require(self.served(port))
            publisher.get("/publish/demo/demo/0/a/0/1")
            #expect(publisher.answer()?.status == 200)
            #expect(poll.answer()?.text.contains("\"d\":1") == true)
            #expect(waitUntil { server.connectionCount <= 200 })
        }
    }

    @Test("Connections that drip their first head are closed for new ones as well")
    func dripFlood() async throws {
        try await limited {
            $0.connections = 10
        } _: { port, server in
            let slow = (0..<10).compactMap { _ in RawConnection(port: port) }
            for connection in slow { connection.send("GET /ti") }
            #expect(waitUntil { server.connectionCount == 10 })
            #expect(served(port) != nil)
        }
    }

    @Test("If all connections up to the limit wait for messages, a further one is closed as it comes")
    func busy() async throws {
        try await limited {
            $0.connections = 2
        } _: { port, server in
            let polls = [try poll(port, server), try poll(port, server)]
            let third = try #require(RawConnection(port: port))
            #expect(third.waitForEnd() != .timedOut)
            #expect(server.waitingCount == 2)
            polls[0].close()
            #expect(waitUntil { server.connectionCount == 1 })
        }
    }

    @Test("Polls of a keyset beyond its quota leave their connections idle, so that another keyset can connect")
    func quotaOfPolls() async throws {
        var configuration = OriginConfiguration()
        configuration.limits.connections = 4
        var flood = OriginKeyset(subscribeKey: "flood")
        flood.quotas.heldPolls = 2
        configuration.keysets = [flood, OriginKeyset(subscribeKey: "calm")]
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                let polls = (0..<4).compactMap { _ in RawConnection(port: address.port) }
                for (number, poll) in polls.enumerated() {
                    poll.get("/v2/subscribe/flood/a/0?tt=1")
                    guard number < 2 else { #expect(poll.answer()?.status == 429); continue }
                    #expect(waitUntil { server.waitingCount == number + 1 })
                }
                // The connection of a refused poll becomes idle shortly after its response.
                #expect(
                    waitUntil {
                        guard let calm = RawConnection(port: address.port) else { return false }
                        calm.get("/publish/p/calm/0/a/0/1")
                        return calm.answer()?.status == 200
                    }
                )
                #expect(server.waitingCount == 2)
            }
        }
    }

    @Test("An address has its most connections, and others are served")
    func perAddress() async throws {
        try await limited {
            $0.connectionsPerAddress = 3
            $0.limitsLoopback = true
        } _: { port, server in
            let first = (0..<3).compactMap { _ in served(port, from: "127.0.0.2") }
            #expect(first.count == 3)
            let fourth = try #require(RawConnection(port: port, from: "127.0.0.2"))
            #expect(fourth.waitForEnd() != .timedOut)
            #expect(served(port, from: "127.0.0.3") != nil)
            first[0].close()
            #expect(waitUntil { server.connectionCount == 2 })
            #expect(served(port, from: "127.0.0.2") != nil)
        }
    }

    @Test("This machine's own connections are not limited unless the configuration says so")
    func loopback() async throws {
        try await limited {
            $0.connectionsPerAddress = 3
        } _: { port, _ in
            let connections = (0..<10).compactMap { _ in served(port) }
            #expect(connections.count == 10)
        }
    }
}
