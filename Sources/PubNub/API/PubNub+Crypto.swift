import PubNubCodec
import PubNubWire

/// Encrypting and decrypting by hand (README "Encrypt / Decrypt Methods").
extension PubNub {
    /// Decrypts what ``aesEncrypt(_:error:)-method`` or another PubNub client made.
    ///
    /// - Parameters:
    ///   - object: The base64 text.
    ///   - decryptionError: Set when decrypting failed: 125 without a cipher key, 130 when the text cannot be decrypted
    ///     with it. nil, the default, when the reason does not matter.
    /// - Returns: The object that was encrypted, or the decrypted text where it is not JSON; nil on failure.
    @discardableResult
    public func aesDecrypt(_ object: Any, error decryptionError: UnsafeMutablePointer<PNError?>? = nil) -> Any? {
        do throws(PNError) {
            return JSONBridge.any(try engine.decrypt(object).value())
        } catch {
            decryptionError?.pointee = error
            return nil
        }
    }

    /// Encrypts an object with the configuration's cipher key.
    ///
    /// - Parameters:
    ///   - object: Anything JSON can hold: text, number, array, dictionary, null.
    ///   - encryptionError: Set when encrypting failed: 125 without a cipher key, 112 for an object that JSON cannot hold.
    ///     nil, the default, when the reason does not matter.
    /// - Returns: The encrypted object as base64 text; nil on failure.
    @discardableResult
    public func aesEncrypt(_ object: Any, error encryptionError: UnsafeMutablePointer<PNError?>? = nil) -> String? {
        do throws(PNError) {
            return try engine.encrypt(try JSONBridge.value(object))
        } catch {
            encryptionError?.pointee = error
            return nil
        }
    }
}
