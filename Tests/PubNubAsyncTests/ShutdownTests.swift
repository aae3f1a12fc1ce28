import Foundation
import PubNub
import PubNubAsync
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubOrigin
import PubNubTestSupport
import PubNubWire
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ShutdownTests {
    @Test("A shutdown closes the connections of the client, and not those of others")
    func closesConnections() async throws {
        try await withOrigin { server, address in
            let other = PubNubClient(Self.configuration(address, "other"))
            let listening = Task {
                try await other.subscribe(to: ["a"]) { subscription in
                    for try await message in subscription.messages where message.json == "last" { break }
                }
            }
            let client = PubNubClient(Self.configuration(address, "me"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask { _ = try await client.publish(number, to: "room-\(number)") }
                }
                try await group.waitForAll()
            }
            let before = server.statistics.connections
            #expect(before > 2)
            await client.shutdown()
            // One for the long poll of the other client, and at most one for its calls.
            try await until { server.statistics.connections <= 2 }
            #expect(server.statistics.connections >= 1)
            try await other.publish("last", to: "a")
            try await listening.value
            await other.shutdown()
            try await until { server.statistics.connections == 0 }
        }
    }

    @Test("A second shutdown returns when the first one has ended")
    func secondWaits() async throws {
        let service = ScriptedService()
        let client = service.client
        let publishing = Task { try? await client.publish("queued", to: "a") }
        _ = try await service.request("/publish/")
        let ended = Endings()
        let first = Task {
            await client.shutdown()
            ended.names.withLock { $0.append("first") }
        }
        try await until { service.timers.running[.shutdown] != nil }
        let second = Task {
            await client.shutdown()
            ended.names.withLock { $0.append("second") }
        }
        // The publish is in flight, so neither has ended.
        for _ in 0..<100 { await Task.yield() }
        #expect(ended.names.withLock { $0 } == [])
        service.transport.reply("/publish/", "[1,\"Sent\",\"15000000000000001\"]")
        await first.value
        await second.value
        _ = await publishing.value
        #expect(Set(ended.names.withLock { $0 }) == ["first", "second"])
        // One after the end returns immediately.
        await client.shutdown()
    }

    @Test("The first calls of a client can be made at the same time: each waits until the client connects")
    func firstCallsTogether() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Opening the file of the outbox takes a moment, in which another call could overtake the connect of the first one.
        for round in 0..<20 {
            let file = folder.appendingPathComponent("outbox-\(round)")
            let service = ScriptedService(adjustEngine: { $0.outbox = PNOutbox(file: file) })
            let client = service.client
            let times = try await withThrowingTaskGroup(of: Timetoken.self) { group in
                for _ in 0..<8 { group.addTask { try await client.time() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(times == Array(repeating: 15_000_000_000_000_000, count: 8))
            await client.shutdown()
        }
    }

    @Test(
        "A message that waits in the outbox ends with the shutdown, and its file is closed",
        arguments: [false, true]
    )
    func outbox(hasFile: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = hasFile ? folder.appendingPathComponent("outbox") : nil
        // It never connects.
        let service = ScriptedService(times: 0, adjustEngine: { $0.outbox = PNOutbox(file: file) })
        let depth = OutboxDepth()
        service.pubnub.addObserver(depth)
        let publishing = Task { try await service.client.publish("kept", to: "a") }
        try await until { depth.latest.withLock { $0 } == 1 }
        await service.client.shutdown(deadline: .zero)
        let error = await #expect(throws: PubNubError.self) { try await publishing.value }
        // The next client that opens the file sends it.
        #expect(error?.isOutcomeUnknown == hasFile)
        let next = ScriptedService(adjustEngine: { $0.outbox = PNOutbox(file: file) })
        _ = try await next.client.time()
        if hasFile { _ = try await next.request("/publish/") }
        await next.client.shutdown(deadline: .zero)
    }

    @Test("Each call of a client with an invalid configuration says so, also of one that was told to connect")
    func invalidConfiguration() async throws {
        let configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "")
        try await PubNubClient.withClient(configuration) { client in
            for _ in 0..<2 {
                let error = await #expect(throws: PubNubError.self) { try await client.time() }
                #expect(error?.code == .invalidConfiguration)
            }
        }
    }

    @Test("A client that is shut down stays disconnected, also if a call began before")
    func connectAfterShutdown() async throws {
        let service = ScriptedService()
        await service.client.shutdown()
        service.pubnub.connect()
        #expect(service.transport.requests.isEmpty)
        await #expect(throws: PubNubError.self) { try await service.client.time() }
        #expect(service.transport.requests.isEmpty)
    }

    /// The number of messages in an outbox.
    private final class OutboxDepth: EngineObserver {
        let isMeasuring = true
        let latest = Locked(0)

        func connectionChanged(_ change: ConnectionChange) {}
        func requestEnded(_ route: Route, status: Int?, after duration: Duration) {}
        func received(_ count: Int, undelivered: Int) {}
        func caughtUp() {}
        func gapReported() {}
        func outboxChanged(depth: Int) { latest.withLock { $0 = depth } }
    }

    private final class Endings: Sendable {
        let names = Locked<[String]>([])
    }

    private static func configuration(_ address: OriginAddress, _ userID: String) -> PubNubClientConfiguration {
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: userID)
        configuration.origin = "\(address.host):\(address.port)"
        configuration.isSecure = false
        // A slow machine must not fail a test.
        configuration.requestTimeout = .seconds(600)
        return configuration
    }
}
