import NIOCore
import NIOEmbedded
import PubNubTestSupport

@testable import PubNubOrigin

extension HTTPPipelines {
    /// The pipelines of a server in memory, for connections without sockets.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - compressing: Compresses long responses.
    convenience init(memory configuration: OriginConfiguration, compressing: ReadQueue) {
        let metrics = OriginMetrics()
        self.init(
            service: .core(
                OriginCore(configuration: configuration, storage: OpenedStorage.memory(configuration))
            ),
            limits: configuration.limits,
            rates: nil,
            connections: OpenConnections(limits: configuration.limits, metrics: metrics),
            recording: RequestRecording(metrics: metrics, observers: [], clock: configuration.clock),
            compressing: compressing
        )
    }

    /// A connection of a client on this machine.
    func connect(on loop: NIOAsyncTestingEventLoop) async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel(loop: loop)
        try await channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await loop.executeInContext {
            let handler = ConnectionHandler(pipelines: self, connection: channel, role: .connection(nil))
            try channel.pipeline.syncOperations.addHandler(handler)
        }
        return channel
    }
}
