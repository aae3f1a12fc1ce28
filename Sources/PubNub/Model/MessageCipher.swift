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
        case .strings(let cipher):
            try Self.mapStrings(in: message) { text throws(CryptorError) in
                try cipher.encrypt(text)
            } other: { _ throws(CryptorError) in
                throw .unsupportedValue
            }
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
        return try Self.mapStrings(in: container) { base64 throws(CryptorError) in
            try cipher.decrypt(base64)
        } other: { value throws(CryptorError) in
            // Numbers, booleans and null, which no client encrypts in this format, stay as they are.
            value
        }
    }

    private func encrypt(_ bytes: [UInt8], with cryptor: Cryptor) throws(CryptorError) -> String {
        switch format {
        case .fixedVector, .ios33: try cryptor.encrypt(bytes)
        case .randomVector: try cryptor.encryptRandomIV(bytes)
        case .header: try cryptor.encryptModule(bytes)
        }
    }

    /// The value with its strings replaced, those of its elements and members among them; names of members stay.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - replacement: What takes the place of a string.
    ///   - other: What takes the place of a number, a boolean or null.
    /// - Returns: The value with the replacements.
    /// - Throws: The first error of a replacement.
    private static func mapStrings(
        in value: JSONValue,
        _ replacement: (String) throws(CryptorError) -> String,
        other: (JSONValue) throws(CryptorError) -> JSONValue
    ) throws(CryptorError) -> JSONValue {
        switch value {
        case .string(let text): return .string(try replacement(text))
        case .array(let elements):
            var result: [JSONValue] = []
            result.reserveCapacity(elements.count)
            for element in elements { result.append(try mapStrings(in: element, replacement, other: other)) }
            return .array(result)
        case .object(let members):
            var result: [String: JSONValue] = [:]
            for (name, member) in members { result[name] = try mapStrings(in: member, replacement, other: other) }
            return .object(result)
        case .null, .bool, .integer, .unsigned, .double, .decimal: return try other(value)
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
