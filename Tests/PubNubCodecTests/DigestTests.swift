import Testing

@testable import PubNubCodec

/// Documentation/WireProtocol.md, "Encryption".
@Suite("Hashes (RFC 4231)")
struct DigestTests {
    @Test("Derives the keys of the cipher key enigma")
    func enigma() throws {
        let key = Array("enigma".utf8)
        #expect(try Digest.hex(Digest.sha256(key)).hasPrefix("67a4f45f0d1d9bc606486fc42dc49416"))
        #expect(try Digest.hex(Digest.md5(key)) == "90954349a0e42d8e4426a4672bde16b9")
    }

    @Test("Hashes empty input")
    func nothing() throws {
        let sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(try Digest.hex(Digest.sha256([])) == sha256)
        #expect(try Digest.hex(Digest.md5([])) == "d41d8cd98f00b204e9800998ecf8427e")
    }

    @Test("Parts have the same hash as the whole, in any division", arguments: [1, 7, 64, 1000])
    func parts(size: Int) throws {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let stream = try DigestStream()
        for start in stride(from: 0, to: message.count, by: size) {
            try stream.add(message[start..<min(start + size, message.count)])
        }
        try stream.add([])
        #expect(try stream.finish() == Digest.sha256(message))
        #expect(try DigestStream().finish() == Digest.sha256([]))
    }

    @Test("RFC 4231, cases 1 and 2")
    func hmac() throws {
        let first = try HMAC.sha256(key: [UInt8](repeating: 0x0B, count: 20), message: Array("Hi There".utf8))
        #expect(Digest.hex(first) == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        let second = try HMAC.sha256(key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8))
        #expect(Digest.hex(second) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test("An empty key and an empty message also have a code")
    func emptyHMAC() throws {
        let expected = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        #expect(try Digest.hex(HMAC.sha256(key: [], message: [])) == expected)
    }

    @Test("An unavailable hash function is an error, never an empty hash or signature")
    func missingFunction() {
        #expect(throws: DigestError.unavailable) { try Digest.hash(Array("text".utf8), nil) }
        #expect(throws: DigestError.unavailable) {
            try HMAC.compute(key: Array("secret".utf8), message: Array("text".utf8), algorithm: nil)
        }
    }
}
