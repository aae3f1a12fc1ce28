import PubNubCodec
import PubNubWire

/// A received message as the application gets it.
struct DecryptedMessage: Sendable, Hashable {
    /// What stands in for a message that cannot be decrypted.
    static let errorText = "DECRYPTION_ERROR"

    /// The message, or the text `DECRYPTION_ERROR`.
    let payload: RawJSON

    /// Why the message could not be decrypted; nil when it could, or did not have to be.
    let failure: CryptorError?
}
