package import NIOCore
import NIOHTTP1

/// Sets up channels so that the server answers the HTTP requests that arrive on them.
///
/// Plain HTTP uses it for each accepted connection; a transport security uses it behind its own handlers.
package struct HTTPPipelines: Sendable {
    let core: OriginCore
    /// The limits of the server.
    package let limits: OriginLimits

    /// Sets up a connection for HTTP/1.1: one call after the other. Call it on the connection's event loop.
    @Sendable
    package func configureHTTP1(on connection: any Channel) -> EventLoopFuture<Void> {
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

    /// Adds the handler of requests to a stream of a connection that has several. Call it on the stream's event loop.
    ///
    /// - Parameters:
    ///   - stream: A channel whose handlers so far read and write parts of HTTP messages.
    ///   - connection: The channel that carries the stream; faults of a whole connection close it.
    /// - Throws: The error of the pipeline if the stream is closed already.
    package func addRequestHandler(to stream: any Channel, of connection: any Channel) throws {
        // Nothing arrives at this gate: a stream's requests are whole, and its frames have limits of their own.
        try stream.pipeline.syncOperations.addHandler(
            ConnectionHandler(core: core, limits: limits, gate: InboundGate(), connection: connection)
        )
    }
}
