import NIOHPACK
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("HTTP/2: bounded frames, heads and memory, and an end in order")
struct HTTP2Tests {
    private typealias Frame = SecureConnection.Frame

    private func secured(
        limits: OriginLimits = OriginLimits(),
        clock: any OriginClock = SystemOriginClock()
    ) throws -> OriginConfiguration {
        var configuration = OriginConfiguration(limits: limits, clock: clock)
        // Time limits of the event loop, which does not have the clock of the test, that a busy machine does not reach.
        configuration.limits.handshakeTimeout = .seconds(600)
        configuration.limits.headTimeout = .seconds(600)
        configuration.limits.lingerTimeout = .seconds(600)
        configuration.tls = try OriginTLS()
        return configuration
    }

    /// Whether the server serves a new connection.
    private func isAlive(_ port: Int) async throws -> Bool {
        try await SecureConnection.with(port: port) { connection in
            try await connection.send([SecureConnection.head("/time/0", stream: 1)])
            return try await connection.read { $0.responses[1]?.status == 200 }
        }
    }

    @Test(
        "A client that opens streams and resets them is cut off after 200 resets (ENHANCE_YOUR_CALM), and others are served"
    )
    func rapidReset() async throws {
        try await withOrigin(secured()) { server, address in
            let code = try await SecureConnection.with(port: address.port) { connection in
                let pairs = (0..<2000).flatMap { number -> [Frame] in
                    let stream = UInt32(2 * number + 1)
                    return [
                        SecureConnection.head("/v2/subscribe/demo/a/0?tt=1", stream: stream),
                        Frame(kind: Frame.reset, stream: stream, payload: [0, 0, 0, 8]),
                    ]
                }
                // The server may have closed the connection before all is written.
                try? await connection.send(pairs)
                await connection.readToEnd()
                return connection.endCode
            }
            #expect(code == 11)
            #expect(server.requestCount <= 201)
            #expect(try await isAlive(address.port))
            #expect(try await onOwnThread { waitUntil { server.waitingCount == 0 } })
        }
    }

    @Test("A client that floods the server with control frames is cut off", arguments: [Frame.ping, Frame.settings])
    func controlFrames(kind: UInt8) async throws {
        try await withOrigin(secured()) { _, address in
            let code = try await SecureConnection.with(port: address.port) { connection in
                let payload: [UInt8] = kind == Frame.ping ? Array(repeating: 0, count: 8) : []
                try? await connection.send(Array(repeating: Frame(kind: kind, payload: payload), count: 1000))
                await connection.readToEnd()
                return connection.endCode
            }
            #expect(code == 11)
            #expect(try await isAlive(address.port))
        }
    }

