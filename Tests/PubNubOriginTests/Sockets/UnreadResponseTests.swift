import NIOCore
import NIOEmbedded
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

@Suite("Clients that do not read their responses")
struct UnreadResponseTests {
    private static let request = "GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n"

    private let channel = NIOAsyncTestingChannel()
    private let clock = OriginManualClock()
    private let connections: OpenConnections

    init() async throws {
        let configuration = OriginConfiguration(clock: clock)
        let core = OriginCore(configuration: configuration, storage: OpenedStorage.memory(configuration))
        let metrics = OriginMetrics()
        connections = OpenConnections(limits: configuration.limits, metrics: metrics)
        let pipelines = HTTPPipelines(
            service: .core(core),
            limits: configuration.limits,
            rates: nil,
            connections: connections,
            recording: RequestRecording(metrics: metrics, observers: [], clock: clock)
        )
        let (channel, connections) = (channel, connections)
        try await channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await channel.testingEventLoop.executeInContext {
            let activity = connections.admit(channel, at: .zero)
            let handler = ConnectionHandler(pipelines: pipelines, connection: channel, role: .connection(activity))
            try channel.pipeline.syncOperations.addHandler(handler)
        }
        try await channel.writeInbound(ByteBuffer(string: Self.request))
        await channel.testingEventLoop.run()
        #expect(try await channel.readOutbound(as: ByteBuffer.self) != nil)
        // From now on the client reads nothing.
        channel.isWritable = false
    }

    private func send(_ text: String, after pause: Duration = .zero) async throws {
        clock.advance(by: pause)
        try await channel.writeInbound(ByteBuffer(string: text))
        channel.pipeline.fireChannelReadComplete()
        await channel.testingEventLoop.run()
    }

    /// Whether the server has closed the connection, once everything is done that was due.
    private func isClosed() async -> Bool {
        await eventually {
            !channel.isActive
        } otherwise: {
            await channel.testingEventLoop.run()
        }
    }

    /// Whether a timer ends at a time, once everything is done that was due.
    private func isTimerSet(for time: Duration) async -> Bool {
        await eventually {
            clock.deadlines.contains(time)
        } otherwise: {
            await channel.testingEventLoop.run()
        }
    }

    @Test(
        "Requests that wait for that give the client no further time: its connection is closed 180 s after the last response",
        arguments: [[], [request], [request + request, request], [request + "GET /ti", "m"]]
    )
    func pipelined(requests: [String]) async throws {
        for request in requests { try await send(request, after: .seconds(10)) }
        clock.advance(by: .seconds(180) - .seconds(10 * requests.count))
        #expect(await isClosed())
        #expect(clock.uptime == .seconds(180))
    }

    @Test("A client that reads again gets the responses that waited, and may be idle for 180 s after the last one")
    func readsAgain() async throws {
        // The timer of the first request ends, and is set again for the first response: from here on its time is known.
        clock.advance(by: .seconds(100))
        #expect(await isTimerSet(for: .seconds(180)))
        try await send(Self.request + Self.request)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        await channel.testingEventLoop.run()
        for _ in 0..<2 { #expect(try await channel.readOutbound(as: ByteBuffer.self) != nil) }
        clock.advance(by: .seconds(80))
        #expect(await isTimerSet(for: .seconds(280)), "the timer is set again")
        #expect(channel.isActive)
    }

    @Test("A server that drains waits for such a client no longer than for one that has to close its connection")
    func drain() async throws {
        try await send(Self.request)
        connections.startEnding(grace: .milliseconds(1))
        await channel.testingEventLoop.run()
        #expect(await isTimerSet(for: .seconds(5)))
        clock.advance(by: .seconds(5))
        #expect(await isClosed())
    }
}
