import PubNubCodec
import PubNubWire

/// Makes the signatures of the access tokens of a keyset.
///
/// Its key is derived from the secret key and the subscribe key, so that the signature of a request never fits a token, and
/// another keyset with the same secret key does not accept the tokens.
struct TokenSigner: Sendable {
    private let key: [UInt8]

    /// nil without a secret key, or if the crypto library fails.
    init?(subscribeKey: String, secretKey: String?) {
        guard let secretKey, !secretKey.isEmpty,
            let key = try? HMAC.sha256(
                key: Array(secretKey.utf8),
                message: Array("access token\n\(subscribeKey)".utf8)
            )
        else { return nil }
        self.key = key
    }

    /// The signature that a token must have; nil if the crypto library fails.
    func signature(of content: AccessTokenContent) -> [UInt8]? {
        try? HMAC.sha256(key: key, message: content.signedBytes)
    }
}
