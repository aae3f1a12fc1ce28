import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubCodec
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Publish".
@Suite("PayloadComposer")
struct PayloadComposerTests {
    private let cryptor: MessageCipher

    init() throws {
        cryptor = try MessageCipher(cipherKey: "enigma")
    }

    @Test(
        "Combines a message and push payloads",
        arguments: [
            ("hi", nil, nil, "hi"), (42, nil, nil, 42), (["a": 1], nil, nil, ["a": 1]),
            ([1, "x"], nil, nil, [1, "x"]),
            (["a": 1], ["aps": ["badge": 1]], nil, ["a": 1, "pn_apns": ["aps": ["badge": 1]]]),
            (["a": 1], nil, ["data": ["x": 1]], ["a": 1, "pn_gcm": ["data": ["x": 1]]]),
            (["a": 1], [:], ["data": [:]], ["a": 1, "pn_apns": [:], "pn_gcm": ["data": [:]]]),
            ("hi", ["aps": [:]], nil, ["pn_other": "hi", "pn_apns": ["aps": [:]]]),
            (7, nil, ["data": 1], ["pn_other": 7, "pn_gcm": ["data": 1]]),
            ([1], ["aps": 1], ["data": 1], ["pn_other": [1], "pn_apns": ["aps": 1], "pn_gcm": ["data": 1]]),
            (nil, ["aps": 1], nil, ["pn_apns": ["aps": 1]]), (nil, nil, ["data": 1], ["pn_gcm": ["data": 1]]),
            (nil, ["aps": 1], ["data": 1], ["pn_apns": ["aps": 1], "pn_gcm": ["data": 1]]), (nil, nil, nil, nil),
        ] as [(JSON?, JSON?, JSON?, JSON?)]
    )
    func combinations(message: JSON?, apns: JSON?, gcm: JSON?, expected: JSON?) throws {
        let push = ["pn_apns": apns, "pn_gcm": gcm].compactMapValues(\.self)
        #expect(try PayloadComposer.compose(message: message, push: push) == expected)
    }

    @Test("A message that is null is a message")
    func null() throws {
        let message: JSON? = .some(.null)
        #expect(try PayloadComposer.compose(message: message) == JSON.null)
        let both: JSON = ["pn_other": .null, "pn_apns": 1]
        #expect(try PayloadComposer.compose(message: message, push: ["pn_apns": 1]) == both)
    }

    @Test(
        "Without push payloads the whole message is encrypted",
        arguments: [
            ("yay!", "Wi24KS4pcTzvyuGOHubiXg=="), ([], "Ns4TB41JjT2NCXaGLWSPAQ=="), ([:], "IDjZE9BHSjcX67RddfCYYg=="),
            (["foo": ["bar": "foobar"]], "GsvkCYZoYylL5a7/DKhysDjNbwn+BtBtHj2CvzC4Y4g="),
            (["seven", "eight", ["food": "Cheeseburger"]], nil), ("漢語", "WvztVJ5SPNOcwrKsDrGlWQ=="),
        ] as [(JSON, String?)]
    )
    func encrypted(message: JSON, cipherText: String?) throws {
        let payload = try #require(try PayloadComposer.compose(message: message, cryptor: cryptor))
        if let cipherText { #expect(payload == .string(cipherText)) }
        #expect(MessageDecryptor.decrypt(RawJSON(payload), with: cryptor).payload.value() == message)
    }

    @Test("A random vector gives a different ciphertext each time, which decrypts to the same text")
    func randomVector() throws {
        let random = try MessageCipher(cipherKey: "enigma", format: .randomVector)
        let first = try #require(try PayloadComposer.compose(message: "yay!", cryptor: random))
        let second = try #require(try PayloadComposer.compose(message: "yay!", cryptor: random))
        #expect(first != second)
        for payload in [first, second] {
            #expect(MessageDecryptor.decrypt(RawJSON(payload), with: cryptor).payload.value() == "yay!")
        }
    }

    @Test("With push payloads only the message is encrypted")
    func encryptedBesidePush() throws {
        let apns: JSON = ["aps": ["alert": "new message"]]
        #expect(
            try PayloadComposer.compose(message: "yay!", push: ["pn_apns": apns], cryptor: cryptor)
                == ["pn_other": "Wi24KS4pcTzvyuGOHubiXg==", "pn_apns": apns]
        )
        #expect(
            try PayloadComposer.compose(
                message: ["foo": ["bar": "foobar"]],
                push: ["pn_apns": apns, "pn_gcm": 1],
                cryptor: cryptor
            )
                == [
                    "pn_other": "GsvkCYZoYylL5a7/DKhysDjNbwn+BtBtHj2CvzC4Y4g=", "pn_apns": apns, "pn_gcm": 1,
                ]
        )
        let push = ["pn_apns": apns]
        #expect(try PayloadComposer.compose(message: nil, push: push, cryptor: cryptor) == ["pn_apns": apns])
    }

    @Test("Utilities: mobile push payloads stay readable whatever their names, the message does not")
    func mobilePush() throws {
        let push: [String: JSON] = ["pn_fcm": ["data": ["a": "1"]], "pn_web": 1]
        #expect(
            try PayloadComposer.compose(message: "yay!", push: push, cryptor: cryptor)
                == ["pn_other": "Wi24KS4pcTzvyuGOHubiXg==", "pn_fcm": ["data": ["a": "1"]], "pn_web": 1]
        )
        #expect(
            try PayloadComposer.compose(message: nil, push: ["pn_other": "yay!"], cryptor: cryptor)
                == ["pn_other": "Wi24KS4pcTzvyuGOHubiXg=="]
        )
    }

    @Test("Push payloads that an application adds to the message itself also stay readable")
    func ownPush() throws {
        let own: JSON = ["pn_other": "yay!", "pn_fcm": ["data": 1], "pn_debug": true]
        #expect(
            try PayloadComposer.compose(message: own, cryptor: cryptor)
                == ["pn_other": "Wi24KS4pcTzvyuGOHubiXg==", "pn_fcm": ["data": 1], "pn_debug": true]
        )
        #expect(
            try PayloadComposer.compose(message: ["foo": ["bar": "foobar"], "pn_apns": 1], cryptor: cryptor)
                == ["pn_other": "GsvkCYZoYylL5a7/DKhysDjNbwn+BtBtHj2CvzC4Y4g=", "pn_apns": 1]
        )
    }

    @Test("A message with only the member pn_other or pn_debug has no push payload")
    func noPush() throws {
        for message: JSON in [["pn_other": "x"], ["pn_debug": true, "text": "x"]] {
            let payload = try #require(try PayloadComposer.compose(message: message, cryptor: cryptor))
            #expect(payload.string != nil)
        }
    }
}
