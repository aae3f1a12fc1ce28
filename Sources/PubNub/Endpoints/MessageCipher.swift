import PubNubCodec
import PubNubWire

/// Encrypts and decrypts messages with the cipher key and in the format of a configuration.
struct MessageCipher: Sendable {
    private enum Cipher: Sendable {
        /// Every format since 3.4: the JSON text of a message is encrypted as a whole.
        case text(Cryptor)
        /// The format of 3.3: each string of a message is encrypted on its own, without quotes.
        case strings(LegacyCipher33)
    }

    private let cipher: Cipher
    private let format: PNEncryptionFormat

    /// Throws `emptyKey` for an empty cipher key.
    init(cipherKey: String, format: PNEncryptionFormat = .fixedVector) throws(CryptorError) {
        self.format = format
        switch format {
        case .fixedVector, .randomVector, .header: cipher = .text(try Cryptor(cipherKey: cipherKey))
        case .ios33: cipher = .strings(try LegacyCipher33(cipherKey: cipherKey))
        }
    }

    /// The message as it is published.
    func encrypt(_ message: JSONValue) throws(CryptorError) -> JSONValue {
        switch cipher {
        case .text(let cryptor): .string(try encrypt(message.serialized(), with: cryptor))
        case .strings(let cipher): try encryptStrings(in: message, with: cipher)
        }
    }

    /// A text that is not JSON, or is to be encrypted as it stands, in base64.
    func encrypt(text: String) throws(CryptorError) -> String {
        switch cipher {
        case .text(let cryptor): try encrypt(Array(text.utf8), with: cryptor)
        case .strings(let cipher): try cipher.encrypt(text)
        }
    }

    /// The text that a base64 text stands for.
    func decrypt(text base64: String) throws(CryptorError) -> String {
        switch cipher {
        case .text(let cryptor):
            String(decoding: try cryptor.decrypt(base64, isJSON: RawJSON.isValid), as: UTF8.self)
        case .strings(let cipher): try cipher.decrypt(base64)
        }
    }

    /// The readable message of a ciphertext, without quotes in `bytes` or with them.
    func decrypt(ciphertext bytes: ArraySlice<UInt8>) throws(CryptorError) -> RawJSON {
        switch cipher {
        case .text(let cryptor):
            return try Self.message(in: try cryptor.decrypt(bytes, isJSON: RawJSON.isValid))
        case .strings(let cipher):
            return RawJSON(.string(try cipher.decrypt(String(decoding: bytes, as: UTF8.self))))
        }
    }

    /// The readable members of an array or object that is no ciphertext as a whole.
    ///
    /// - Throws: `processing` if the format encrypts messages only as a whole.
    func decrypt(container: JSONValue) throws(CryptorError) -> JSONValue {
        guard case .strings(let cipher) = cipher, container.isContainer else { throw .processing }
        return try decryptStrings(in: container, with: cipher)
    }

    private func encrypt(_ bytes: [UInt8], with cryptor: Cryptor) throws(CryptorError) -> String {
        switch format {
        case .fixedVector, .ios33: try cryptor.encrypt(bytes)
        case .randomVector: try cryptor.encryptRandomIV(bytes)
        case .header: try cryptor.encryptModule(bytes)
        }
    }

    private func encryptStrings(in value: JSONValue, with cipher: LegacyCipher33) throws(CryptorError) -> JSONValue {
        switch value {
        case .string(let text): return .string(try cipher.encrypt(text))
        case .array(let elements):
            return .array(
                try elements.map { element throws(CryptorError) in try encryptStrings(in: element, with: cipher) }
            )
        case .object(let members):
            var result: [String: JSONValue] = [:]
            for (name, member) in members { result[name] = try encryptStrings(in: member, with: cipher) }
            return .object(result)
        case .null, .bool, .integer, .unsigned, .double, .decimal: throw .unsupportedValue
        }
    }

    /// Numbers, booleans and null, which no client encrypts in this format, stay as they are.
    private func decryptStrings(in value: JSONValue, with cipher: LegacyCipher33) throws(CryptorError) -> JSONValue {
        switch value {
        case .string(let base64): return .string(try cipher.decrypt(base64))
        case .array(let elements):
            return .array(
                try elements.map { element throws(CryptorError) in try decryptStrings(in: element, with: cipher) }
            )
        case .object(let members):
            var result: [String: JSONValue] = [:]
            for (name, member) in members { result[name] = try decryptStrings(in: member, with: cipher) }
            return .object(result)
        case .null, .bool, .integer, .unsigned, .double, .decimal: return value
        }
    }

    /// The JSON in `bytes`, or their text as a JSON string when they hold something else.
    private static func message(in bytes: [UInt8]) throws(CryptorError) -> RawJSON {
        if let json = try? RawJSON(validating: bytes) { return json }
        guard !bytes.isEmpty, let plain = String(validating: bytes, as: UTF8.self) else { throw .processing }
        return RawJSON(.string(plain))
    }
}

extension JSONValue {
    /// Whether the value holds other values.
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .integer, .unsigned, .double, .decimal, .string: false
        }
    }
}
