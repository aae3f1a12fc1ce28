import PubNubCodec
import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Files".
@Suite("Encrypting and decrypting files")
struct FileCipherTests {
    private static let cryptor = Result { try Cryptor(cipherKey: "enigma") }

    private static func encrypted(_ pieces: [[UInt8]], hasHeader: Bool) throws -> [UInt8] {
        let encryptor = try cryptor.get().fileEncryptor(hasHeader: hasHeader)
        var result: [UInt8] = []
        for piece in pieces { result += try encryptor.update(piece) }
        result += try encryptor.finish()
        #expect(result.count == encryptor.length(of: pieces.reduce(0) { $0 + $1.count }))
        return result
    }

    private static func decrypted(_ pieces: [[UInt8]]) throws -> [UInt8] {
        let decryptor = try cryptor.get().fileDecryptor()
        var result: [UInt8] = []
        for piece in pieces { result += try decryptor.update(piece) }
        return result + (try decryptor.finish())
    }

    private static func pieces(_ bytes: [UInt8], of size: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    }

    @Test(
        "Both formats read back their output, whatever the pieces",
        arguments: [0, 1, 15, 16, 17, 4096, 100_001],
        [true, false]
    )
    func roundTrips(length: Int, hasHeader: Bool) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for size in [1, 7, 16, 65_536] where length < 5000 || size > 7 {
            let stored = try Self.encrypted(Self.pieces(bytes, of: size), hasHeader: hasHeader)
            #expect(try Self.decrypted(Self.pieces(stored, of: size)) == bytes)
        }
    }

    @Test("A file of the format of before that another SDK wrote: 16 bytes of initialization vector, then the blocks")
    func recorded() throws {
        // Recorded: pubnub/python, `file_upload` with the cipher key `silly_walk`.
        let stored = try #require(Base64.decode("a25pZ2h0c29mbmkxMjM0NXhX1dC1HBzwtIzoGVMqSAnqhEXQVl2lBbf6vckPOx7R"))
        let decryptor = try Cryptor(cipherKey: "silly_walk").fileDecryptor()
        let bytes = try decryptor.update(stored) + decryptor.finish()
        #expect(String(decoding: bytes, as: UTF8.self) == "Knights who say Ni!")
    }

    @Test("A file with a header begins as a message with one does, and is read like one")
    func header() throws {
        let stored = try Self.encrypted([Array("\"text\"".utf8)], hasHeader: true)
        #expect(CryptorHeader.isPresent(in: stored))
        let text = Base64.encode(stored)
        #expect(try Self.cryptor.get().decrypt(text, isJSON: RawJSON.isValid) == Array("\"text\"".utf8))
    }

    @Test("A file that was cut off, is not encrypted, or has another key is an error, at its end at the latest")
    func damaged() throws {
        let stored = try Self.encrypted([Array(repeating: 200, count: 100)], hasHeader: true)
        for bad in [
            [], Array(stored.prefix(3)), Array(stored.prefix(20)), Array(stored.dropLast(1)),
            Array(stored.dropLast(16)),
        ] {
            #expect(throws: CryptorError.self) { try Self.decrypted([bad]) }
        }
        var unknown = stored
        unknown[5] = UInt8(ascii: "X")
        #expect(throws: CryptorError.unknownCryptor) { try Self.decrypted([unknown]) }
    }
}
