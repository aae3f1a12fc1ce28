import PubNubCodec
import PubNubWire

/// Encrypting and decrypting by hand.
extension ClientEngine {
    /// The base64 text of an encrypted value.
    func encrypt(_ value: JSONValue) throws(PNError) -> String {
        let cryptor = try currentCryptor()
        let isRandom = read { $0.settings.usesRandomInitializationVector }
        do {
            let text = value.serialized()
            return isRandom ? try cryptor.encryptRandomIV(text) : try cryptor.encrypt(text)
        } catch {
            throw PNError(error)
        }
    }

    /// What was encrypted, or its text where that is not JSON.
    func decrypt(_ object: Any) throws(PNError) -> RawJSON {
        let cryptor = try currentCryptor()
        guard let text = object as? String else { throw PNError(code: kPNCryptoInputDataProcessingError) }
        let decrypted = MessageDecryptor.decrypt(RawJSON(.string(text)), with: cryptor)
        if let failure = decrypted.failure { throw PNError(failure) }
        return decrypted.payload
    }

    private func currentCryptor() throws(PNError) -> Cryptor {
        guard let cryptor = read({ $0.cryptor }) else { throw PNError(code: kPNCryptoEmptyCipherKeyError) }
        return cryptor
    }
}
