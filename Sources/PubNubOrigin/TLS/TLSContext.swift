import NIOCore
import NIOHTTP2
import NIOSSL

extension OriginTLS {
    /// What connections are set up with: TLS 1.2 or later, HTTP/2 for who speaks it.
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
            // A client that keeps its connection for later does not read the farewell, so it is not waited for.
            configuration.shutdownTimeout = .milliseconds(200)
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw .cannotMakeCertificate("\(error)")
        }
    }
}
