import Foundation
import NIOCore
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The admin listener: health, readiness and metrics")
struct AdminTests {
    /// How a listener serves a request.
    private func reply(
        method: String,
        target: String,
        host: String?,
        authorization: String?,
        token: String? = nil
    ) -> AdminReply {
        let router = AdminRouter(monitor: OriginMonitor(), access: AdminAccess(OriginAdmin(token: token)))
        return router.reply(
            to: AdminRequest(method: method, target: target, host: host, authorization: authorization)
        )
    }

    /// The response of a listener to a request.
    private func response(
        method: String,
        target: String,
        host: String?,
        authorization: String?,
        token: String? = nil
    ) async throws -> AdminResponse {
        let reply = reply(method: method, target: target, host: host, authorization: authorization, token: token)
        return switch reply {
        case .response(let response): response
        case .later(let make): await make()
        case .requests: throw Unexpected()
        }
    }

    private struct Unexpected: Error {}

    @Test("Responses of the admin listener take a sixteenth of the memory that those of the public listener may take")
    func responseLimits() {
        let limits = AdminListener.limits(maxBodyBytes: 1024)
        #expect(limits.maximumBodyBytes == 1024)
        #expect(limits.maximumResponseBytes == 4 * 1024 * 1024)
        #expect(limits.responseBytes == OriginLimits().responseBytes / 16)
    }

    @Test(
        "Without a token only requests for a loopback name of this machine are served",
        arguments: [
            ("127.0.0.1:9100", 200), ("localhost", 200), ("LOCALHOST:1", 200), ("[::1]:9100", 200), ("::1", 421),
            ("127.8.8.8", 200), ("evil.test:9100", 421), ("127.0.0.1.evil.test", 421), ("10.0.0.1", 421),
            ("127.0.0.256", 421), (nil, 421), ("", 421), ("127.0.0.1:8081@evil.example", 421), ("127.0.0.1:x", 421),
        ]
    )
    func hosts(host: String?, status: Int) async throws {
        let response = try await response(method: "GET", target: "/metrics", host: host, authorization: nil)
        #expect(response.status == status)
    }

