import Glibc
import NIOCore
import NIOSSL
import PubNubSupport
import PubNubOrigin

/// Where a server's certificate and key come from.
enum CertificateSource: Sendable {
    /// Made for this server, in DER form.
    case made(certificate: [UInt8], key: [UInt8])
    /// Files in PEM form: the certificate with those that lead to its authority, and its private key.
    case files(certificate: String, key: String)

    /// The certificate and those that lead to its authority, in the order of a handshake.
    ///
    /// - Throws: An error of the TLS library if they cannot be read.
    func chain() throws -> [NIOSSLCertificate] {
        switch self {
        case .made(let certificate, _): [try NIOSSLCertificate(bytes: certificate, format: .der)]
        case .files(let path, _): try NIOSSLCertificate.fromPEMFile(path)
        }
    }

    /// The private key.
    ///
    /// - Throws: An error of the TLS library if it cannot be read.
    func privateKey() throws -> NIOSSLPrivateKey {
        switch self {
        case .made(_, let key): try NIOSSLPrivateKey(bytes: key, format: .der)
        case .files(_, let path): try NIOSSLPrivateKey(file: path, format: .pem)
        }
    }
}

/// The settings of the handshakes of a server, which are replaced as a whole when its certificate is read again.
final class HandshakeSettings: Sendable {
    let source: CertificateSource
    private let flaw: OriginTLS.Flaw?
    private let current: Locked<Contexts?>

    /// The settings of one certificate for both kinds of listeners.
    private struct Contexts {
        /// HTTP/2 for clients that offer it.
        let anyVersion: NIOSSLContext
        /// HTTP/1.1 only.
        let version1: NIOSSLContext
        /// When the certificate ends, in seconds since 1970 UTC.
        let end: Int
        /// The certificate without those of its authorities, in DER form.
        let leaf: [UInt8]
    }

    /// - Parameters:
    ///   - source: The certificate and key.
    ///   - flaw: The deliberate flaw of the server, for tests.
    init(source: CertificateSource, flaw: OriginTLS.Flaw? = nil) {
        self.source = source
        self.flaw = flaw
        current = Locked(nil)
    }

    /// The settings for the next handshake. The first call reads the certificate and the key.
    ///
    /// - Parameter hasHTTP2: Whether the listener speaks HTTP/2 as well. True by default.
    /// - Returns: The settings, which all connections of the listener share.
    /// - Throws: ``OriginError/cannotMakeCertificate(_:)`` if they cannot be read or do not belong together.
    func context(hasHTTP2: Bool = true) throws(OriginError) -> NIOSSLContext {
        if current.withLock({ $0 == nil }) { try reload() }
        guard let contexts = current.withLock({ $0 }) else { throw .cannotMakeCertificate("no certificate was read") }
        return hasHTTP2 ? contexts.anyVersion : contexts.version1
    }

    /// When the certificate in use ends, in seconds since 1970 UTC; nil before it was read.
    var certificateEnd: Int? { current.withLock { $0?.end } }

    /// Reads certificate and key for the handshakes from now on. After an error those read before stay in use.
    ///
    /// - Returns: Whether the certificate is another one than before.
    /// - Throws: ``OriginError/cannotMakeCertificate(_:)`` if they cannot be read or do not belong together.
    @discardableResult
    func reload() throws(OriginError) -> Bool {
        let contexts = try makeContexts()
        return current.withLock { current in
            defer { current = contexts }
            return current?.leaf != contexts.leaf
        }
    }

    /// The suites of TLS 1.2: those that RFC 9325, 4.2, recommends, each with forward secrecy and authenticated encryption. The library
    /// does not let a server choose the order, so all of them are equally strong. The suites of TLS 1.3 are fixed.
    private static let suites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// TLS 1.2 or later.
    private func makeContexts() throws(OriginError) -> Contexts {
        do {
            let chain = try source.chain()
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) },
                privateKey: .privateKey(try source.privateKey())
            )
            configuration.minimumTLSVersion = .tlsv12
            if flaw == .oldVersion {
                configuration.minimumTLSVersion = .tlsv1
                configuration.maximumTLSVersion = .tlsv11
            } else {
                configuration.cipherSuiteValues = Self.suites
            }
            // A client that keeps its connection for later does not read the closing alert, so the wait for its own is short.
            configuration.shutdownTimeout = .milliseconds(200)
            configuration.applicationProtocols = ["http/1.1"]
            let version1 = try NIOSSLContext(configuration: configuration)
            configuration.applicationProtocols = ["h2", "http/1.1"]
            return Contexts(
                anyVersion: try NIOSSLContext(configuration: configuration),
                version1: version1,
                end: Int(chain.first?.notValidAfter ?? 0),
                leaf: try chain.first?.toDERBytes() ?? []
            )
        } catch {
            throw .cannotMakeCertificate(description(of: error))
        }
    }

    /// The error with the paths of the files, which the library leaves out, and the reason of the system if one cannot be read.
    private func description(of error: any Error) -> String {
        guard case .files(let certificate, let key) = source else { return "\(error)" }
        for path in [certificate, key] where access(path, R_OK) != 0 {
            return "\(path) cannot be read: \(String(cString: strerror(errno)))"
        }
        return "\(certificate) and \(key) are not a certificate and its private key in PEM form: \(error)"
    }
}
