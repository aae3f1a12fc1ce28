package import NIOCore

/// Secures the connections of a server.
///
/// `OriginTLS` in the module `PubNubOriginServer` conforms to it. This module serves plain HTTP and links no TLS library.
package protocol OriginTransportSecurity: Sendable {
    /// Sets up an accepted connection, on its event loop.
    typealias Configurator =
        @Sendable (_ connection: any Channel, _ pipelines: any ConnectionPipelines) -> EventLoopFuture<Void>

    /// For how long browsers are asked to use TLS only; nil if they are not.
    var strictTransportSecurity: Duration? { get }

    /// Prepares what all connections share. A server calls it once, before it listens.
    ///
    /// - Throws: An ``OriginError`` if the certificate or key cannot be used.
    func makeConfigurator() throws(OriginError) -> Configurator
}

/// Sets up channels so that the server responds to the HTTP requests that arrive on them.
///
/// Plain HTTP uses it for each accepted connection; a transport security uses it behind its own handlers.
package protocol ConnectionPipelines: Sendable {
    /// The limits of the server.
    var limits: OriginLimits { get }
    /// How long idle connections of a server that drains wait for one more request; nil while it does not drain.
    var grace: Duration? { get }

    /// Sets up a connection for HTTP/1.1: one call after the other. Call it on the connection's event loop.
    @Sendable
    func configureHTTP1(on connection: any Channel) -> EventLoopFuture<Void>

    /// The values that the streams of an HTTP/2 connection share. Call it once for each connection, on its event loop.
    func streams(of connection: any Channel) -> any ConnectionStreams
}

/// The streams of one HTTP/2 connection. It lives on the connection's event loop.
package protocol ConnectionStreams: AnyObject {
    /// Adds the handler of requests to a stream. Its handlers so far read and write parts of HTTP messages.
    func addRequestHandler(to stream: any Channel) throws
}
