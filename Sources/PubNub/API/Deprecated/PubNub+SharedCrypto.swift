/// Encrypting and decrypting with the shared client's cipher key.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Decrypts what ``aesEncrypt(_:error:)-type.method`` or another PubNub client made, with the shared client's cipher key.
    @discardableResult
    public static func aesDecrypt(_ object: Any, error decryptionError: UnsafeMutablePointer<PNError?>? = nil) -> Any? {
        sharedInstance().aesDecrypt(object, error: decryptionError)
    }

    /// Encrypts an object with the shared client's cipher key.
    @discardableResult
    public static func aesEncrypt(
        _ object: Any,
        error encryptionError: UnsafeMutablePointer<PNError?>? = nil
    ) -> String? {
        sharedInstance().aesEncrypt(object, error: encryptionError)
    }
}
