import PubNub

extension PubNub {
    /// The text as a message would be encrypted.
    func encrypted(_ text: String) throws -> String {
        var error: PNError?
        guard let value = aesEncrypt(text, error: &error) else { throw error ?? PNError(code: kPNUnknownError) }
        return value
    }

    /// What an encrypted text holds.
    func decrypted(_ base64: String) throws -> Any {
        var error: PNError?
        guard let value = aesDecrypt(base64, error: &error), error == nil else {
            throw error ?? PNError(code: kPNUnknownError)
        }
        return value
    }
}
