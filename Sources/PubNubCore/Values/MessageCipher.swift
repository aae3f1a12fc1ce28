package import PubNubCodec
package import PubNubWire

/// Encrypts and decrypts messages with the cipher key and in the format of a configuration.
package struct MessageCipher: Sendable {
    private enum Cipher: Sendable {
        /// Every format since 3.4: the JSON of a message is encrypted as a whole.
        case text(Cryptor)
        /// The format of 3.3: each string of a message is encrypted separately, without quotes.
        case strings(LegacyCipher33)
    }

    private let cipher: Cipher
    /// Encrypts files, for which the format of 3.3 has no form.
    private let files: Cryptor
    private let format: EncryptionFormat

    /// Throws `emptyKey` for an empty cipher key.
    package init(cipherKey: String, format: EncryptionFormat = .fixedVector) throws(CryptorError) {
        self.format = format
        files = try Cryptor(cipherKey: cipherKey)
        switch format {
        case .fixedVector, .randomVector, .header: cipher = .text(files)
        case .ios33: cipher = .strings(try LegacyCipher33(cipherKey: cipherKey))
        }
    }

    /// The published form of the message.
    package func encrypt(_ message: JSON) throws(CryptorError) -> JSON {
        switch cipher {
        case .text(let cryptor): .string(try encrypt(message.bytes, with: cryptor))
        case .strings(let cipher):
            try Self.mapStrings(in: message) { text throws(CryptorError) in
                try cipher.encrypt(text)
            } other: { _ throws(CryptorError) in
                throw .unsupportedValue
            }
        }
    }

    /// Makes what encrypts one file.
    func fileEncryptor() throws(CryptorError) -> FileEncryptor {
        try files.fileEncryptor(hasHeader: format == .header)
    }

    /// Makes what decrypts one file, in any format.
    func fileDecryptor() -> FileDecryptor { files.fileDecryptor() }

    /// Encrypts a string as it is, into base64.
    package func encrypt(text: String) throws(CryptorError) -> String {
        switch cipher {
        case .text(let cryptor): try encrypt(Array(text.utf8), with: cryptor)
        case .strings(let cipher): try cipher.encrypt(text)
        }
    }

    package func decrypt(text base64: String) throws(CryptorError) -> String {
        switch cipher {
        case .text(let cryptor):
            String(decoding: try cryptor.decrypt(base64, isJSON: RawJSON.isValid), as: UTF8.self)
        case .strings(let cipher): try cipher.decrypt(base64)
        }
    }

    /// The decrypted message of a ciphertext, with or without quotes in `bytes`.
    func decrypt(ciphertext bytes: ArraySlice<UInt8>) throws(CryptorError) -> RawJSON {
        switch cipher {
        case .text(let cryptor): try Self.message(in: try cryptor.open(bytes))
        case .strings(let cipher):
            RawJSON(.string(try cipher.decrypt(String(decoding: bytes, as: UTF8.self))))
        }
    }

    /// The decrypted message of a ciphertext, with or without quotes in the string.
    package func decrypt(ciphertext text: String) throws(CryptorError) -> RawJSON {
        switch cipher {
        case .text(let cryptor): try Self.message(in: try cryptor.open(text))
        case .strings(let cipher): RawJSON(.string(try cipher.decrypt(text)))
        }
    }

    /// Whether arrays and objects can have encrypted members, which ``decrypt(container:)`` decrypts.
    package var encryptsMembers: Bool {
        switch cipher {
        case .text: false
        case .strings: true
        }
    }

    /// Decrypts the members of an array or object that is not a ciphertext as a whole.
    ///
    /// - Throws: `processing` if the format encrypts messages only as a whole.
    package func decrypt(container: JSON) throws(CryptorError) -> JSON {
        guard case .strings(let cipher) = cipher, container.isContainer else { throw .processing }
        return try Self.mapStrings(in: container) { base64 throws(CryptorError) in
            try cipher.decrypt(base64)
        } other: { value throws(CryptorError) in
            // No client encrypts numbers, booleans and null in this format.
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

    /// Replaces the strings in a value, including those in its elements and members; names of members stay.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - replacement: Replaces a string.
    ///   - other: Replaces a number, a boolean or null.
    /// - Returns: The value with the replacements.
    /// - Throws: The first error of a replacement.
    private static func mapStrings(
        in value: JSON,
        _ replacement: (String) throws(CryptorError) -> String,
        other: (JSON) throws(CryptorError) -> JSON
    ) throws(CryptorError) -> JSON {
        switch value {
        case .string(let text): return .string(try replacement(text))
        case .array(let elements):
            var result: [JSON] = []
            result.reserveCapacity(elements.count)
            for element in elements { result.append(try mapStrings(in: element, replacement, other: other)) }
            return .array(result)
        case .object(let members):
            var result: [String: JSON] = [:]
            for (name, member) in members { result[name] = try mapStrings(in: member, replacement, other: other) }
            return .object(result)
        case .null, .bool, .integer, .unsigned, .double, .decimal: return try other(value)
        }
    }

    /// The JSON in a plaintext, or the plaintext as a JSON string if it is not JSON.
    private static func message(in plaintext: Plaintext) throws(CryptorError) -> RawJSON {
        for start in plaintext.starts {
            if let json = try? RawJSON(validating: plaintext.bytes, from: start) { return json }
        }
        let text = try plaintext.text()
        guard !text.isEmpty else { throw .processing }
        return RawJSON(.string(text))
    }
}

extension JSON {
    /// Whether the value contains other values.
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .integer, .unsigned, .double, .decimal, .string: false
        }
    }
}
