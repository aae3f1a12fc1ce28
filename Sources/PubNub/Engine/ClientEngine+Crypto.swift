import PubNubCodec
import PubNubWire

/// Encrypting and decrypting by hand.
extension ClientEngine {
    /// The base64 text of an encrypted value; the JSON text of one that stays an array or object when it is encrypted.
    func encrypt(_ value: JSONValue) throws(PNError) -> String {
        guard let cryptor = read({ $0.cryptor }) else { throw PNError(code: kPNCryptoEmptyCipherKeyError) }
        do throws(CryptorError) {
            let encrypted = try cryptor.encrypt(value)
            return encrypted.stringValue ?? encrypted.text
        } catch {
            throw PNError(error)
        }
    }

    /// What was encrypted, or its text where that is not JSON.
    func decrypt(_ object: Any) throws(PNError) -> RawJSON {
        guard let cryptor = read({ $0.cryptor }) else { throw PNError(code: kPNCryptoEmptyCipherKeyError) }
        guard let value = try? JSONBridge.value(object) else { throw PNError(code: kPNCryptoInputDataProcessingError) }
        do throws(CryptorError) {
            guard let text = value.stringValue else { return RawJSON(try cryptor.decrypt(container: value)) }
            if let json = try? JSONValue(parsing: Array(text.utf8)), let open = try? cryptor.decrypt(container: json) {
                return RawJSON(open)
            }
            return try cryptor.decrypt(ciphertext: Array(text.utf8)[...])
        } catch {
            throw PNError(error)
        }
    }
}
