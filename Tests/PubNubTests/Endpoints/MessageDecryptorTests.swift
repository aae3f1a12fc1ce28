import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubCodec
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Encryption".
@Suite("MessageDecryptor")
struct MessageDecryptorTests {
    private let cryptor: MessageCipher

    init() throws {
        cryptor = try MessageCipher(cipherKey: "enigma")
    }

    private func decrypt(_ text: String) throws -> DecryptedMessage {
        MessageDecryptor.decrypt(try RawJSON(validating: Array(text.utf8)), with: cryptor)
    }

    @Test(
        "Without a cipher, delivers a message unchanged, byte for byte",
        arguments: ["\"Wi24\"", "{ \"a\" : 1 }", "7"]
    )
    func noCipher(text: String) throws {
        let message = try RawJSON(validating: Array(text.utf8))
        let delivered = MessageDecryptor.decrypt(message, with: nil)
        #expect(delivered.payload == message)
        #expect(delivered.failure == nil)
    }

    @Test(
        "Decrypts every format",
        arguments: [
            (#""Wi24KS4pcTzvyuGOHubiXg==""#, "yay!"), (#""q/xJqqN6qbiZMXYmiQC1Fw==""#, "yay!"),
            (#""q\/xJqqN6qbiZMXYmiQC1Fw==""#, "yay!"), (#""q\u002fxJqqN6qbiZMXYmiQC1Fw\u003d=""#, "yay!"),
            (#""\"Wi24KS4pcTzvyuGOHubiXg==\"""#, "yay!"), (#""Ns4TB41JjT2NCXaGLWSPAQ==""#, []),
            (#""GsvkCYZoYylL5a7/DKhysDjNbwn+BtBtHj2CvzC4Y4g=""#, ["foo": ["bar": "foobar"]]),
            (#""MTIzNDU2Nzg5MDEyMzQ1NjdnONoCgo0wbuMGGMmfMX0=""#, "yay!"),
            (#""AAECAwQFBgcICQoLDA0OD4ZV2mCJcwMRDfAj92ah3jQ=""#, "yay!"),
            (#""UE5FRAFBQ1JIEAABAgMEBQYHCAkKCwwNDg9t80UF/EG6YYWYJB7iv2YW""#, "yay!"),
            (#""UE5FRAFBQ1JIEK8FoITMdCOcG1mPQrtf31N5ZtA2MY/6QPLJ1DURjnwo""#, "Hello world."),
            (#""WvztVJ5SPNOcwrKsDrGlWQ==""#, "漢語"), (#""+BY5/miAA8aeuhVl4d13Kg==""#, "漢語"),
        ] as [(String, JSON)]
    )
    func formats(text: String, message: JSON) throws {
        let delivered = try decrypt(text)
        #expect(delivered.failure == nil)
        #expect(delivered.payload.value() == message)
    }

    @Test("Decrypts the message of a body with push payloads in its place")
    func besidePush() throws {
        let delivered = try decrypt(#"{"pn_other":"Wi24KS4pcTzvyuGOHubiXg==","pn_apns":{"aps":{"alert":"x"}}}"#)
        #expect(delivered.failure == nil)
        #expect(delivered.payload.value() == ["pn_other": "yay!", "pn_apns": ["aps": ["alert": "x"]]])
        #expect(try decrypt(#"{"pn_other":"Wi24KS4pcTzvyuGOHubiXg=="}"#).payload.value() == ["pn_other": "yay!"])
        #expect(
            try decrypt(#"{"pn_gcm":1,"pn_other":"GsvkCYZoYylL5a7/DKhysDjNbwn+BtBtHj2CvzC4Y4g="}"#).payload.value()
                == ["pn_gcm": 1, "pn_other": ["foo": ["bar": "foobar"]]]
        )
    }

    @Test("A body with push payloads only has nothing to decrypt")
    func pushAlone() throws {
        let delivered = try decrypt(#"{"pn_apns":{"aps":1},"pn_debug":true}"#)
        #expect(delivered.failure == nil)
        #expect(delivered.payload.value() == ["pn_apns": ["aps": 1], "pn_debug": true])
    }

    @Test("Delivers decrypted text that is not JSON as a string")
    func text() throws {
        let plain = try Cryptor(cipherKey: "enigma").encrypt(Array("Pubnub \"Messaging\" API 1".utf8))
        let delivered = try decrypt("\"\(plain)\"")
        #expect(delivered.failure == nil)
        #expect(delivered.payload.value() == "Pubnub \"Messaging\" API 1")
    }

    @Test(
        "Delivers DECRYPTION_ERROR for messages that cannot be decrypted",
        arguments: [
            "42", "null", "true", "1.5", "[\"Wi24KS4pcTzvyuGOHubiXg==\"]", "{}", #"{"a":1}"#, #"{"pn_debug":true}"#,
            #"{"pn_other":5,"pn_apns":1}"#, #"{"pn_other":"plain","pn_apns":1}"#, #"{"pn_apns":1,"text":"plain"}"#,
            #""""#, #""plain text""#, #""yay!""#, #""Wi24KS4pcTzvyuGOHubiXg""#.replacing("Wi24", with: "Xi24"),
            #""UE5FRAJBQ1JIEDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw""#, #""UE5FRAFBQ1JI""#,
        ]
    )
    func failures(text: String) throws {
        let delivered = try decrypt(text)
        #expect(delivered.failure != nil)
        #expect(delivered.payload.value() == "DECRYPTION_ERROR")
        #expect(delivered.payload.text == "\"DECRYPTION_ERROR\"")
    }

    @Test("Delivers DECRYPTION_ERROR for a message with another key")
    func otherKey() throws {
        let message = RawJSON(.string(try Cryptor(cipherKey: "other").encrypt(Array("\"yay!\"".utf8))))
        let delivered = MessageDecryptor.decrypt(message, with: cryptor)
        #expect(delivered.failure != nil)
        #expect(delivered.payload.value() == "DECRYPTION_ERROR")
    }
}
