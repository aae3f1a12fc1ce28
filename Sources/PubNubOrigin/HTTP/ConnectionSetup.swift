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
            connections.add(channel)
            if core.refusesConnection() {
                channel.close(promise: nil)
                return Value(channel: channel)
            }
            var decoder = NIOHTTPDecoderLimitConfiguration()
            // Wide, so that the origin itself gets to refuse what is too long, in the service's words.
            decoder.maxHeaderFieldSize = 32 * limits.maximumURLBytes
            decoder.maxHeaderListSize = 2 * decoder.maxHeaderFieldSize
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoder
            )
            try channel.pipeline.syncOperations.addHandler(ConnectionHandler(core: core, limits: limits))
            return Value(channel: channel)
        }
    }

    /// Nothing is left to do: the connection's handler works on its event loop.
    func handle(value: Value, logger: Logger) async {}
}
