import Foundation
import Glibc
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Documentation/WireProtocol.md, "Losing the network".
@Suite("Failures of connections", .timeLimit(.minutes(5)))
struct CurlTransportFailureTests {
    let transport = CurlTransport()

    @Test("Reports a refused connection")
    func refused() async throws {
        let (socket, port) = try RawServer.bind()
        defer { close(socket) }
        #expect(await transport.get("http://127.0.0.1:\(port)/").failure == .unreachable)
    }

    @Test("Reports an unknown host")
    func unknownHost() async {
        // A label over 63 characters is refused without a DNS request.
        let host = String(repeating: "a", count: 70)
        #expect(await transport.get("http://\(host)/").failure == .nameNotResolved)
    }

    @Test(
        "Reports a reset before and within a response",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"]
    )
    func reset(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send(text)
            connection.resetOnClose()
        }
        #expect(await transport.get(server.url()).failure == .reset)
    }

    @Test("The connect timeout covers a TLS handshake that never ends")
    func handshakeTimeout() async throws {
        let server = try RawServer { $0.waitForClose() }
        let url = "https://127.0.0.1:\(server.port)/"
        let request = TransportRequest(id: .next(), url: url, connectTimeout: .milliseconds(20))
        #expect(await transport.send(request).failure == .connectTimedOut)
    }

    @Test("Reports plain text instead of TLS, with and without a reset after it", arguments: [false, true])
    func notTLS(isReset: Bool) async throws {
        let server = try RawServer { connection in
            connection.readTLSRecord()
            connection.send(HTTPText.response("[1]"))
            guard isReset else { return connection.waitForClose() }
            // A reset discards data that the client has not read yet, so the server waits for the client's alert.
            connection.waitForBytes()
            connection.resetOnClose()
        }
        let failure = await transport.get("https://127.0.0.1:\(server.port)/secret").failure
        guard case .tls(let reason) = failure?.reason else {
            Issue.record("TLS did not fail")
            return
        }
        #expect(!reason.isEmpty)
        #expect(!reason.contains("secret"))
    }
}
