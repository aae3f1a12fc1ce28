import Foundation
import Glibc
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// A failed request does not affect the requests after it, whichever client made it.
@Suite("Requests after a failure", .timeLimit(.minutes(5)))
struct TransportRecoveryTests {
    /// A request that fails.
    struct Failing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fail: @Sendable (CurlTransport) async throws -> TransportFailure?
        let isExpected: @Sendable (TransportFailure.Reason) -> Bool

        /// A host that has no address; a label over 63 characters is refused without a DNS request.
        static let unknownHost = String(repeating: "a", count: 70)

        static let all = beforeConnecting + connecting + connected

        private static let beforeConnecting = [
            Failing("a host without an address", .nameNotResolved) { await $0.get("http://\(unknownHost)/").failure },
            Failing("a host without an address, with TLS", .nameNotResolved) {
                await $0.get("https://\(unknownHost)/").failure
            },
            Failing("a proxy without an address", .proxy(.unreachable)) { transport in
                let proxy = try HTTPProxy(host: unknownHost, port: 3128)
                return await transport.send(TransportRequest(id: .next(), url: "http://a.test/", proxy: proxy)).failure
            },
            Failing("a malformed URL", { if case .setup = $0 { true } else { false } }) {
                await $0.get("http://[::1/").failure
            },
            Failing("a port that does not exist", { if case .setup = $0 { true } else { false } }) {
                await $0.get("http://127.0.0.1:99999/").failure
            },
            Failing("a certificate authority file that does not exist", { if case .setup = $0 { true } else { false } })
            {
                let server = try RawServer { $0.waitForClose() }
                let url = "https://127.0.0.1:\(server.port)/"
                let request = TransportRequest(id: .next(), url: url, certificateAuthorityFile: "/nonexistent.pem")
                return await $0.send(request).failure
            },
        ]

        private static let connecting = [
            Failing("a refused connection", .unreachable) { transport in
                let (socket, port) = try RawServer.bind()
                defer { close(socket) }
                return await transport.get("http://127.0.0.1:\(port)/").failure
            },
            Failing("a proxy that refuses connections", .proxy(.unreachable)) { transport in
                let (socket, port) = try RawServer.bind()
                defer { close(socket) }
                let proxy = try HTTPProxy(host: "127.0.0.1", port: Int(port))
                return await transport.send(TransportRequest(id: .next(), url: "http://a.test/", proxy: proxy)).failure
            },
            Failing("a handshake that never ends", .connectTimedOut) { transport in
                let server = try RawServer { $0.waitForClose() }
                let url = "https://127.0.0.1:\(server.port)/"
                let limit = Duration.milliseconds(20)
                return await transport.send(TransportRequest(id: .next(), url: url, connectTimeout: limit)).failure
            },
            Failing("plain text instead of TLS", { if case .tls = $0 { true } else { false } }) { transport in
                let server = try RawServer { connection in
                    connection.readTLSRecord()
                    connection.send(HTTPText.response("[1]"))
                    connection.waitForClose()
                }
                return await transport.get("https://127.0.0.1:\(server.port)/").failure
            },
        ]

        private static let connected = [
            Failing("a reset", .reset) { transport in
                let server = try RawServer { connection in
                    _ = connection.readRequest()
                    connection.resetOnClose()
                }
                return await transport.get(server.url()).failure
            },
            Failing("no response", .closed) { transport in
                let server = try RawServer { _ = $0.readRequest() }
                return await transport.get(server.url()).failure
            },
            Failing("a truncated response", .closed) { transport in
                let server = try RawServer { connection in
                    _ = connection.readRequest()
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1")
                }
                return await transport.get(server.url()).failure
            },
            Failing("a response that is too large", .tooLarge) { transport in
                let server = try RawServer.answering(HTTPText.response("[1,2,3]"))
                let request = TransportRequest(id: .next(), url: server.url(), maximumBodyBytes: 2)
                return await transport.send(request).failure
            },
            Failing("a response that is not compressed as it says", .badEncoding) { transport in
                let text = HTTPText.response("[1]", headers: ["Content-Encoding: gzip"])
                let server = try RawServer.answering(text)
                let failure = await transport.get(server.url()).failure
                return withExtendedLifetime(server) { failure }
            },
            Failing("a cancellation", .cancelled) { transport in
                let id = RequestID.next()
                let server = try RawServer { connection in
                    _ = connection.readRequest()
                    transport.cancel(id)
                    connection.waitForClose()
                }
                return await transport.send(TransportRequest(id: id, url: server.url())).failure
            },
        ]

        private init(
            _ description: String,
            _ isExpected: @escaping @Sendable (TransportFailure.Reason) -> Bool,
            _ fail: @escaping @Sendable (CurlTransport) async throws -> TransportFailure?
        ) {
            testDescription = description
            self.isExpected = isExpected
            self.fail = fail
        }

        private init(
            _ description: String,
            _ reason: TransportFailure.Reason,
            _ fail: @escaping @Sendable (CurlTransport) async throws -> TransportFailure?
        ) {
            self.init(description, { $0 == reason }, fail)
        }
    }

    private let transport = CurlTransport()

    @Test("Every kind of failure leaves the next requests unaffected", arguments: Failing.all)
    func recovers(_ failing: Failing) async throws {
        let server = try RawServer.answering(HTTPText.response("[1]"))
        for _ in 0..<3 {
            let failure = try #require(try await failing.fail(transport))
            #expect(failing.isExpected(failure.reason), "\(failure)")
            for _ in 0..<3 {
                let result = await transport.get(server.url())
                #expect(result.text == "[1]", "\(result)")
            }
        }
        #expect(server.acceptedConnections <= 3)
    }

    @Test("A client whose host has no address does not disturb the requests of another")
    func severalClients() async throws {
        let server = try RawServer.answering(HTTPText.response("[1]"))
        await withTaskGroup(of: Void.self) { [transport] group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<20 {
                        let failure = await transport.get("http://\(Failing.unknownHost)/").failure
                        #expect(failure == .nameNotResolved)
                    }
                }
                group.addTask {
                    for _ in 0..<20 { #expect(await transport.get(server.url()).text == "[1]") }
                }
            }
        }
    }

    @Test("Requests with different settings alternate over their own connections")
    func profiles() async throws {
        let server = try RawServer.answering(HTTPText.response("[1]"))
        for round in 0..<100 {
            // More profiles than the transport stores handles for.
            let limit = Duration.seconds(60 + round % 50)
            let request = TransportRequest(id: .next(), url: server.url(), connectTimeout: limit)
            #expect(await transport.send(request).text == "[1]")
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test("A process that cannot open a socket reports that, and not a missing network", arguments: [true, false])
    func withoutSockets(hasAddress: Bool) async throws {
        let isExhausted = Locked(true)
        let transport = CurlTransport { family, type, number in
            guard !isExhausted.withLock({ $0 }) else {
                errno = EMFILE
                return -1
            }
            return socket(family, type, number)
        }
        let server = try RawServer.answering(HTTPText.response("[1]"))
        let failure = await transport.get(hasAddress ? server.url() : "http://\(Failing.unknownHost)/").failure
        #expect(failure == .setup("The process cannot open a socket: Too many open files."))
        isExhausted.withLock { $0 = false }
        #expect(await transport.get(server.url()).text == "[1]")
    }
}
