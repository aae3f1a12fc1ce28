import PubNubCodec
import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Encryption" and "Access manager".
@Suite("Ciphertexts of other clients")
struct CryptoVectorTests {
    private static let vectors = CryptoVectors.all

    @Test("The fixture file exists and is complete")
    func areThere() {
        #expect(Self.vectors.ciphertexts(in: "static-iv").count == 73)
        #expect(Self.vectors.ciphertexts(in: "random-iv").count == 20)
        #expect(Self.vectors.ciphertexts(in: "module").count == 14)
        #expect(Self.vectors.ciphertexts(in: "3.3").count == 14)
        #expect(Self.vectors.rejected.count == 22)
        #expect(Self.vectors.headers.count == 3)
        #expect(Self.vectors.signatures.count == 18)
    }

    @Test(
        "Every format decrypts to the exact plaintext",
        arguments: ["static-iv", "random-iv", "module"].flatMap { vectors.ciphertexts(in: $0) }
    )
    func decrypts(_ vector: CryptoVectors.Ciphertext) throws {
        let cryptor = try Cryptor(cipherKey: vector.key)
        let plaintext = try cryptor.decrypt(vector.ciphertext, isJSON: RawJSON.isValid)
        #expect(String(decoding: plaintext, as: UTF8.self) == vector.plaintext)
    }

    @Test(
        "Decrypts a ciphertext as it appears in a message, quoted and with escaped slashes",
        arguments: vectors.ciphertexts(in: "static-iv")
    )
    func decryptsQuoted(_ vector: CryptoVectors.Ciphertext) throws {
        let quoted = "\"" + vector.ciphertext.replacing("/", with: "\\/") + "\""
        let cryptor = try Cryptor(cipherKey: vector.key)
        let plaintext = try cryptor.decrypt(Array(quoted.utf8)[...], isJSON: RawJSON.isValid)
        #expect(String(decoding: plaintext, as: UTF8.self) == vector.plaintext)
    }

    @Test(
        "Encrypts to the ciphertext of the 3.x clients, byte for byte",
        arguments: vectors.ciphertexts(in: "static-iv")
    )
    func encrypts(_ vector: CryptoVectors.Ciphertext) throws {
        #expect(vector.isRepeatable)
        let cryptor = try Cryptor(cipherKey: vector.key)
        #expect(try cryptor.encrypt(Array(vector.plaintext.utf8)) == vector.ciphertext)
    }

    @Test("Encrypts and decrypts the iOS 3.3 format", arguments: vectors.ciphertexts(in: "3.3"))
    func agreesWith33(_ vector: CryptoVectors.Ciphertext) throws {
        let cipher = try LegacyCipher33(cipherKey: vector.key)
        #expect(try cipher.encrypt(vector.plaintext) == vector.ciphertext)
        #expect(try cipher.decrypt(vector.ciphertext) == vector.plaintext)
    }

    @Test("Reports the documented error for data that cannot be decrypted", arguments: vectors.rejected)
    func rejects(_ vector: CryptoVectors.Rejected) {
        let error = #expect(throws: CryptorError.self) {
            try Cryptor(cipherKey: vector.key).decrypt(vector.ciphertext, isJSON: RawJSON.isValid)
        }
        switch vector.error {
        case "unknown method": #expect(error == .unknownCryptor)
        default: #expect(error == .processing || error == .alignment || (error == .emptyKey && vector.key.isEmpty))
        }
    }

    @Test("Writes and reads the headers of the header format", arguments: vectors.headers.indices)
    func headers(_ index: Int) throws {
        let vector = Self.vectors.headers[index]
        let metadata = try #require(Base64.decode(vector.metadata))
        let encoded = try #require(Base64.decode(vector.header))
        let header = CryptorHeader(identifier: Array(vector.method.utf8), metadata: metadata[...])
        #expect(header.bytes == encoded)
        let (read, rest) = try CryptorHeader.read(encoded + [1, 2, 3])
        #expect(read == header)
        #expect(Array(rest) == [1, 2, 3])
    }

    @Test("Computes signatures of both versions", arguments: vectors.signatures.indices)
    func signatures(_ index: Int) throws {
        let vector = Self.vectors.signatures[index]
        let mac = try HMAC.sha256(key: Array(vector.secret.utf8), message: Array(vector.text.utf8))
        if vector.version == 1 {
            #expect(Base64.encode(mac, urlSafe: true) == vector.signature)
        } else {
            #expect("v2." + Base64.encode(mac, urlSafe: true, padded: false) == vector.signature)
        }
    }
}
