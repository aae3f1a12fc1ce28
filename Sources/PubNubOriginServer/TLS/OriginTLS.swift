import CPubNubOpenSSL
import PubNubCodec
public import PubNubOrigin

extension OriginConfiguration {
    /// The certificate for TLS. nil, the default, serves plain HTTP. With a certificate the server accepts TLS only, and
    /// HTTP/2 from clients that offer it.
    public var tls: OriginTLS? {
        get { security as? OriginTLS }
        set { security = newValue }
    }
}

/// The certificate of a server that speaks TLS: a new one together with an authority that has signed it, or one of your own in files.
///
/// ```swift
/// import PubNubOrigin
/// import PubNubOriginServer
///
/// let tls = try OriginTLS(hosts: ["127.0.0.1"])
/// var configuration = OriginConfiguration()
/// configuration.tls = tls
/// let server = OriginServer(configuration: configuration)
/// // let clients trust tls.authority
/// ```
///
/// The server accepts TLS 1.2 and later. Copies share the certificate, so ``reload()`` of any copy reaches the server.
public struct OriginTLS: Sendable {
    /// The authority's certificate in PEM form, for clients to trust. Its key is discarded, so it signs no other certificate. Empty if the
    /// certificate is one of your own.
    public let authority: String

    /// For how long browsers use TLS only for the host of the server (`Strict-Transport-Security`, RFC 6797), in whole seconds. nil, the
    /// default, does not ask them to.
    public var strictTransportSecurity: Duration?

    /// The settings of handshakes, with certificate and key.
    let settings: HandshakeSettings

    /// A reason for clients to refuse a server.
    package enum Flaw: Sendable, CaseIterable {
        /// The certificate ended an hour ago.
        case expired
        /// The certificate is for `other.test`.
        case otherName
        /// The certificate vouches for itself.
        case selfSigned
        /// The origin speaks no newer version than TLS 1.1.
        case oldVersion
    }

    /// Makes a new authority, key and certificate, valid from a day ago for a year.
    ///
    /// - Parameter hosts: The names and addresses under which clients reach the server, in addition to `localhost`,
    ///   `127.0.0.1` and `::1`.
    /// - Throws: `OriginError.cannotMakeCertificate`, also for a host that is not valid in a certificate.
    public init(hosts: [String] = []) throws(OriginError) {
        try self.init(names: try Self.names(of: hosts), flaw: nil)
    }

    /// Uses a certificate of your own.
    ///
    /// - Parameters:
    ///   - certificateFile: A file in PEM form with the certificate, followed by those that lead to its authority.
    ///   - keyFile: A file in PEM form with the certificate's private key, without a password.
    /// - Throws: `OriginError.cannotMakeCertificate` if the files cannot be read, or do not belong together.
    public init(certificateFile: String, keyFile: String) throws(OriginError) {
        authority = ""
        settings = HandshakeSettings(source: .files(certificate: certificateFile, key: keyFile))
        try settings.reload()
    }

    /// Reads the files of a certificate of your own again. New connections use the new content; open connections continue. Does nothing
    /// for a certificate that was made for the server. Reads files, so do not call it on a thread that must not block.
    ///
    /// - Throws: `OriginError.cannotMakeCertificate` if the files cannot be read, or do not belong together. The server continues with the
    ///   certificate that it has.
    public func reload() throws(OriginError) { _ = try reloaded() }

    /// As ``reload()``. Returns whether the certificate is another one than before.
    package func reloaded() throws(OriginError) -> Bool {
        guard case .files = settings.source else { return false }
        return try settings.reload()
    }

    /// When the certificate ends, in seconds since 1970 UTC; nil before it was read.
    package var end: Int? { settings.certificateEnd }

    /// Makes an authority and a certificate that clients have to refuse although they trust the authority.
    package init(flaw: Flaw) throws(OriginError) {
        try self.init(names: flaw == .otherName ? "DNS:other.test" : try Self.names(of: []), flaw: flaw)
    }

    private init(names: String, flaw: Flaw?) throws(OriginError) {
        let authorityKey = try CertificateKey()
        let authority = try Certificate(subject: "PubNub origin authority", key: authorityKey)
        try authority.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        try authority.add(NID_key_usage, "critical,keyCertSign,cRLSign")
        try authority.sign(by: authority, with: authorityKey)

        let key = try CertificateKey()
        let lifetime = flaw == .expired ? -3600 : 365 * Certificate.day
        let own = try Certificate(subject: "PubNub origin", key: key, endingAfter: lifetime)
        try own.add(NID_basic_constraints, "critical,CA:FALSE")
        try own.add(NID_key_usage, "critical,digitalSignature")
        try own.add(NID_ext_key_usage, "serverAuth")
        try own.add(NID_subject_alt_name, names)
        if flaw == .selfSigned {
            try own.sign(by: own, with: key)
        } else {
            try own.sign(by: authority, with: authorityKey)
        }

        self.authority = Self.pem(try authority.encoded())
        settings = HandshakeSettings(
            source: .made(certificate: try own.encoded(), key: try key.encoded()),
            flaw: flaw
        )
    }

    /// The hosts as a certificate lists them.
    private static func names(of hosts: [String]) throws(OriginError) -> String {
        var names = ["DNS:localhost", "IP:127.0.0.1", "IP:::1"]
        for host in hosts {
            let allowed = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }
            guard allowed, !host.isEmpty else { throw .cannotMakeCertificate("\(host) is not the name of a host") }
            let isAddress = host.contains(":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
            let name = (isAddress ? "IP:" : "DNS:") + host
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: ",")
    }

    /// A certificate, or something else in DER form, in PEM form.
    static func pem(_ bytes: [UInt8], label: String = "CERTIFICATE") -> String {
        var rest = Base64.encode(bytes)[...]
        var lines = ["-----BEGIN \(label)-----"]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }
}
