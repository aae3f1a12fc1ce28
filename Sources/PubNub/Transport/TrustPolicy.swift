/// How much of a server's certificate is checked before a request goes out over TLS.
package enum TrustPolicy: Sendable, Hashable {
    /// The certificate chain has to be valid and has to name the host.
    case verified

    /// Encrypted, but anybody's certificate will do. Only ever used after the app asked for it.
    case chainUnverified
}
