import NIOCore
import NIOHTTP2
import NIOSSL
package import PubNubOrigin

extension OriginTLS: OriginTransportSecurity {
    package func makeConfigurator() throws(OriginError) -> Configurator {
        let context = try context()
        return { connection, pipelines in
            connection.eventLoop.makeCompletedFuture {
                try connection.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                try connection.pipeline.syncOperations.addHandler(
                    HandshakeHandler(limit: pipelines.limits.handshakeTimeout)
                )
            }
            .flatMap {
                connection.configureHTTP2SecureUpgrade(
                    h2ChannelConfigurator: pipelines.configureHTTP2,
                    http1ChannelConfigurator: pipelines.configureHTTP1
                )
            }
        }
    }

    /// The settings of all handshakes: TLS 1.2 or later, HTTP/2 for clients that offer it.
    func context() throws(OriginError) -> NIOSSLContext {
        do {
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate, format: .der))],
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: key, format: .der))
            )
            configuration.minimumTLSVersion = .tlsv12
            if flaw == .oldVersion {
                configuration.minimumTLSVersion = .tlsv1
                configuration.maximumTLSVersion = .tlsv11
            }
            configuration.applicationProtocols = NIOHTTP2SupportedALPNProtocols
            // A client that keeps its connection for later does not read the closing alert, so the wait for its own is short.
            configuration.shutdownTimeout = .milliseconds(200)
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw .cannotMakeCertificate("\(error)")
        }
    }
}

extension ConnectionPipelines {
    /// Sets up a connection for HTTP/2: each call on a stream of its own.
    @Sendable
    fileprivate func configureHTTP2(on connection: any Channel) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            let ending = OrderlyEndHandler(channel: connection)
            var settings = NIOHTTP2Handler.ConnectionConfiguration()
            settings.initialSettings = [
                HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
                HTTP2Setting(parameter: .maxHeaderListSize, value: 64 * limits.maximumURLBytes),
            ]
            // A client sends several such frames with each call, and ends a long poll with each change of its channels.
            let framesPerWindow = 1_000_000
            settings.controlFrameRateLimit.maximumCount = framesPerWindow
            var streams = NIOHTTP2Handler.StreamConfiguration()
            streams.streamResetFrameRateLimit.maximumCount = framesPerWindow
            let handler = NIOHTTP2Handler(
                mode: .server,
                eventLoop: connection.eventLoop,
                connectionConfiguration: settings,
                streamConfiguration: streams,
                streamDelegate: ending.delegate
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                    try addRequestHandler(to: stream, of: connection)
                }
            }
            try connection.pipeline.syncOperations.addHandlers([handler, ending])
        }
    }
}
