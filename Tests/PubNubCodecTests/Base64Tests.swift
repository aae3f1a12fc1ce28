import Foundation
import PubNubCodec
import TestRandom
import Testing

@Suite("Base64 (RFC 4648)")
struct Base64Tests {
    @Test(
        "Encodes and decodes the test vectors of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
        #expect(Base64.decodeLenient(encoded.utf8) == Array(plain.utf8))
        let bare = String(encoded.prefix { $0 != "=" })
        #expect(Base64.encode(Array(plain.utf8), padded: false) == bare)
        #expect(Base64.decode(bare) == Array(plain.utf8))
    }

    @Test("The URL-safe alphabet writes - and _")
    func urlSafe() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF]
        #expect(Base64.encode(bytes) == "+/+/")
        #expect(Base64.encode(bytes, urlSafe: true) == "-_-_")
        #expect(Base64.decode("-_-_") == bytes)
    }

    @Test("Every byte value at every position survives a round trip")
    func everyByte() {
        for byte in UInt8.min...UInt8.max {
            for bytes in [[byte], [0, byte], [0, 0, byte], [byte, byte, byte, byte]] {
                #expect(Base64.decode(Base64.encode(bytes)) == bytes)
                #expect(Base64.decodeLenient(Base64.encode(bytes).utf8) == bytes)
            }
        }
    }

    @Test("Encodes and decodes bytes of each length as Foundation does")
    func everyLength() {
        var generator = SeededGenerator(seed: 64)
        for length in 0...200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let encoded = Data(bytes).base64EncodedString()
            #expect(Base64.encode(bytes) == encoded)
            #expect(Base64.decode(encoded) == bytes)
            #expect(Base64.decodeLenient(encoded.utf8) == bytes)
            // A foreign character in the middle is skipped.
            let middle = encoded.index(encoded.startIndex, offsetBy: encoded.count / 2)
            #expect(Base64.decodeLenient((encoded[..<middle] + "\n" + encoded[middle...]).utf8) == bytes)
        }
    }

    @Test("Each character that is no digit is skipped, at each place of a group")
    func everyCharacter() {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=".utf8)
        for character in UInt8.min...UInt8.max where !digits.contains(character) {
            for place in 0...8 {
                var text = Array("Zm9vYmFy".utf8)
                text.insert(character, at: place)
                #expect(Base64.decodeLenient(text) == Array("foobar".utf8))
            }
        }
    }

    @Test(
        "Strict decoding refuses characters outside the alphabet and impossible lengths",
        arguments: ["Zg=a", "Z", "Zg===", "Z g", "é"]
    )
    func strict(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(
        "Lenient decoding skips illegal characters and stops at the first =",
        arguments: [
            "\"Zm9v\"", "Zm\n9v", " Z m 9 v ", "Zm9\\/v".replacing("\\/", with: "\\"), "Zm9v=Zm9v", "éZm9v", "Zm9vZ",
        ]
    )
    func lenient(_ text: String) {
        #expect(Base64.decodeLenient(text.utf8) == Array("foo".utf8))
    }
}
