import NIOCore
import NIOHTTP1

/// The handlers of a server's channels.
struct HTTPPipelines: ConnectionPipelines {
    let core: OriginCore
    let limits: OriginLimits

    @Sendable
    func configureHTTP1(on connection: any Channel) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            var decoder = NIOHTTPDecoderLimitConfiguration()
            // Wide, so that the server itself refuses what is somewhat too long. The target counts as a header.
            decoder.maxHeaderFieldSize = 4 * max(limits.maximumURLBytes, limits.maximumHeaderBytes) + 65_536
            decoder.maxHeaderListSize = 2 * decoder.maxHeaderFieldSize
            decoder.maxHeaderFieldCount = limits.maximumHeaders
            let gate = InboundGate()
            try connection.pipeline.syncOperations.addHandler(gate)
            try connection.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoder
            )
            try connection.pipeline.syncOperations.addHandler(
                ConnectionHandler(core: core, limits: limits, gate: gate, connection: connection)
            )
        }
    }

    func addRequestHandler(to stream: any Channel, of connection: any Channel) throws {
        // Nothing arrives at this gate: a stream's requests are whole, and its frames have limits of their own.
        try stream.pipeline.syncOperations.addHandler(
            ConnectionHandler(core: core, limits: limits, gate: InboundGate(), connection: connection)
        )
    }
}
