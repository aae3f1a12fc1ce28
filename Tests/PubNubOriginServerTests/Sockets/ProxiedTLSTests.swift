import NIOHPACK
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Servers behind proxies: TLS and HTTP/2")
struct ProxiedTLSTests {
    private final class Peers: OriginObserver {
        private let peers = Locked<[String?]>([])
        var all: [String?] { peers.withLock { $0 } }
        func requestEnded(_ record: OriginRequestRecord) { peers.withLock { $0.append(record.peer) } }
    }

    private let peers = Peers()

    /// The header of the PROXY protocol for the client 203.0.113.9, port 12345.
    private static let header: [UInt8] =
        [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, 0x21, 0x11, 0, 12]
        + [203, 0, 113, 9, 127, 0, 0, 1, 0x30, 0x39, 0x1F, 0x90]

    private func configuration(_ header: OriginProxies.Header?) throws -> OriginConfiguration {
        // Time stands still, so that no slow machine reaches the deadlines of connections.
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.limits.handshakeTimeout = .seconds(600)
        configuration.tls = try OriginTLS()
        configuration.proxies = OriginProxies(
            addresses: ["127.0.0.1"],
            header: header,
            usesProxyProtocol: header == nil
        )
        configuration.observers = [peers]
        return configuration
    }

    @Test("The header of the PROXY protocol comes before the handshake; HTTP/1.1 and HTTP/2 have its client")
    func beforeHandshake() async throws {
        try await withOrigin(configuration(nil)) { server, address in
            let text = try await SecureConnection.with(
                port: address.port,
                protocols: ["http/1.1"],
                plain: Self.header
            ) { connection in
                try await connection.send(Array("GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n".utf8))
                return try await connection.nextText()
            }
            #expect(text?.hasPrefix("HTTP/1.1 200 OK") == true)
            let isServed = try await SecureConnection.with(port: address.port, plain: Self.header) { connection in
                try await connection.send([1, 3].map { SecureConnection.head("/time/0", stream: $0) })
                return try await connection.read { $0.responses.values.filter { $0.status == 200 }.count == 2 }
            }
            #expect(isServed)
            #expect(peers.all == ["203.0.113.9", "203.0.113.9", "203.0.113.9"])
        }
    }

    @Test("A handshake without the header in front of it is refused, and so is a header inside of TLS")
    func misplaced() async throws {
        try await withOrigin(configuration(nil)) { server, address in
            await #expect(throws: (any Error).self) {
                try await SecureConnection.with(port: address.port, protocols: ["http/1.1"]) { connection in
                    try await connection.send(Self.header)
                    guard try await connection.nextText() != nil else { throw OriginError.notRunning }
                }
            }
            #expect(await eventually { server.statistics.refusedConnections == 1 })
            let text = try? await SecureConnection.with(
                port: address.port,
                protocols: ["http/1.1"],
                plain: Self.header
            ) { connection in
                try await connection.send(Self.header + Array("GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n".utf8))
                return try await connection.nextText()
            }
            #expect(text?.hasPrefix("HTTP/1.1 400 ") == true, "a second header is the client's")
        }
    }

    @Test("A server that stops ends a connection between the header and the handshake")
    func stops() async throws {
        try await withOrigin(configuration(nil)) { server, address in
            let connection = try #require(RawConnection(port: address.port))
            connection.send(Self.header)
            #expect(await eventually { server.connectionCount == 1 })
            await server.stop()
            #expect(connection.waitForEnd() != .timedOut)
        }
    }

    @Test("Each stream of a proxy's HTTP/2 connection has the client that its head names")
    func streams() async throws {
        try await withOrigin(configuration(.xForwardedFor)) { _, address in
            let statuses = try await SecureConnection.with(port: address.port) { connection -> [Int?] in
                for (stream, client) in [(UInt32(1), "203.0.113.8"), (3, "203.0.113.9"), (5, nil)] {
                    var head: HPACKHeaders = [
                        ":method": "GET", ":scheme": "https", ":path": "/time/0", ":authority": "o",
                        "forwarded": "for=1.1.1.1",
                    ]
                    if let client { head.add(name: "x-forwarded-for", value: "1.1.1.1, \(client)") }
                    try await connection.send([SecureConnection.head(head, stream: stream)])
                    // One after the other, so that the records are in order.
                    _ = try await connection.read { $0.responses[stream]?.body.isEmpty == false }
                }
                return [1, 3, 5].map { connection.responses[$0]?.status }
            }
            #expect(statuses == [200, 200, 200])
            #expect(peers.all == ["203.0.113.8", "203.0.113.9", "127.0.0.1"])
        }
    }
}
