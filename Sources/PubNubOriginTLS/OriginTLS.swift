import COpenSSL
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

/// A new certificate for a server that speaks TLS, together with an authority that has signed it.
///
/// ```swift
/// import PubNubOrigin
/// import PubNubOriginTLS
///
/// let tls = try OriginTLS(hosts: ["127.0.0.1"])
/// var configuration = OriginConfiguration()
/// configuration.tls = tls
/// let server = OriginServer(configuration: configuration)
/// // let clients trust tls.authority
/// ```
public struct OriginTLS: Sendable {
    /// The authority's certificate in PEM form, for clients to trust. Its key is forgotten: it vouches for one origin.
    public let authority: String

    /// The origin's certificate in DER form.
    let certificate: [UInt8]
    /// The origin's private key in DER form.
    let key: [UInt8]
    /// The deliberate flaw of the certificate, for tests.
    let flaw: Flaw?

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
        certificate = try own.encoded()
        self.key = try key.encoded()
        self.flaw = flaw
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

    private static func pem(_ certificate: [UInt8]) -> String {
        var rest = Base64.encode(certificate)[...]
        var lines = ["-----BEGIN CERTIFICATE-----"]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END CERTIFICATE-----", ""]).joined(separator: "\n")
    }
}
