import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The servers of a cluster know each other")
struct ClusterNodesTests {
    private let clock = OriginManualClock()
    private let stream: SharedStream

    init() {
        stream = SharedStream(clock: clock)
    }

    private func configuration(_ connection: SharedStream.Connection? = nil) -> OriginConfiguration {
        var configuration = OriginConfiguration(publishKey: "demo", subscribeKey: "demo", secretKey: "sec-hidden")
        configuration.clock = clock
        configuration.cluster = connection
        configuration.admin = OriginAdmin(token: "token-hidden")
        return configuration
    }

    /// The report of a server's admin listener.
    private func report(_ server: OriginServer) async throws -> JSON {
        let port = try #require(server.adminAddress?.port)
        let answer = try await onOwnThread {
            let connection = try #require(RawConnection(port: port))
            connection.send(
                "GET /api/cluster HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-hidden\r\nConnection: close\r\n\r\n"
            )
            return try #require(connection.answer())
        }
        #expect(answer.status == 200)
        #expect(!answer.text.contains("hidden"))
        return try JSON(parsing: answer.text)
    }

    private func names(_ report: JSON) -> [String] {
        (report["nodes"]?.array ?? []).compactMap { $0["name"]?.string }
    }

    @Test("Each reports all of them in order of their names, without secrets; one that cannot be reached is missing")
    func all() async throws {
        let connections = ["o2", "o1"].map { SharedStream.Connection(stream, node: $0) }
        let servers = connections.map { OriginServer(configuration: configuration($0)) }
        for server in servers { try await server.start() }
        for server in servers {
            let report = try await report(server)
            #expect(names(report) == ["o1", "o2"])
            #expect(report["cluster"] == "test")
            #expect(report["quorum"] == true)
        }
        let report = try await report(servers[0])
        #expect(report["this"] == "o2")
        #expect(report["last"] == JSON(stream.count))
        let other = try #require(report["nodes"]?[0])
        #expect(
            Set(other.object?.keys.map(\.self) ?? []) == [
                "name", "version", "url", "admin", "position", "lag", "ready", "reasons", "uptime",
            ]
        )
        #expect(other["url"]?.string == servers[1].address?.url)
        #expect(other["admin"]?.string == servers[1].adminAddress?.url)
        #expect(other["version"]?.string == PackageVersion.current)
        #expect(other["position"] == JSON(stream.count))
        #expect(other["lag"] == 0)
        #expect(other["ready"] == true)
        #expect(other["reasons"] == [])
        connections[1].isCut = true
        clock.advance(by: .seconds(4))
        #expect(names(try await self.report(servers[0])) == ["o2"])
        let alone = try await self.report(servers[1])
        #expect(names(alone) == ["o1"])
        #expect(alone["quorum"] == false)
        #expect(alone["nodes"]?[0]?["ready"] == false)
        #expect(alone["nodes"]?[0]?["reasons"]?.array?.contains("no quorum") == true)
        connections[1].isCut = false
        for server in servers { await server.stop() }
    }

    @Test("The last position is not one of records that came after the servers responded")
    func lastPosition() async throws {
        let connections = ["o1", "o2"].map { SharedStream.Connection(stream, node: $0) }
        let servers = connections.map { OriginServer(configuration: configuration($0)) }
        for server in servers { try await server.start() }
        for connection in connections { connection.waitUntilDelivered() }
        let count = stream.count
        connections[0].afterResponses { [stream] in
            stream.store(StreamCodec.encode(LogBatch(number: 1, after: 0, entries: []), boot: 7))
            connections[0].waitUntilDelivered()
        }
        let report = try await report(servers[0])
        #expect(stream.count == count + 1)
        #expect(report["last"] == JSON(count))
        #expect(report["nodes"]?.array?.map { $0["position"] } == [JSON(count), JSON(count)])
        for server in servers { await server.stop() }
    }

    @Test("A server by itself reports itself only, and has a quorum")
    func single() async throws {
        let server = OriginServer(configuration: configuration())
        let address = try await server.start()
        let report = try await report(server)
        #expect(report["cluster"] == .null)
        #expect(report["quorum"] == true)
        let nodes = try #require(report["nodes"]?.array)
        #expect(nodes.count == 1)
        #expect(nodes[0]["name"] == report["this"])
        #expect(nodes[0]["name"]?.string?.hasSuffix(":\(address.port)") == true)
        #expect(nodes[0]["url"]?.string == address.url)
        #expect(nodes[0]["ready"] == true)
        #expect(report["last"] == nodes[0]["position"])
        await server.stop()
    }

    @Test("Before a server serves, it is unready and has no address")
    func starting() async {
        let report = await OriginMonitor(cluster: "test", node: "o1").clusterReport()
        #expect(report["quorum"] == false)
        #expect(report["nodes"]?[0]?["name"] == "o1")
        #expect(report["nodes"]?[0]?["reasons"] == ["starting"])
        #expect(report["nodes"]?[0]?["url"] == .null)
    }

    @Test("Responses that no server makes are ignored, and many of them are bounded")
    func hostile() async throws {
        let connection = SharedStream.Connection(stream)
        let opened = try await connection.open(first: [1], checkOther: { _ in }, waiting: { _ in }, report: { _ in })
        let own = ClusterNode(name: "own", version: "1", position: 1, lag: 0, reasons: [], uptime: 1)
        let nodes = ClusterNodes(opened) { own }
        guard case .object(let valid) = own.json else { return }
        func planted(_ changes: [String: JSON], id: String = "planted") -> [UInt8] {
            JSON.object(valid.merging(["id": .string(id)]) { $1 }.merging(changes) { $1 }).bytes
        }
        var hostile: [[UInt8]] = [[], [0xFF, 0xFE], Array("[]".utf8), Array("{}".utf8)]
        hostile += [
            planted(["name": ""]), planted(["name": 7]), planted(["name": "a\u{1B}[2J"]),
            planted(["name": .string(String(repeating: "x", count: 300))]),
            planted(["url": "javascript:alert(1)"]), planted(["admin": 1]), planted(["position": -1]),
            planted(["position": "1"]), planted(["lag": .null]), planted(["uptime": -1]),
            planted(["uptime": "long"]), planted(["reasons": "starting"]), planted(["reasons": [1]]),
            planted(["reasons": .array(Array(repeating: "x", count: 17))]), planted(["id": 5]),
            planted(["more": .string(String(repeating: "x", count: 9000))]),
        ]
        connection.plant(hostile)
        #expect(await nodes.all() == [own])
        connection.plant([planted(["name": "b"]), planted(["name": "c"]), planted(["name": "a", "new": [1]], id: "2")])
        #expect(await nodes.all().map(\.name) == ["a", "b", "own"])
        connection.plant((0..<500).map { planted(["name": "n"], id: "\($0)") })
        #expect(await nodes.all().count <= 101)
        await opened.close()
    }

    @Test(
        "The report needs the token of the admin listener, and no method but GET and HEAD",
        arguments: [("GET", 401), ("POST", 405), ("PUT", 405)]
    )
    func access(method: String, status: Int) {
        let router = AdminRouter(monitor: OriginMonitor(), access: AdminAccess(OriginAdmin(token: "token-hidden")))
        let request = AdminRequest(method: method, target: "/api/cluster", host: "x")
        guard case .response(let response) = router.reply(to: request) else {
            Issue.record("no refusal")
            return
        }
        #expect(response.status == status)
    }
}
