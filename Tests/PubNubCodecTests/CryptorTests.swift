import PubNubCodec
import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Encryption".
@Suite("Encrypting and decrypting")
struct CryptorTests {
    /// Strings of lengths around block boundaries, and one of many blocks.
    private static let texts = [0, 1, 14, 15, 16, 17, 31, 32, 33, 200, 32 * 1024].map { length in
        "\"" + String(repeating: "é", count: length / 2) + String(repeating: "x", count: length % 2) + "\""
    }

    @Test("Refuses an empty cipher key")
    func emptyKey() {
        #expect(throws: CryptorError.emptyKey) { try Cryptor(cipherKey: "") }
        #expect(throws: CryptorError.emptyKey) { try LegacyCipher33(cipherKey: "") }
    }

    @Test("Each format reads its own output", arguments: texts)
    func roundTrips(_ text: String) throws {
        let cryptor = try Cryptor(cipherKey: "enigma")
        let plaintext = Array(text.utf8)
        for ciphertext in [
            try cryptor.encrypt(plaintext), try cryptor.encryptRandomIV(plaintext),
            try cryptor.encryptModule(plaintext),
        ] {
            #expect(try cryptor.decrypt(ciphertext, isJSON: RawJSON.isValid) == plaintext)
        }
    }

    @Test("A random vector differs for each message; the static one is always the same")
    func vectors() throws {
        let cryptor = try Cryptor(cipherKey: "enigma")
        let plaintext = Array("\"yay!\"".utf8)
        #expect(try cryptor.encrypt(plaintext) == cryptor.encrypt(plaintext))
        #expect(try cryptor.encryptRandomIV(plaintext) != cryptor.encryptRandomIV(plaintext))
        #expect(try cryptor.encryptModule(plaintext) != cryptor.encryptModule(plaintext))
    }

    @Test("A ciphertext of the header format begins with UE5FRAFBQ1JI")
    func moduleStart() throws {
        #expect(try Cryptor(cipherKey: "k").encryptModule([1]).hasPrefix("UE5FRAFBQ1JIE"))
    }

    @Test("Reads a random-vector ciphertext even if its static reading is valid text, because only one reading is JSON")
    func ambiguousNoise() throws {
        // The vector is chosen so that a static reading begins with sixteen letters: it is the first block of a ciphertext
        // that encrypts sixteen letters and the JSON with the static vector.
        let cryptor = try Cryptor(cipherKey: "enigma")
        let ciphertext = try cryptor.encrypt(Array("abcdefghijklmnop{\"a\":1}".utf8))
        #expect(try cryptor.decrypt(ciphertext, isJSON: RawJSON.isValid) == Array("{\"a\":1}".utf8))
    }

    @Test("Delivers plaintext that is not JSON as a string")
    func plainText() throws {
        let cryptor = try Cryptor(cipherKey: "enigma")
        let text = Array("just some words that fill more than one block".utf8)
        #expect(try cryptor.decrypt(cryptor.encrypt(text), isJSON: RawJSON.isValid) == text)
        #expect(try cryptor.decrypt(cryptor.encryptRandomIV(text), isJSON: RawJSON.isValid) == text)
    }

    @Test("An empty result of non-empty input is a failure, except behind a header")
    func emptyPlaintext() throws {
        let cryptor = try Cryptor(cipherKey: "enigma")
        let fixed = try cryptor.encrypt([])
        #expect(throws: CryptorError.processing) { try cryptor.decrypt(fixed, isJSON: RawJSON.isValid) }
        #expect(try cryptor.decrypt(cryptor.encryptModule([]), isJSON: RawJSON.isValid).isEmpty)
    }

    @Test("Plaintext that is not UTF-8 is a failure in every format")
    func notText() throws {
        let cryptor = try Cryptor(cipherKey: "enigma")
        let bytes: [UInt8] = Array(repeating: 0xFF, count: 40)
        for ciphertext in [
            try cryptor.encrypt(bytes), try cryptor.encryptRandomIV(bytes), try cryptor.encryptModule(bytes),
        ] {
            #expect(throws: CryptorError.processing) { try cryptor.decrypt(ciphertext, isJSON: RawJSON.isValid) }
        }
    }

    @Test("A ciphertext truncated at any byte is an error or another string, and never crashes the cryptor")
    func truncation() throws {
        let cryptor = try Cryptor(cipherKey: "enigma")
        let plaintext = Array("{\"text\":\"a message of several blocks, as messages are\"}".utf8)
        let ciphertext = try cryptor.encryptModule(plaintext)
        let whole = try #require(Base64.decode(ciphertext))
        for length in whole.indices {
            let cut = Base64.encode(Array(whole.prefix(length)))
            let result = try? cryptor.decrypt(cut, isJSON: RawJSON.isValid)
            #expect(result != plaintext)
        }
        #expect(try cryptor.decrypt(ciphertext, isJSON: RawJSON.isValid) == plaintext)
    }

    @Test("One cryptor serves many threads concurrently")
    func concurrency() async throws {
        let cryptor = try Cryptor(cipherKey: "enigma")
        let failures = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var failures = 0
                    for round in 0..<200 {
                        let plaintext = Array("{\"worker\":\(worker),\"round\":\(round)}".utf8)
                        let ciphertext = try cryptor.encryptRandomIV(plaintext)
                        if try cryptor.decrypt(ciphertext, isJSON: RawJSON.isValid) != plaintext { failures += 1 }
                    }
                    return failures
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(failures == 0)
    }
}
