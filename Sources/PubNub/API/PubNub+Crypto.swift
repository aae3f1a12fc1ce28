import PubNubCodec
import PubNubCore
import PubNubMachines
import PubNubWire

/// Encrypting and decrypting data (3.7.8 README, "Encrypt / Decrypt Methods").
extension PubNub {
    /// Decrypts data that ``aesEncrypt(_:error:)-method`` or another PubNub client encrypted, with the cipher key of the configuration that
    /// was set last.
    ///
    /// - Parameters:
    ///   - object: The base64 string. With ``PNEncryptionFormat/ios33`` also an array or dictionary with such strings,
    ///     or its JSON.
    ///   - decryptionError: Set if decrypting failed: 125 without a cipher key, 129 to 131 if the string cannot be
    ///     decrypted with it. Pass `nil`, the default, to ignore the error.
    /// - Returns: The encrypted object, or the decrypted string if it is not JSON; `nil` on failure.
    @discardableResult
    public func aesDecrypt(_ object: Any, error decryptionError: UnsafeMutablePointer<PNError?>? = nil) -> Any? {
        do throws(Failure) {
            return JSONBridge.any(try face.decrypt(object).value())
        } catch {
            decryptionError?.pointee = PNError(error)
            return nil
        }
    }

    /// Encrypts an object with the cipher key and ``PNConfiguration/encryptionFormat`` of the configuration that was set last.
    ///
    /// - Parameters:
    ///   - object: Anything JSON can hold: string, number, boolean, array, dictionary, null. A string that is JSON is
    ///     encrypted as that JSON (``PNConfiguration/shouldSendTextAsJSON``). With ``PNEncryptionFormat/ios33`` only
    ///     strings, and arrays and dictionaries of them.
    ///   - encryptionError: Set if encrypting failed: 125 without a cipher key, 112 for an object that JSON cannot
    ///     hold, 130 for one that the format cannot encrypt. Pass `nil`, the default, to ignore the error.
    /// - Returns: The encrypted object as a base64 string. With ``PNEncryptionFormat/ios33`` the result for an array or
    ///   dictionary is its JSON, in which each string is encrypted. `nil` on failure.
    @discardableResult
    public func aesEncrypt(_ object: Any, error encryptionError: UnsafeMutablePointer<PNError?>? = nil) -> String? {
        do throws(Failure) {
            let value = try JSONBridge.json(object)
            let sendsTextAsJSON = engine.sendsTextAsJSONOfLastCall
            if case .string(let text) = value, let json = try JSONText.json(text, if: sendsTextAsJSON) {
                return try face.encrypt(json.value())
            }
            return try face.encrypt(value)
        } catch {
            encryptionError?.pointee = PNError(error)
            return nil
        }
    }
}

/// Encrypting and decrypting data.
extension ClientFace {
    /// The base64 string of an encrypted value; the JSON of an array or object whose strings are encrypted.
    func encrypt(_ value: JSON) throws(Failure) -> String {
        guard let cryptor = engine.cipherOfLastCall else { throw Failure(unsent: ErrorCode.cipherKeyMissing) }
        do throws(CryptorError) {
            let encrypted = try cryptor.encrypt(value)
            return encrypted.string ?? encrypted.text
        } catch {
            throw Failure(error)
        }
    }

    /// The decrypted value, as a string if it is not JSON.
    func decrypt(_ object: Any) throws(Failure) -> RawJSON {
        guard let cryptor = engine.cipherOfLastCall else { throw Failure(unsent: ErrorCode.cipherKeyMissing) }
        guard let value = try? JSONBridge.json(object) else { throw Failure(unsent: ErrorCode.cipherFailed) }
        do throws(CryptorError) {
            guard let text = value.string else { return RawJSON(try cryptor.decrypt(container: value)) }
            if cryptor.encryptsMembers, let json = try? JSON(parsing: text),
                let open = try? cryptor.decrypt(container: json)
            {
                return RawJSON(open)
            }
            return try cryptor.decrypt(ciphertext: text)
        } catch {
            throw Failure(error)
        }
    }
}
