import PubNubCodec
import PubNubWire

/// Encrypting and decrypting by hand.
extension ClientEngine {
    /// The base64 text of an encrypted value.
    func encrypt(_ value: JSONValue) throws(PNError) -> String {
        let (current, isRandom) = read { ($0.cryptor, $0.settings.usesRandomInitializationVector) }
        guard let cryptor = current else { throw PNError(code: kPNCryptoEmptyCipherKeyError) }
        do {
            let text = value.serialized()
            return isRandom ? try cryptor.encryptRandomIV(text) : try cryptor.encrypt(text)
        } catch {
            throw PNError(error)
        }
    }

    /// What was encrypted, or its text where that is not JSON.
    func decrypt(_ object: Any) throws(PNError) -> RawJSON {
        guard let cryptor = read({ $0.cryptor }) else { throw PNError(code: kPNCryptoEmptyCipherKeyError) }
        guard let text = object as? String else { throw PNError(code: kPNCryptoInputDataProcessingError) }
        do throws(CryptorError) {
            return try MessageDecryptor.decrypt(text, with: cryptor)
        } catch {
            throw PNError(error)
        }
    }
}
