/// Why a hash could not be computed.
package enum DigestError: Error, Hashable, Sendable {
    /// The system's crypto library did not compute it: the algorithm is missing or not allowed, or memory is short.
    case unavailable
    /// The key is longer than the crypto library can take.
    case keyTooLong
}