    @Test("A target that is too long is refused with 414; a head without bounds ends its connection")
    func heads() async throws {
        try await withOrigin(secured()) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                let target = "/time/0?" + String(repeating: "x", count: 40_000)
                var head = SecureConnection.head(target, stream: 1)
                let rest = Array(head.payload.dropFirst(16_000))
                head.payload = Array(head.payload.prefix(16_000))
                head.flags = Frame.endStream
                let parts = stride(from: 0, to: rest.count, by: 16_000).map { start -> Frame in
                    let part = Array(rest[start..<min(rest.count, start + 16_000)])
                    let isLast = start + 16_000 >= rest.count
                    return Frame(kind: 9, flags: isLast ? Frame.endHeaders : 0, stream: 1, payload: part)
                }
                try await connection.send([head] + parts)
                #expect(try await connection.read { $0.responses[1]?.status == 414 })
                try await connection.send([SecureConnection.head("/time/0", stream: 3)])
                #expect(try await connection.read { $0.responses[3]?.status == 200 })

                var endless = SecureConnection.head("/time/0", stream: 5)
                endless.flags = Frame.endStream
                let filler = Frame(kind: 9, stream: 5, payload: Array(repeating: 0x61, count: 16_000))
                try? await connection.send([endless] + Array(repeating: filler, count: 200))
                await connection.readToEnd()
                #expect(connection.endCode != nil)
            }
            #expect(try await isAlive(address.port))
        }
    }

    @Test(
        "The host is in `:authority` or in `host`; a head with neither, or with two hosts, is refused with 400 (RFC 9113, 8.3.1)"
    )
    func authority() async throws {
        let get: HPACKHeaders = [":method": "GET", ":scheme": "https", ":path": "/time/0"]
        func head(_ fields: (String, String)...) -> HPACKHeaders {
            var head = get
            for (name, value) in fields { head.add(name: name, value: value) }
            return head
        }
        let heads = [
            (head(("host", "o")), 200), (head((":authority", "o"), ("host", "O")), 200), (head(), 400),
            (head((":authority", "o"), ("host", "p")), 400), (head(("host", "o"), ("host", "o")), 400),
            (head((":authority", "")), 400),
            (head((":authority", "o@p")), 400), (head(("host", "o/p")), 400),
            ([":method": "CONNECT", ":authority": "o"], 400),
            ([":method": "OPTIONS", ":scheme": "https", ":path": "*", "host": "o"], 204),
        ]
        try await withOrigin(secured()) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                for (index, (headers, status)) in heads.enumerated() {
                    let stream = UInt32(2 * index + 1)
                    try await connection.send([SecureConnection.head(headers, stream: stream)])
                    #expect(try await connection.read { $0.responses[stream] != nil })
                    #expect(connection.responses[stream]?.status == status, "\(headers)")
                }
            }
            #expect(try await isAlive(address.port))
        }
    }

    @Test(
        "A malformed head ends its stream with PROTOCOL_ERROR, and the other streams go on (RFC 9113, 8.1.1)",
        arguments: [
            [":method": "GET", ":scheme": "https", ":path": "/time/0", ":authority": "o p"],
            [":method": "GET", ":scheme": "https", ":path": "/time/0 HTTP/1.1", ":authority": "o"],
            [":method": "GET", ":scheme": "https", ":path": "", ":authority": "o"],
            [":method": "GET", ":scheme": "https", ":authority": "o"],
            [":method": "GET", ":method": "GET", ":scheme": "https", ":path": "/time/0", ":authority": "o"],
            [":method": "GET", ":scheme": "https", ":path": "/time/0", ":authority": "o", ":unknown": "x"],
            [":method": "GET", ":scheme": "https", ":path": "/time/0", "x": "y", ":authority": "o"],
            [":method": "GET", ":scheme": "https", ":path": "/time/0", ":authority": "o", "connection": "close"],
            [":method": "GET", ":scheme": "https", ":path": "/time/0", ":authority": "o", "X": "y"],
            [":method": "GET", ":scheme": "https", ":path": "/time/0", ":authority": "o", "x": "a\u{0}b"],
            [":method": "POST", ":scheme": "https", ":path": "/time/0", ":authority": "o", "content-length": "5"],
        ] as [HPACKHeaders]
    )
    func malformed(head: HPACKHeaders) async throws {
        try await withOrigin(secured()) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                try await connection.send([SecureConnection.head(head, stream: 1)])
                #expect(try await connection.read { $0.responses[1]?.resetCode != nil })
                #expect(connection.responses[1]?.status == nil && connection.responses[1]?.resetCode == 1)
                try await connection.send([SecureConnection.head("/time/0", stream: 3)])
                #expect(try await connection.read { $0.responses[3]?.status == 200 })
            }
            #expect(try await isAlive(address.port))
        }
    }

    @Test("The requests of a connection take bounded memory together: a further one is refused with 429")
    func requestMemory() async throws {
        var limits = OriginLimits()
        limits.connectionBytes = 20_000
        try await withOrigin(secured(limits: limits)) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                func part(_ stream: UInt32) -> [Frame] {
                    [
                        SecureConnection.head("/publish/demo/demo/0/a/0", method: "POST", stream: stream, isEnd: false),
                        Frame(kind: Frame.data, stream: stream, payload: Array(repeating: 0x31, count: 9000)),
                    ]
                }
                try await connection.send(part(1) + part(3) + part(5))
                #expect(try await connection.read { $0.responses[5]?.status == 429 })
                try await connection.send([Frame(kind: Frame.data, flags: Frame.endStream, stream: 1)])
                #expect(try await connection.read { $0.responses[1]?.status == 200 })
                try await connection.send([SecureConnection.head("/time/0", stream: 7)])
                #expect(try await connection.read { $0.responses[7]?.status == 200 })
            }
        }
    }

    @Test("Responses that the client does not read take bounded memory: further requests wait, and are served later")
    func responseMemory() async throws {
        var limits = OriginLimits()
        limits.connectionBytes = 100_000
        limits.compressionThreshold = nil
        try await withOrigin(secured(limits: limits)) { server, address in
            try await SecureConnection.with(port: address.port) { connection in
                let message = Array("\"\(String(repeating: "x", count: 30_000))\"".utf8)
                for stream in stride(from: 1 as UInt32, through: 7, by: 2) {
                    try await connection.send([
                        SecureConnection.head("/publish/demo/demo/0/a/0", method: "POST", stream: stream, isEnd: false),
                        Frame(kind: Frame.data, stream: stream, payload: Array(message.prefix(16_000))),
                        Frame(kind: Frame.data, flags: 1, stream: stream, payload: Array(message.dropFirst(16_000))),
                    ])
                    #expect(try await connection.read { $0.responses[stream]?.status == 200 })
                }
            }
            try await SecureConnection.with(port: address.port) { connection in
                let streams = (0..<20).map { UInt32(2 * $0 + 1) }
                let before = server.requestCount
                // The window of the connection is 65,535 bytes, which is half of one response.
                try await connection.send(
                    streams.map { SecureConnection.head("/v2/history/sub-key/demo/channel/a", stream: $0) }
                )
                #expect(try await connection.read { $0.responses[1]?.status == 200 })
                #expect(server.requestCount - before <= 2)
                let wide = Array(withUnsafeBytes(of: UInt32(100_000_000).bigEndian) { $0 })
                try await connection.send(
                    [Frame(kind: Frame.windowUpdate, payload: wide)]
                        + streams.map { Frame(kind: Frame.windowUpdate, stream: $0, payload: wide) }
                )
                let isWhole = try await connection.read { connection in
                    streams.allSatisfy { (connection.responses[$0]?.body.utf8.count ?? 0) > 120_000 }
                }
                #expect(isWhole)
            }
        }
    }

    @Test(
        "Short responses that the clients of streams do not read count for the memory of all responses: further ones are 503"
    )
    func responseBudget() async throws {
        var limits = OriginLimits()
        limits.responseBytes = 100_000
        limits.compressionThreshold = nil
        try await withOrigin(secured(limits: limits)) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                let message = Array("\"\(String(repeating: "x", count: 15_000))\"".utf8)
                try await connection.send([
                    SecureConnection.head("/publish/demo/demo/0/a/0", method: "POST", stream: 1, isEnd: false),
                    Frame(kind: Frame.data, flags: Frame.endStream, stream: 1, payload: message),
                ])
                #expect(try await connection.read { $0.responses[1]?.status == 200 })
            }
            try await SecureConnection.with(port: address.port) { connection in
                let streams = (0..<20).map { UInt32(2 * $0 + 1) }
                // Without a window the client reads heads only.
                try await connection.send(
                    [Frame(kind: Frame.settings, payload: [0, 4, 0, 0, 0, 0])]
                        + streams.map { SecureConnection.head("/v2/history/sub-key/demo/channel/a", stream: $0) }
                )
                #expect(try await connection.read { $0.responses[39]?.status != nil })
                let refused = streams.count { connection.responses[$0]?.status == 503 }
                // The keyset has half of the memory.
                #expect(streams.count - refused == 4, "\(refused)")
            }
            #expect(try await isAlive(address.port))
        }
    }

    /// Settings and a request whose response the client does not read: it has no room for a body.
    private static let unread = [
        Frame(kind: Frame.settings, payload: [0, 4, 0, 0, 0, 0]), SecureConnection.head("/time/0", stream: 1),
    ]

    @Test(
        "A stream whose response the client does not read is reset 180 s after the response; one that is read needs no timer"
    )
    func unreadResponse() async throws {
        let clock = OriginManualClock()
        try await withOrigin(secured(clock: clock)) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                try await connection.send([SecureConnection.head("/time/0", stream: 1)])
                #expect(try await connection.read { $0.responses[1]?.body.isEmpty == false })
                #expect(!clock.deadlines.contains(.seconds(180)))
            }
            try await SecureConnection.with(port: address.port) { connection in
                try await connection.send(Self.unread)
                #expect(try await connection.read { $0.responses[1]?.status == 200 })
                try #require(await eventually { clock.deadlines.contains(.seconds(180)) })
                clock.advance(by: .seconds(180))
                #expect(try await connection.read { $0.responses[1]?.resetCode != nil })
            }
        }
    }

    @Test("A connection whose client reads no response is closed for a new one")
    func unreadGivesWay() async throws {
        var limits = OriginLimits()
        limits.connections = 1
        try await withOrigin(secured(limits: limits)) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                try await connection.send(Self.unread)
                #expect(try await connection.read { $0.responses[1]?.status == 200 })
                let isServed = try? await isAlive(address.port)
                #expect(isServed == true)
            }
        }
    }

    @Test("A connection whose client has ended its side of TLS is closed immediately", .timeLimit(.minutes(2)))
    func clientEndsTLS() async throws {
        try await withOrigin(secured()) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                try await connection.endTLS()
                // Without that end the connection may be idle for longer than this test may take.
                await connection.readToEnd()
            }
        }
    }

    @Test("A stream whose body does not end in time is refused with 408; other streams of the connection continue")
    func slowBody() async throws {
        let clock = OriginManualClock()
        try await withOrigin(secured(clock: clock)) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                try await connection.send([
                    SecureConnection.head("/publish/demo/demo/0/a/0", method: "POST", stream: 1, isEnd: false),
                    Frame(kind: Frame.data, stream: 1, payload: [0x31]), SecureConnection.head("/time/0", stream: 3),
                ])
                #expect(try await connection.read { $0.responses[3]?.status == 200 })
                #expect(try await onOwnThread { waitUntil { clock.deadlines.contains(.seconds(60)) } })
                clock.advance(by: .seconds(60))
                #expect(try await connection.read { $0.responses[1]?.status == 408 })
                try await connection.send([SecureConnection.head("/time/0", stream: 5)])
                #expect(try await connection.read { $0.responses[5]?.status == 200 })
            }
        }
    }

    @Test("Draining sends GOAWAY, responds to waiting requests, serves or refuses new ones, and closes the connection")
    func drain() async throws {
        let server = OriginServer(configuration: try secured())
        let address = try await server.start()
        try await SecureConnection.with(port: address.port) { connection in
            try await connection.send([SecureConnection.head("/v2/subscribe/demo/a/0?tt=9", stream: 1)])
            #expect(try await onOwnThread { waitUntil { server.waitingCount == 1 } })
            async let end: Void = server.drain(grace: .seconds(110), limit: .seconds(110))
            #expect(try await connection.read { $0.endCode == 0 })
            try await connection.send([SecureConnection.head("/time/0", stream: 3)])
            await connection.readToEnd()
            #expect(connection.responses[1]?.body == #"{"t":{"t":"9","r":1},"m":[]}"#)
            // REFUSED_STREAM says that the request was not processed, so clients repeat it elsewhere.
            let late = try #require(connection.responses[3])
            #expect(late.status == 200 || late.resetCode == 7)
            await end
        }
        #expect(server.phase == .stopped)
    }

    @Test("A connection whose handshake ends while the server drains gets GOAWAY after its request, and is closed")
    func handshakeDuringDrain() async throws {
        let server = OriginServer(configuration: try secured())
        let address = try await server.start()
        let drain = Locked<Task<Void, Never>?>(nil)
        @Sendable func startDraining() async throws {
            #expect(try await onOwnThread { waitUntil { server.connectionCount == 1 } })
            drain.withLock { $0 = Task { await server.drain(grace: .seconds(110), limit: .seconds(110)) } }
            // The server stops to listen before it notifies its connections.
            #expect(try await onOwnThread { waitUntil { RawConnection(port: address.port) == nil } })
        }
        try await SecureConnection.with(port: address.port, beforeHandshake: startDraining) { connection in
            try await connection.send([SecureConnection.head("/time/0", stream: 1)])
            await connection.readToEnd()
            #expect(connection.responses[1]?.status == 200)
            #expect(connection.endCode == 0)
        }
        await drain.withLock { $0 }?.value
        #expect(server.phase == .stopped)
    }
}
