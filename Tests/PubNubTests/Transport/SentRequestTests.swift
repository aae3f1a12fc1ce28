import Glibc
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// The transport reports as a fact whether a request was sent; the last error does not show it.
@Suite("Whether a request was sent", .timeLimit(.minutes(5)))
struct SentRequestTests {
    private let transport = CurlTransport()

    /// A server that responds to the first request, reads the second one, and is gone after that.
    private func vanishing() throws -> RawServer {
        let server = Locked<RawServer?>(nil)
        let result = try RawServer { connection in
            _ = connection.readRequest()
            connection.send(HTTPText.response("[1]"))
            _ = connection.readRequest()
            // Before the connection ends, so that the attempt to connect again is refused.
            server.withLock { $0.take() }?.refuseConnections()
        }
        server.withLock { $0 = result }
        return result
    }

    @Test("A request that the server read before it went away was sent", arguments: [true, false])
    func serverGone(isRepeatable: Bool) async throws {
        let server = try vanishing()
        #expect(await transport.get(server.url()).text == "[1]")
        let request = TransportRequest(id: .next(), url: server.url("/second"), isRepeatable: isRepeatable)
        let failure = try #require(await transport.send(request).failure)
        #expect(failure == TransportFailure(.unreachable, wasSent: true), "libcurl could not connect again")
        #expect("\(failure)" == "unreachable, after the request was sent")
    }

    @Test("A request that a proxy read before it went away was sent")
    func proxyGone() async throws {
        let server = try vanishing()
        let proxy = try HTTPProxy(host: "127.0.0.1", port: Int(server.port))
        var request = TransportRequest(id: .next(), url: "http://origin.test/", isRepeatable: false, proxy: proxy)
        #expect(await transport.send(request).text == "[1]")
        request.id = .next()
        #expect(await transport.send(request).failure == TransportFailure(.proxy(.unreachable), wasSent: true))
    }

    @Test("A request that never had a connection was not sent")
    func refused() async throws {
        let (socket, port) = try RawServer.bind()
        defer { close(socket) }
        #expect(await transport.get("http://127.0.0.1:\(port)/").failure?.wasSent == false)
        let host = TransportRecoveryTests.Failing.unknownHost
        #expect(await transport.get("http://\(host)/").failure?.wasSent == false)
    }

    @Test("A request whose handshake was reset was not sent")
    func resetHandshake() async throws {
        let server = try RawServer { connection in
            connection.readTLSRecord()
            connection.resetOnClose()
        }
        let failure = try #require(await transport.get("https://127.0.0.1:\(server.port)/").failure)
        #expect(failure == TransportFailure(.reset, wasSent: false))
    }

    @Test("A request whose tunnel was refused was not sent")
    func refusedTunnel() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send(HTTPText.response("no", status: "502 Bad Gateway"))
        }
        let proxy = try HTTPProxy(host: "127.0.0.1", port: Int(server.port))
        let request = TransportRequest(id: .next(), url: "https://origin.test/", proxy: proxy)
        #expect(await transport.send(request).failure == .proxy(.tunnelRefused(status: 502)))
    }

    @Test("A request without a response was sent", arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"])
    func noResponse(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send(text)
        }
        #expect(await transport.get(server.url()).failure == TransportFailure(.closed, wasSent: true))
    }
}
