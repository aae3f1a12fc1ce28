import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Documentation/WireProtocol.md, "TLS levels".
@Suite("TLS", .timeLimit(.minutes(5)))
struct CurlTransportTLSTests {
    let transport = CurlTransport()
    let server: TLSServer

    init() async throws {
        server = try await TLSServer.start()
    }

    private func get(
        host: String = "localhost",
        trust: TrustPolicy = .verified,
        authority: String? = nil
    ) async -> Result<TransportResponse, TransportFailure> {
        let url = "https://\(host):\(server.port)/?auth=hidden"
        return await transport.send(
            TransportRequest(id: .next(), url: url, trust: trust, certificateAuthorityFile: authority)
        )
    }

    private func expectTLSFailure(_ result: Result<TransportResponse, TransportFailure>, _ words: String) {
        guard case .tls(let reason) = result.failure?.reason else {
            Issue.record("TLS did not fail: \(result)")
            return
        }
        #expect(reason.contains(words))
        #expect(!reason.contains("hidden"))
    }

    @Test("Refuses a certificate of an unknown authority")
    func unknownAuthority() async {
        expectTLSFailure(await get(), "certificate")
    }

    @Test("Accepts a certificate of a given authority")
    func givenAuthority() async throws {
        #expect(try await get(authority: server.certificate).get().status == 200)
    }

    @Test("Refuses a certificate for another host, whatever its authority")
    func otherHost() async {
        expectTLSFailure(await get(host: "127.0.0.1", authority: server.certificate), "127.0.0.1")
    }

    @Test("Refuses all certificates if the authority file cannot be read")
    func missingAuthority() async {
        guard case .setup(let reason) = await get(authority: "/nonexistent/authority.pem").failure?.reason else {
            Issue.record("The file does not exist.")
            return
        }
        #expect(reason.contains("certificate authority file"))
    }

    @Test("Second level: TLS without verification", arguments: ["localhost", "127.0.0.1"])
    func unverified(host: String) async throws {
        #expect(try await get(host: host, trust: .chainUnverified).get().status == 200)
    }

    @Test("A verified request never uses a connection without verification")
    func noLeak() async throws {
        for _ in 0..<2 {
            #expect(try await get(trust: .chainUnverified).get().status == 200)
            expectTLSFailure(await get(), "certificate")
            #expect(try await get(authority: server.certificate).get().status == 200)
        }
    }

    @Test("Uses HTTP/2 if it is offered, with a held request and others on one connection")
    func http2() async throws {
        let transport = CurlTransport(speaksHTTP2: true)
        let arrived = Latch()
        let server = try await TLSServer.startHTTP2 { stream in
            // The first request of a client is on stream 1.
            guard stream == 1 else { return "[\(stream)]" }
            arrived.arrive()
            return nil
        }
        let request = {
            TransportRequest(
                id: .next(),
                url: "https://localhost:\(server.port)/",
                certificateAuthorityFile: server.certificate
            )
        }
        let waiting = request()
        async let result = transport.send(waiting)
        await arrived.opened()
        #expect(await transport.send(request()).text == "[3]")
        #expect(await transport.send(request()).text == "[5]")
        transport.cancel(waiting.id)
        #expect(await result.failure == .cancelled)
        #expect(await transport.send(request()).text == "[7]")
    }
}
