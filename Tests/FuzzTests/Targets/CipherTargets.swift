import PubNubCodec
@testable import PubNub
@testable import PubNubCore
import PubNubWire

/// Foreign ciphertexts, and strings that are encrypted here.
enum CipherTargets {
    static let all = [
        FuzzTarget(name: "decrypt", dictionary: "cipher", longest: 512, check: decrypt),
        FuzzTarget(name: "encrypt", longest: 256, check: encrypt),
        FuzzTarget(name: "cipher-header", dictionary: "cipher", longest: 700, check: header),
        FuzzTarget(name: "encrypted-message", dictionary: "cipher", longest: 512, check: message),
    ]

    /// Created once: creating a cipher costs more than using it.
    static let cryptors = ["enigma", "k", "ключ 🔑", String(repeating: "long", count: 64)].compactMap {
        try? Cryptor(cipherKey: $0)
    }

    /// One cipher of each format, created for each use: their references store the case of an enumeration in spare bits, so
    /// that leak detection would not find constant ones.
    static var ciphers: [MessageCipher] {
        EncryptionFormat.allCases.compactMap { try? MessageCipher(cipherKey: "enigma", format: $0) }
    }

    private static let old = try? LegacyCipher33(cipherKey: "enigma")

    /// A ciphertext gives the same plaintext each time, or is refused.
    private static func decrypt(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let cryptor = input.choice(cryptors)
        let texts = [input.text, Base64.encode(input.bytes)]
        for text in texts {
            let plain = try? cryptor.decrypt(text, isJSON: RawJSON.isValid)
            try require(plain == (try? cryptor.decrypt(text, isJSON: RawJSON.isValid)), "it is the same each time")
            try require(
                plain == (try? cryptor.decrypt(Array(text.utf8)[...], isJSON: RawJSON.isValid)),
                "texts and their bytes are decrypted alike"
            )
            try require(plain.map { String(validating: $0, as: UTF8.self) != nil } ?? true, "what comes out is text")
            _ = try? old?.decrypt(text)
        }
    }

    /// Every format decrypts what it encrypted.
    private static func encrypt(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let cryptor = input.choice(cryptors)
        let text = input.text
        let json = JSON.string(text).bytes
        let ciphertexts = [
            try cryptor.encrypt(json), try cryptor.encryptRandomIV(json), try cryptor.encryptModule(json),
        ]
        for ciphertext in ciphertexts {
            let plain = try cryptor.decrypt(ciphertext, isJSON: RawJSON.isValid)
            try require(plain == json, "what was encrypted comes back")
            let other = try require(cryptors.first { $0 !== cryptor }, "there is another key")
            let wrong = try? other.decrypt(ciphertext, isJSON: RawJSON.isValid)
            try require(wrong != json, "another key does not bring it back")
        }
        try require(ciphertexts[0] == (try cryptor.encrypt(json)), "the old format is repeatable")
        let plain = Array(text.utf8)
        let module = try cryptor.encryptModule(plain)
        try require(try cryptor.decrypt(module, isJSON: RawJSON.isValid) == plain, "texts come back, empty ones too")
        guard let old else { return }
        try require(Array(try old.decrypt(try old.encrypt(text)).utf8) == plain, "the oldest format gives back texts")
    }

    private static func header(_ bytes: [UInt8]) throws {
        let data = Array("PNED".utf8) + bytes
        guard let (header, rest) = try? CryptorHeader.read(data) else { return }
        try require(header.identifier.count == 4, "a method has four bytes")
        let length = 10 + header.metadata.count + rest.count
        try require(length == data.count || length + 2 == data.count, "no byte is lost")
        let (again, nothing) = try CryptorHeader.read(header.bytes)
        try require(again == header && nothing.isEmpty, "a header that was written can be read")
    }

    /// A message gives readable JSON, or the documented replacement with its cause.
    private static func message(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let cryptor = input.choice(ciphers)
        let message = (try? RawJSON(validating: input.bytes)) ?? RawJSON(.string(input.text))
        try require(MessageDecryptor.decrypt(message, with: nil).payload == message, "without a key nothing changes")
        let decrypted = MessageDecryptor.decrypt(message, with: cryptor)
        try require(RawJSON.isValid(decrypted.payload.bytes), "what the app gets is JSON")
        try require(MessageDecryptor.decrypt(message, with: cryptor) == decrypted, "it is the same each time")
        guard decrypted.failure != nil else { return }
        try require(
            decrypted.payload.value() == .string(DecryptedMessage.errorText),
            "what cannot be read is DECRYPTION_ERROR"
        )
    }
}
