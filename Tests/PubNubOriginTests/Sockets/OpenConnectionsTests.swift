import NIOCore
import NIOEmbedded
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

@Suite("The connections of a server that stops")
struct OpenConnectionsTests {
    /// Closes its channel as soon as the server stops, as the handler of an idle connection does.
    private final class IdleHandler: ChannelInboundHandler, Sendable {
        typealias InboundIn = Any

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
        }
    }

    private func channel() async throws -> NIOAsyncTestingChannel {
        try await NIOAsyncTestingChannel { try $0.pipeline.syncOperations.addHandler(IdleHandler()) }
    }

    /// Adds the channel on its event loop, as an accepted connection is.
    private func add(_ channel: NIOAsyncTestingChannel, to connections: OpenConnections) async throws {
        try await channel.testingEventLoop.executeInContext { _ = connections.admit(channel, at: .zero) }
    }

    @Test("An open connection is counted until it is closed")
    func count() async throws {
        let connections = OpenConnections()
        let channel = try await channel()
        try await add(channel, to: connections)
        #expect(connections.count == 1)
        _ = try await channel.finish()
        #expect(connections.count == 0)
    }

    @Test("Draining notifies the handlers of a connection, and ends when it is closed")
    func drain() async throws {
        let connections = OpenConnections()
        let channel = try await channel()
        try await add(channel, to: connections)
        let end = Task { await connections.drain() }
        let isClosed = await eventually {
            connections.count == 0
        } otherwise: {
            await channel.testingEventLoop.run()
            await Task.yield()
        }
        try #require(isClosed, "The connection is open after two minutes.")
        await end.value
        #expect(!channel.isActive)
    }

    @Test("A connection that is accepted while the server drains is notified as well")
    func lateDrain() async throws {
        let connections = OpenConnections()
        await connections.drain()
        let channel = try await channel()
        try await add(channel, to: connections)
        await channel.testingEventLoop.run()
        #expect(connections.count == 0)
    }

    @Test("A connection that is accepted after the server closed its connections is closed immediately")
    func lateClose() async throws {
        let connections = OpenConnections()
        await connections.close()
        let channel = NIOAsyncTestingChannel()
        try await add(channel, to: connections)
        await channel.testingEventLoop.run()
        #expect(connections.count == 0)
    }
}
