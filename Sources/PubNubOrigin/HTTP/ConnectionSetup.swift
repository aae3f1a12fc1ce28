import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL

/// Makes each accepted connection one of the origin's.
struct ConnectionSetup: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
    }

    private static let framesPerWindow = 1_000_000

    let core: OriginCore
    let limits: OriginLimits
    let connections: OpenConnections
    /// nil for plain HTTP.
    let tls: NIOSSLContext?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.closeOnExec()
        let isTooMany = connections.count >= limits.connections
        connections.add(channel)
        let value = Value(channel: channel)
        if core.refusesConnection() || isTooMany {
            channel.close(promise: nil)
            return channel.eventLoop.makeSucceededFuture(value)
        }
        guard let tls else { return speakFirstVersion(on: channel).map { value } }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
            try channel.pipeline.syncOperations.addHandler(HandshakeHandler(limit: limits.handshakeTimeout))
        }
        .flatMap {
            channel.configureHTTP2SecureUpgrade(
                h2ChannelConfigurator: speakSecondVersion,
                http1ChannelConfigurator: speakFirstVersion
            )
        }
        .map { value }
    }

    /// Nothing is left to do: the connection's handler works on its event loop.
    func handle(value: Value, logger: Logger) async {}

    /// HTTP/1.1: one call after the other on the connection.
    @Sendable
    private func speakFirstVersion(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
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
            try channel.pipeline.syncOperations.addHandler(
                ConnectionHandler(core: core, limits: limits, gate: gate, connection: channel)
            )
        }
    }

    /// HTTP/2: each call on a stream of its own.
    @Sendable
    private func speakSecondVersion(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let ending = OrderlyEndHandler(channel: channel)
            var connection = NIOHTTP2Handler.ConnectionConfiguration()
            connection.initialSettings = [
                HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
                HTTP2Setting(parameter: .maxHeaderListSize, value: 64 * limits.maximumURLBytes),
            ]
            // A client sends several such frames with each call, and ends a long poll with each change of its channels.
            connection.controlFrameRateLimit.maximumCount = Self.framesPerWindow
            var streams = NIOHTTP2Handler.StreamConfiguration()
            streams.streamResetFrameRateLimit.maximumCount = Self.framesPerWindow
            let handler = NIOHTTP2Handler(
                mode: .server,
                eventLoop: channel.eventLoop,
                connectionConfiguration: connection,
                streamConfiguration: streams,
                streamDelegate: ending.delegate
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandlers([
                        HTTP2FramePayloadToHTTP1ServerCodec(),
                        // Nothing arrives at this gate: a stream's requests are whole, and its frames have limits of their own.
                        ConnectionHandler(core: core, limits: limits, gate: InboundGate(), connection: channel),
                    ])
                }
            }
            try channel.pipeline.syncOperations.addHandlers([handler, ending])
        }
    }
}