    @Test(
        "The check of a proxy, by HTTP/1.0 and without a host, is answered; other requests name one host (RFC 9112, 3.2)",
        arguments: [
            ("GET /ready HTTP/1.0\r\n\r\n", 200), ("GET /health HTTP/1.0\r\n\r\n", 200),
            ("GET /metrics HTTP/1.0\r\n\r\n", 421),
            ("GET /ready HTTP/1.0\r\nHost: evil.test\r\n\r\n", 421), ("GET /ready HTTP/1.1\r\n\r\n", 400),
            ("GET /ready HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
            ("GET /ready HTTP/1.1\r\nHost: 127.0.0.1:8081@evil.example\r\n\r\n", 400),
            ("GET /ready HTTP/1.1\r\nHost:\r\n\r\n", 400), ("HEAD /ready HTTP/1.0\r\n\r\n", 200),
        ]
    )
    func hostHeaders(request: String, status: Int) async throws {
        try await withAdmin { server, _ in
            let port = server.adminAddress?.port ?? 0
            try await onOwnThread {
                let connection = try #require(RawConnection(port: port))
                connection.send(request)
                #expect(connection.answer()?.status == status)
            }
        }
    }

    @Test(
        "With a token metrics need it, and health and readiness do not",
        arguments: [
            ("/metrics", nil, 401), ("/metrics", "Bearer secret-token", 200), ("/metrics", "bearer secret-token", 200),
            ("/metrics", "Bearer secret-toke", 401), ("/metrics", "Bearer secret-tokenn", 401),
            ("/metrics", "Basic secret-token", 401), ("/metrics", "secret-token", 401), ("/metrics", "Bearer ", 401),
            ("/health", nil, 200), ("/ready", nil, 503), ("/metrics?token=secret-token", nil, 401),
        ] as [(String, String?, Int)]
    )
    func tokens(target: String, authorization: String?, status: Int) async throws {
        let response = try await response(
            method: "GET",
            target: target,
            host: "any.test",
            authorization: authorization,
            token: "secret-token"
        )
        #expect(response.status == status)
        #expect(response["WWW-Authenticate"] == (status == 401 ? "Bearer" : nil))
        #expect(!response.text.contains("secret-token"))
    }

    @Test("An address that has sent ten wrong tokens may send one each second, and waits in between; others are served")
    func wrongTokens() throws {
        let access = AdminAccess(OriginAdmin(token: "secret-token"))
        let (guesser, other) = (
            AddressKey(try SocketAddress(ipAddress: "203.0.113.9", port: 1)),
            AddressKey(try SocketAddress(ipAddress: "203.0.113.10", port: 1))
        )
        func verdict(_ token: String?, _ client: AddressKey, _ uptime: Duration) -> AdminAccess.Verdict {
            access.verdict(on: token.map { "Bearer \($0)" }, from: client, at: uptime)
        }
        for _ in 0..<100 { #expect(verdict(nil, guesser, .zero) == .denied, "a missing token is no guess") }
        for number in 0..<10 { #expect(verdict("guess\(number)", guesser, .zero) == .denied) }
        #expect(verdict("guess", guesser, .zero) == .slowed(.seconds(1)))
        #expect(
            verdict("secret-token", guesser, .milliseconds(500)) == .slowed(.milliseconds(500)),
            "not even the right one"
        )
        for _ in 0..<100 { #expect(verdict("secret-token", other, .zero) == .allowed) }
        #expect(verdict("guess", guesser, .seconds(1)) == .denied)
        #expect(verdict("secret-token", guesser, .seconds(1)) == .slowed(.seconds(1)))
        #expect(verdict("secret-token", guesser, .seconds(2)) == .allowed)
    }

    @Test("A client that sends too many wrong tokens gets 429 with Retry-After; health and readiness are open to it")
    func slowed() async throws {
        var configuration = OriginConfiguration()
        configuration.admin = OriginAdmin(token: "secret-token")
        try await withOrigin(configuration) { server, _ in
            let port = server.adminAddress?.port ?? 0
            try await onOwnThread {
                let connection = try #require(RawConnection(port: port))
                func status(_ target: String, _ token: String) throws -> RawAnswer {
                    connection.get(target, "Authorization: Bearer \(token)\r\n")
                    return try #require(connection.answer())
                }
                var refused: RawAnswer?
                for number in 0..<200 where refused == nil {
                    let answer = try status("/metrics", "guess\(number)")
                    #expect(answer.status == 401 || answer.status == 429 && number >= 10)
                    if answer.status == 429 { refused = answer }
                }
                #expect(refused?["retry-after"] == "1")
                #expect(refused?.text.contains("secret-token") == false)
                #expect(try status("/health", "guess").status == 200)
                #expect(try status("/ready", "guess").status == 200)
            }
        }
    }

    @Test("Metrics have the sizes of the data file and its disk, the last backup, and the end of each certificate")
    func files() async throws {
        let folder = try DataFolder()
        let data = folder.file()
        var configuration = OriginConfiguration().storing(in: .file(data))
        configuration.tls = try OriginTLS()
        configuration.admin = OriginAdmin()
        try await withOrigin(configuration) { server, _ in
            func metrics() async throws -> [String: Double] {
                let admin = server.adminAddress
                let text = try await onOwnThread { try Self.get("/metrics", admin).text }
                let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
                return Dictionary(lines.map { (String($0[0]), Double($0[1]) ?? -1) }) { first, _ in first }
            }
            let before = try await metrics()
            #expect(before["pubnub_data_file_bytes"] ?? 0 > 4096)
            #expect(before["pubnub_data_disk_free_bytes"] ?? 0 > 0)
            #expect(before["pubnub_data_disk_bytes"] ?? 0 >= before["pubnub_data_disk_free_bytes"] ?? .infinity)
            #expect(before["pubnub_backup_timestamp_seconds"] == nil)
            let now = Date().timeIntervalSince1970
            let end = before["pubnub_certificate_end_timestamp_seconds{listener=\"public\"}"] ?? 0
            #expect(abs(end - now - 364 * 86_400) < 2 * 86_400)
            try OriginBackup.copy(data, to: folder.file("copy.sqlite"))
            let after = try await metrics()
            #expect(abs((after["pubnub_backup_timestamp_seconds"] ?? 0) - now) < 600)
        }
    }

    @Test(
        "Metrics, which read the open descriptors of the process, are made off the event loop; a refusal is immediate",
        arguments: [
            ("GET", "Bearer secret-token", true), ("HEAD", "Bearer secret-token", true), ("GET", nil, false),
            ("POST", "Bearer secret-token", false),
        ] as [(String, String?, Bool)]
    )
    func metricsOffTheEventLoop(method: String, authorization: String?, isLater: Bool) {
        let reply = reply(
            method: method,
            target: "/metrics",
            host: "any.test",
            authorization: authorization,
            token: "secret-token"
        )
        switch reply {
        case .later: #expect(isLater)
        case .response, .requests: #expect(!isLater)
        }
    }

    @Test(
        "Other paths are 404, other methods 405",
        arguments: [
            ("GET", "/", 404), ("GET", "/time/0", 404), ("POST", "/health", 405), ("DELETE", "/metrics", 405),
            ("HEAD", "/health", 200), ("GET", "/health?x=1", 200),
        ]
    )
    func paths(method: String, target: String, status: Int) async throws {
        let response = try await response(method: method, target: target, host: "localhost", authorization: nil)
        #expect(response.status == status)
    }

    @Test(
        "An address of other machines is refused without a token",
        arguments: ["0.0.0.0", "::", "10.0.0.1", "host.test"]
    )
    func addresses(host: String) async {
        var configuration = OriginConfiguration()
        configuration.admin = OriginAdmin(host: host)
        let server = OriginServer(configuration: configuration)
        await #expect { try await server.start() } throws: { error in
            guard case .invalidConfiguration(let text)? = error as? OriginError else { return false }
            return text.contains(host) && text.contains("token")
        }
        #expect(server.address == nil)
        #expect(server.adminAddress == nil)
    }

    @Test("A token has visible ASCII characters only", arguments: ["", "a b", "a\r\nX: y", "é"])
    func tokenCharacters(token: String) throws {
        #expect(throws: OriginError.self) { try OriginAdmin(host: "0.0.0.0", token: token).check() }
        try OriginAdmin(host: "0.0.0.0", token: "visible").check()
    }

    /// Sends a GET request to the admin listener; the target is the only thing that differs.
    private static func get(_ target: String, _ address: OriginAddress?) throws -> RawAnswer {
        let connection = try #require(RawConnection(port: address?.port ?? 0))
        connection.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return try #require(connection.answer())
    }

    private func withAdmin(
        _ configuration: OriginConfiguration = OriginConfiguration(),
        _ body: (OriginServer, OriginAddress) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.admin = OriginAdmin()
        try await withOrigin(configuration, body)
    }

    @Test("Health and readiness are on the admin port and not on the public one")
    func ports() async throws {
        try await withAdmin { server, address in
            let admin = server.adminAddress
            try await onOwnThread {
                let health = try Self.get("/health", admin)
                #expect(health.status == 200)
                #expect(health["content-type"] == "application/json")
                #expect(health["x-content-type-options"] == "nosniff")
                #expect(health.text.contains(#""status":"ok""#))
                #expect(health.text.contains(#""version":""#))
                let ready = try Self.get("/ready", admin)
                #expect(ready.status == 200)
                #expect(ready.text == #"{"ready":true,"reasons":[]}"# + "\n")
                for path in ["/health", "/ready", "/metrics"] {
                    #expect(try Self.get(path, address).status == 404)
                }
            }
        }
    }

    @Test(
        "A request that is malformed or too large is refused, after the response to an earlier one, and its connection closed",
        arguments: [
            ("NONSENSE\r\n\r\n", 400), ("GET /ready HTTP/1.1\r\nHost localhost\r\n\r\n", 400),
            ("GET /ready HTTP/1.1\r\nHost: localhost\r\nA: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
            (
                "POST /ready HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n\(String(repeating: "1", count: 200_000))",
                413
            ),
            (
                "POST /ready HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n\(String(repeating: "1", count: 100_000))",
                413
            ),
            ("GET /ready HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n\r\n", 417),
        ]
    )
    func refusals(request: String, status: Int) async throws {
        try await withAdmin { server, _ in
            let port = server.adminAddress?.port ?? 0
            try await onOwnThread {
                let connection = try #require(RawConnection(port: port))
                connection.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" + request)
                #expect(connection.answer()?.status == 200)
                let refusal = connection.answer()
                #expect(refusal?.status == status)
                #expect(refusal?["connection"] == "close")
                connection.finishSending()
                #expect(connection.waitForEnd() == .closed)
            }
        }
    }

    @Test("The admin port refuses what the public port refuses, with the same status", arguments: RefusedRequest.all)
    func refusedEverywhere(request: RefusedRequest) async throws {
        try await withAdmin { server, _ in
            let port = server.adminAddress?.port ?? 0
            try await onOwnThread {
                try request.check(onPort: port)
                #expect(try Self.get("/health", server.adminAddress).status == 200)
            }
        }
    }

    @Test("Responses to 200 requests in one write come in their order, also behind one that is made off the event loop")
    func pipelining() async throws {
        try await withAdmin { server, _ in
            let port = server.adminAddress?.port ?? 0
            try await onOwnThread {
                let connection = try #require(RawConnection(port: port))
                let targets = (0..<200).map { ["/metrics", "/health", "/nowhere", "/ready"][$0 % 4] }
                connection.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
                connection.finishSending()
                for target in targets {
                    let answer = connection.answer()
                    #expect(answer?.status == (target == "/nowhere" ? 404 : 200))
                    #expect(answer?["content-type"]?.hasPrefix("text/plain") == (target == "/metrics"))
                }
                #expect(connection.waitForEnd() == .closed)
            }
        }
    }

    @Test(
        "No response lets the page of another site read it; none is cached unless it says so",
        arguments: ["/health", "/metrics", "/nowhere", "*"]
    )
    func otherSites(target: String) async throws {
        try await withAdmin { server, _ in
            let port = server.adminAddress?.port ?? 0
            try await onOwnThread {
                let connection = try #require(RawConnection(port: port))
                for method in ["GET", "OPTIONS"] {
                    connection.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nOrigin: https://a.test\r\n\r\n")
                    let answer = try #require(connection.answer())
                    #expect(answer["cache-control"] == "no-store")
                    #expect(answer["cross-origin-resource-policy"] == "same-origin")
                    #expect(answer["x-content-type-options"] == "nosniff")
                    for name in ["origin", "methods", "headers"] {
                        #expect(answer["access-control-allow-\(name)"] == nil)
                    }
                }
            }
        }
    }

    @Test(
        "A target that is a URL names the same host as the request",
        arguments: [
            ("http://localhost/ready", "localhost", 200), ("http://evil.test/ready", "localhost", 400),
            ("http://localhost/ready", "evil.test", 400), ("http://evil.test/ready", "evil.test", 421),
            ("http://localhost?x=/ready", "localhost", 404),
        ]
    )
    func absoluteTargets(target: String, host: String, status: Int) async throws {
        try await withAdmin { server, _ in
            let port = server.adminAddress?.port ?? 0
            try await onOwnThread {
                let connection = try #require(RawConnection(port: port))
                connection.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(connection.answer()?.status == status)
            }
        }
    }

    @Test("A client that waits for it is told to send its body")
    func expectation() async throws {
        try await withAdmin { server, _ in
            let port = server.adminAddress?.port ?? 0
            try await onOwnThread {
                let connection = try #require(RawConnection(port: port))
                connection.send(
                    "POST /ready HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
                )
                #expect(connection.answer()?.status == 100)
                connection.send("{}")
                #expect(connection.answer()?.status == 405)
            }
        }
    }

    @Test("A start that cannot reach the log of its cluster says so once, and readiness says why")
    func unreachableLog() async throws {
        let reports = Locked<[String]>([])
        let (end, ending) = AsyncStream<Void>.makeStream()
        var configuration = OriginConfiguration()
        configuration.admin = OriginAdmin()
        configuration.cluster = UnreachableLog(end: end)
        configuration.report = { line in reports.withLock { $0.append(line) } }
        let server = OriginServer(configuration: configuration)
        let start = Task { try await server.start() }
        try await onOwnThread {
            #expect(waitUntil { !reports.withLock { $0.isEmpty } })
            let ready = try Self.get("/ready", server.adminAddress)
            #expect(ready.status == 503)
            #expect(ready.text == #"{"ready":false,"reasons":["starting","log unreachable"]}"# + "\n")
        }
        ending.finish()
        await #expect {
            try await start.value
        } throws: { error in
            if case .cannotJoin("No log.")? = error as? OriginError { true } else { false }
        }
        #expect(reports.withLock { $0 } == ["No log yet."])
    }

    /// The log of a cluster that no server can reach.
    private struct UnreachableLog: OriginStreamSource {
        let cluster = "test"
        let node: String? = nil
        /// The start waits until it ends.
        let end: AsyncStream<Void>

        func open(
            first: [UInt8]?,
            checkOther: @escaping @Sendable ([UInt8]) throws(OriginError) -> Void,
            waiting: @escaping @Sendable (String) -> Void,
            report: @escaping @Sendable (String) -> Void
        ) async throws(OriginError) -> any OriginStream {
            waiting("No log yet.")
            for await _ in end {}
            throw .cannotJoin("No log.")
        }
    }

    @Test("Metrics count requests by route and status, publishes, deliveries, connections and polls")
    func metrics() async throws {
        try await withAdmin { server, address in
            let admin = server.adminAddress
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                for target in [
                    "/publish/demo/demo/0/a/0/1", "/publish/demo/demo/0/a/0/2", "/v2/subscribe/demo/a/0?tt=1",
                    "/nowhere",
                ] {
                    connection.get(target)
                    #expect(connection.answer() != nil)
                }
                let poll = try #require(RawConnection(port: address.port))
                poll.get("/v2/subscribe/demo/b/0?tt=1")
                #expect(waitUntil { server.waitingCount == 1 })
                let answer = try Self.get("/metrics", admin)
                #expect(answer["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
                let lines = Set(answer.text.split(separator: "\n").map(String.init))
                for line in [
                    #"pubnub_requests_total{route="publish",status="200"} 2"#,
                    #"pubnub_requests_total{route="subscribeV2",status="200"} 1"#,
                    #"pubnub_requests_total{route="none",status="404"} 1"#,
                    #"pubnub_request_duration_seconds_count{route="publish"} 2"#,
                    "pubnub_publishes_total 2", "pubnub_deliveries_total 2", "pubnub_connections 2",
                    "pubnub_held_polls 1", "pubnub_buffered_messages 2", "pubnub_buffered_channels 1",
                    "pubnub_connections_accepted_total 2", "pubnub_storage_errors_total 0", "pubnub_ready 1",
                    "pubnub_files_open 1",
                ] { #expect(lines.contains(line), "\(line)") }
                poll.close()
                #expect(waitUntil { server.waitingCount == 0 })
                #expect(
                    waitUntil {
                        let text = (try? Self.get("/metrics", admin).text) ?? ""
                        return text.contains(#"pubnub_requests_total{route="subscribeV2",status="canceled"} 1"#)
                    }
                )
            }
        }
    }

    @Test("Commits to a data file are counted with their entries")
    func commits() async throws {
        let folder = try DataFolder()
        try await withAdmin(OriginConfiguration().storing(in: .file(folder.file()))) { server, address in
            let admin = server.adminAddress
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/publish/demo/demo/0/a/0/1")
                #expect(connection.answer()?.status == 200)
                let text = try Self.get("/metrics", admin).text
                #expect(!text.contains("pubnub_commit_batch_entries_count 0\n"))
                #expect(text.contains("pubnub_commit_batch_entries_count "))
                #expect(text.contains("pubnub_commit_duration_seconds_bucket{le=\"+Inf\"} "))
            }
        }
    }

    @Test("Messages that leave the catch-up buffers by a limit are counted")
    func evictions() {
        var buffers = ChannelBuffers(messagesPerChannel: 2, channels: 2)
        let writer = EnvelopeWriter(topic: Topic(keyset: "k", name: "a"), region: 1)
        for timetoken in 1...5 as ClosedRange<UInt64> {
            buffers.append(writer.write(StoredMessage(timetoken: timetoken, payload: [0x31])))
        }
        #expect(buffers.messageCount == 2)
        #expect(buffers.evictions == 3)
        for (timetoken, name) in zip(6...7 as ClosedRange<UInt64>, ["b", "c"]) {
            let writer = EnvelopeWriter(topic: Topic(keyset: "k", name: name), region: 1)
            buffers.append(writer.write(StoredMessage(timetoken: timetoken, payload: [0x31])))
        }
        #expect(buffers.messageCount == 2)
        #expect(buffers.evictions == 5)
    }

    @Test("A drain fails readiness immediately and continues to serve for the delay")
    func drain() async throws {
        let clock = OriginManualClock()
        try await withAdmin(OriginConfiguration(clock: clock)) { server, address in
            let admin = server.adminAddress
            let draining = Task { await server.drain(delay: .seconds(5)) }
            try await onOwnThread {
                #expect(waitUntil { !server.isReady })
                let ready = try Self.get("/ready", admin)
                #expect(ready.status == 503)
                #expect(ready.text == #"{"ready":false,"reasons":["draining"]}"# + "\n")
                #expect(try Self.get("/health", admin).status == 200)
                #expect(try Self.get("/time/0", address).status == 200)
                #expect(waitUntil { clock.deadlines.contains(.seconds(5)) })
                clock.advance(by: .seconds(5))
            }
            await draining.value
            #expect(server.address == nil)
            #expect(server.adminAddress == nil)
        }
    }

    @Test("Before it listens and after it stops a server is not ready")
    func phases() async throws {
        let monitor = OriginMonitor()
        #expect(monitor.unreadyReasons() == [.starting])
        monitor.stopped()
        #expect(monitor.unreadyReasons() == [.stopped])
    }

    @Test("A head that is too long or a body that is too large ends the connection, and the listener continues")
    func oversized() async throws {
        try await withAdmin { server, _ in
            let admin = server.adminAddress
            try await onOwnThread {
                for flood in [
                    "GET /\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n"
                        + String(repeating: "x", count: 9000),
                ] {
                    let connection = try #require(RawConnection(port: admin?.port ?? 0))
                    connection.send(flood)
                    #expect(connection.waitForEnd() != .timedOut)
                }
                #expect(try Self.get("/health", admin).status == 200)
            }
        }
    }
}
