/// How much of a server's certificate is checked before a request goes out over TLS.
package enum TrustPolicy: Sendable, Hashable {
    /// The certificate chain has to be valid and has to name the host.
    case verified

    /// Encrypted, but any certificate is accepted: neither its chain nor the host name in it is checked. Only used if the
    /// application allows it.
    case chainUnverified
}
