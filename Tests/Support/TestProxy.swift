import NIOCore
import NIOPosix
import PubNub
import PubNubSupport

/// An HTTP proxy in the test's process: it forwards plain HTTP, opens tunnels, may require credentials, and counts requests.
package final class TestProxy: Sendable {
    /// The behaviour of the proxy.
    package enum Manner: Sendable, Equatable {
        /// It forwards requests.
        case serve
        /// It responds to each request for a tunnel with a status.
        case refuseTunnels(Int)
        /// It sends bytes that are not HTTP.
        case babble
        /// It closes the connection after the request.
        case hangUp
    }

    struct State {
        var forwarded = 0
        var tunnels = 0
        var refused = 0
        /// The first lines of requests, in order.
        var lines: [String] = []
        var open: [ObjectIdentifier: any Channel] = [:]
    }

    typealias Wrapped = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    let manner: Manner
    /// `Basic` and the required credentials; nil if any client may use it.
    let authorization: String?
    let state = Locked(State())
    /// The port on 127.0.0.1.
    package let port: Int
    private let listener: NIOAsyncChannel<Wrapped, Never>

    /// Runs a test body with its own proxy on a free port, and stops the proxy in every case.
    package static func run<Value>(
        _ manner: Manner = .serve,
        authorization: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (TestProxy) async throws -> Value
    ) async throws -> Value {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 256)
            .bind(host: "127.0.0.1", port: 0) { channel in channel.eventLoop.makeCompletedFuture { try wrap(channel) } }
        let proxy = TestProxy(listener, manner, authorization)
        let serving = Task { try await proxy.serve() }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(proxy))
        } catch {
            result = .failure(error)
        }
        try? await listener.channel.close()
        proxy.dropConnections()
        serving.cancel()
        _ = try? await serving.value
        return try result.get()
    }

    private init(_ listener: NIOAsyncChannel<Wrapped, Never>, _ manner: Manner, _ authorization: String?) {
        self.listener = listener
        self.manner = manner
        self.authorization = authorization
        port = listener.channel.localAddress?.port ?? 0
    }

    /// The number of forwarded requests.
    package var forwarded: Int { state.withLock { $0.forwarded } }
    /// The number of opened tunnels.
    package var tunnels: Int { state.withLock { $0.tunnels } }
    /// The number of requests that were refused for missing credentials.
    package var refused: Int { state.withLock { $0.refused } }
    /// The first lines of the requests to it.
    package var lines: [String] { state.withLock { $0.lines } }

    /// Ends all connections through it.
    package func dropConnections() {
        for channel in state.withLock({ Array($0.open.values) }) { channel.close(promise: nil) }
    }

    static func wrap(_ channel: any Channel) throws -> Wrapped {
        try NIOAsyncChannel(wrappingChannelSynchronously: channel)
    }

    private func serve() async throws {
        try await listener.executeThenClose { clients in
            try await withThrowingDiscardingTaskGroup { group in
                for try await client in clients {
                    group.addTask { await self.serve(client) }
                }
            }
        }
    }

    private func serve(_ client: Wrapped) async {
        let name = ObjectIdentifier(client.channel)
        state.withLock { $0.open[name] = client.channel }
        defer { state.withLock { $0.open[name] = nil } }
        // A connection that ends in the middle is not an error.
        try? await client.executeThenClose { inbound, outbound in
            let reader = ProxyReader(inbound)
            var visit = ProxyVisit(proxy: self, reader: reader, client: client.channel, outbound: outbound)
            try await visit.run()
        }
    }
}
