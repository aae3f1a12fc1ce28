import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Makes each accepted connection one of the origin's.
struct ConnectionSetup: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
    }

    let core: OriginCore
    let limits: OriginLimits
    let connections: OpenConnections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let isTooMany = connections.count >= limits.connections
            connections.add(channel)
            if core.refusesConnection() || isTooMany {
                channel.close(promise: nil)
                return Value(channel: channel)
            }
            var decoder = NIOHTTPDecoderLimitConfiguration()
            // Wide, so that the origin itself gets to refuse what is somewhat too long. The target counts as a header.
            decoder.maxHeaderFieldSize = 4 * max(limits.maximumURLBytes, limits.maximumHeaderBytes) + 65_536
            decoder.maxHeaderListSize = 2 * decoder.maxHeaderFieldSize
            decoder.maxHeaderFieldCount = limits.maximumHeaders
            let gate = InboundGate()
            try channel.pipeline.syncOperations.addHandler(gate)
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoder
            )
            try channel.pipeline.syncOperations.addHandler(ConnectionHandler(core: core, limits: limits, gate: gate))
            return Value(channel: channel)
        }
    }

    /// Nothing is left to do: the connection's handler works on its event loop.
    func handle(value: Value, logger: Logger) async {}
}
