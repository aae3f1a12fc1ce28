import NIOCore
import NIOHTTP1

/// The handlers of a server's channels. It is a class, so that a connection takes no memory for what all share.
final class HTTPPipelines: ConnectionPipelines {
    let core: OriginCore
    let limits: OriginLimits
    let rates: RateLimiter?
    let connections: OpenConnections
    let recording: RequestRecording

    init(
        core: OriginCore,
        limits: OriginLimits,
        rates: RateLimiter?,
        connections: OpenConnections,
        recording: RequestRecording
    ) {
        self.core = core
        self.limits = limits
        self.rates = rates
        self.connections = connections
        self.recording = recording
    }

    var grace: Duration? { connections.grace }

    @Sendable
    func configureHTTP1(on connection: any Channel) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            var decoder = NIOHTTPDecoderLimitConfiguration()
            // Wide, so that the server itself refuses what is somewhat too long. The target counts as a header.
            decoder.maxHeaderFieldSize = 4 * max(limits.maximumURLBytes, limits.maximumHeaderBytes) + 65_536
            decoder.maxHeaderListSize = 2 * decoder.maxHeaderFieldSize
            decoder.maxHeaderFieldCount = limits.maximumHeaders
            let gate = InboundGate()
            let requests = ByteToMessageHandler(
                HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: decoder)
            )
            let handler = ConnectionHandler(
                pipelines: self,
                gate: gate,
                connection: connection,
                role: .connection(connections.activity(of: connection))
            )
            try connection.pipeline.syncOperations.addHandlers([gate, requests, handler])
        }
    }

    func streams(of connection: any Channel) -> any ConnectionStreams {
        HTTP2Streams(pipelines: self, connection: connection, activity: connections.activity(of: connection))
    }

    /// Adds the handler of requests to a stream of a connection.
    func addRequestHandler(to stream: any Channel, of connection: any Channel, streams: HTTP2Streams) throws {
        // Nothing arrives at this gate: heads of streams come whole, and their frames have limits of their own.
        let handler = ConnectionHandler(
            pipelines: self,
            gate: InboundGate(),
            connection: connection,
            role: .stream(streams)
        )
        try stream.pipeline.syncOperations.addHandler(handler)
    }
}
