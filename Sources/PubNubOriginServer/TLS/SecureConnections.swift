import NIOCore
import NIOHTTP2
import NIOSSL
package import PubNubOrigin

extension OriginTLS: OriginTransportSecurity {
    package func makeConfigurator() throws(OriginError) -> Configurator {
        let settings = settings
        _ = try settings.context()
        return { connection, pipelines in
            connection.eventLoop.makeCompletedFuture {
                let context = try settings.context()
                try connection.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                try connection.pipeline.syncOperations.addHandler(
                    HandshakeHandler(pipelines: pipelines)
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
}

extension ConnectionPipelines {
    /// Sets up a connection for HTTP/2: each call on a stream of its own.
    ///
    /// The limits of frames, resets and streams are the library's: 200 control frames and 200 resets in 30 s, 100 streams at a time.
    @Sendable
    func configureHTTP2(on connection: any Channel) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            let streams = streams(of: connection)
            let manager = NIOHTTP2ServerConnectionManagementHandler(
                eventLoop: connection.eventLoop,
                configuration: .init(
                    maxIdleTime: TimeAmount(limits.idleTimeout),
                    maxAge: nil,
                    // It would begin with the client's acknowledgment only, and each stream has deadlines of its own.
                    maxGraceTime: nil,
                    keepalive: nil
                )
            )
            var configuration = NIOHTTP2Handler.ConnectionConfiguration()
            configuration.initialSettings = [
                HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
                HTTP2Setting(parameter: .maxHeaderListSize, value: headerListBytes),
            ]
            let watcher = StreamWatcher(
                connection: connection,
                manager: manager.http2StreamDelegate,
                firstStreamLimit: min(grace ?? limits.headTimeout, limits.headTimeout),
                idleLimit: limits.idleTimeout,
                endLimit: limits.lingerTimeout,
                isEnding: grace != nil
            )
            let bound = NIOLoopBound(streams, eventLoop: connection.eventLoop)
            let handler = NIOHTTP2Handler(
                mode: .server,
                eventLoop: connection.eventLoop,
                connectionConfiguration: configuration,
                streamConfiguration: NIOHTTP2Handler.StreamConfiguration(),
                streamDelegate: watcher.delegate
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(StreamHeadHandler())
                    try stream.pipeline.syncOperations.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                    try bound.value.addRequestHandler(to: stream)
                }
            }
            try connection.pipeline.syncOperations.addHandlers([
                handler, OrderlyCloseHandler(pipelines: self), manager, watcher,
            ])
        }
    }

    /// The largest head of a request, twice what is served, so that the server itself refuses what is somewhat too large.
    private var headerListBytes: Int { 2 * (limits.maximumURLBytes + limits.maximumHeaderBytes) }
}
