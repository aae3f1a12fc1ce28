package import NIOCore

/// Secures the connections of a server.
///
/// `OriginTLS` in the module `PubNubOriginTLS` conforms to it. This module serves plain HTTP and links no TLS library.
package protocol OriginTransportSecurity: Sendable {
    /// Sets up an accepted connection, on its event loop.
    typealias Configurator = @Sendable (_ connection: any Channel, _ pipelines: HTTPPipelines) -> EventLoopFuture<Void>

    /// Prepares what all connections share. A server calls it once, before it listens.
    ///
    /// - Throws: An ``OriginError`` if the certificate or key cannot be used.
    func makeConfigurator() throws(OriginError) -> Configurator
}
