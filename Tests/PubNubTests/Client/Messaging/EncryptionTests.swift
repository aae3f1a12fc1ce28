import Foundation
import PubNubCodec
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// README "Encryption Notes" and "Encrypt / Decrypt Methods"; Documentation/WireProtocol.md, "Encryption".
@Suite struct EncryptionTests {
    private static func configuration() -> PNConfiguration { .scripted(cipherKey: "enigma") }

    /// The quoted base64 is strictly escaped, and the receiver decrypts it.
    @Test func aMessageIsEncryptedOnItsWay() throws {
        let scripted = ScriptedClient.subscribedWith(Self.configuration(), "a")
        scripted.client.sendMessage(["this stuff": ["can get": "complicated!"]], to: PNChannel(name: "a"))
        let cipherText = "zMqH/RTPlC8yrAZ2UhpEgLKUVzkMI2cikiaVg30AyUu7B6J0FLqCazRzDOmrsFsF"
        #expect(scripted.published == [Published("\"\(cipherText)\"")])
        #expect(scripted.transport.requests.last?.path.contains("/%22zMqH%2FRTPlC8") == true)
        scripted.reply(Path.subscribe, Page.of(200, [Page.message("\"\(cipherText)\"", on: "a")]))
        let received = try #require(scripted.delegate.messages.first)
        #expect(try JSONBridge.value(received.message) == ["this stuff": ["can get": "complicated!"]])
    }

    /// "non-encrypted messages, or messages encrypted with the wrong key will be passed through as the string
    /// DECRYPTION_ERROR"; the others arrive.
    @Test func undecryptableMessagesDoNotAffectOthers() throws {
        let scripted = ScriptedClient.subscribedWith(Self.configuration(), "a")
        let other = try Cryptor(cipherKey: "other").encrypt(Array(#""secret""#.utf8))
        let modern = try Cryptor(cipherKey: "enigma").encryptModule(Array(#""modern""#.utf8))
        let random = try Cryptor(cipherKey: "enigma").encryptRandomIV(Array(#""random""#.utf8))
        let contents = [
            #""Wi24KS4pcTzvyuGOHubiXg==""#, #""plain""#, "17", "null", #"{"k":"v"}"#, "[]", "\"\(other)\"", #""""#,
            "\"\(modern)\"", "\"\(random)\"", #""UE5FRAFaWlpaEDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw""#,
            #""!!! not base64""#, #""Wi24KS4pcTzvyuGOHubiXg==""#,
        ]
        let messages = contents.enumerated().map { Page.message($1, on: "a", at: 150 + UInt64($0)) }
        scripted.reply(Path.subscribe, Page.of(200, messages))
        let bad = "DECRYPTION_ERROR"
        #expect(
            scripted.delegate.messages.map(\.message) as? [String] == [
                "yay!", bad, bad, bad, bad, bad, bad, bad, "modern", "random", bad, bad, "yay!",
            ]
        )
    }

    /// Presence, state, names and access rights are never encrypted.
    @Test func presenceIsNotEncrypted() {
        let scripted = ScriptedClient.subscribedWith(Self.configuration(), "a")
        scripted.reply(Path.subscribe, Page.of(200, [Page.presence("join", "u1", on: "a")]))
        #expect(scripted.delegate.presence.map(\.client.identifier) == ["u1"])
    }

    /// An empty cipher key disables encryption.
    @Test func anEmptyKeyIsNoKey() {
        let scripted = ScriptedClient.subscribedWith(.scripted(cipherKey: ""), "a")
        scripted.client.sendMessage("x", to: PNChannel(name: "a"))
        #expect(scripted.published == [Published(#""x""#)])
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(#""y""#, on: "a")]))
        #expect(scripted.delegate.messages.map(\.message) as? [String] == ["y"])
    }

    /// A change of the key takes effect with the next message, in both directions.
    @Test func theKeyMayChangeAtRunTime() throws {
        let settings = Self.configuration()
        settings.shouldRunCallsInParallel = true
        let scripted = ScriptedClient.subscribedWith(settings, "a")
        let changed = scripted.client.configuration()
        changed.cipherKey = "testKey"
        scripted.client.setConfiguration(changed)
        scripted.client.sendMessage("hey", to: PNChannel(name: "a"))
        changed.cipherKey = nil
        scripted.client.setConfiguration(changed)
        scripted.client.sendMessage("hey", to: PNChannel(name: "b"))
        #expect(
            scripted.published == [Published(#""D7oVjBCciNszAo/EROu5Jw==""#), Published(#""hey""#, on: "b")]
        )
        #expect(scripted.reported.filter { $0 != "willSend" } == [], "and nothing else happens")
    }

    /// With shouldUseRandomInitializationVector no two ciphertexts are equal, and both can be decrypted.
    @Test func aRandomVectorIsRandom() throws {
        let configuration = Self.configuration()
        configuration.shouldUseRandomInitializationVector = true
        let client = ScriptedClient(configuration).client
        let texts = try (0..<2).map { _ in try #require(client.aesEncrypt("yay!")) }
        #expect(texts[0] != texts[1])
        #expect(texts.map { client.aesDecrypt($0) as? String } == ["yay!", "yay!"])
    }

    /// README: "This directive will allow this current PubNub iOS client to speak ONLY with earlier PubNub iOS 3.3 clients";
    /// Documentation/WireProtocol.md, "Encryption".
    private static func compatible() -> PNConfiguration {
        let configuration = configuration()
        configuration.encryptionFormat = .ios33
        return configuration
    }

    private static let compatibleVectors = [
        "Hello World": "UzIyeVhanI+QnyaNqVob2A==", "seven": "0ZRaiDryY0rdklgVVU80pQ==",
        "eight": "Ti5YyHCCUEjg/op0Zm393w==", "Cheeseburger": "zu9G3gtmiAxYLpehtuQngw==",
        "Coffee": "vJYgOIZdbL4rRqdigAcujA==", "Objective-c": "iJcNzxkNtWw1ktbExVn9xg==",
        "X-code->ÇÈ°∂@#$%^&*()!": "e/T2o0Y2ebkCZ4kqmYniQvZ7vsyY3lryf+7VNNWgecI=",
    ]

    @Test("The 3.3 format publishes each string value encrypted on its own, as that client did")
    func messagesInTheFormatOf33() throws {
        let scripted = ScriptedClient.subscribedWith(Self.compatible(), "a")
        scripted.client.sendMessage("Hello World", to: PNChannel(name: "a"))
        scripted.accept()
        let meal = ["seven", "eight", ["food": "Cheeseburger", "drink": "Coffee"]] as [Any]
        scripted.client.sendMessage(meal, to: PNChannel(name: "a"))
        let encrypted =
            #"["0ZRaiDryY0rdklgVVU80pQ==","Ti5YyHCCUEjg/op0Zm393w==","#
            + #"{"drink":"vJYgOIZdbL4rRqdigAcujA==","food":"zu9G3gtmiAxYLpehtuQngw=="}]"#
        #expect(scripted.published == [Published(#""UzIyeVhanI+QnyaNqVob2A==""#), Published(encrypted)])
    }

    @Test("In the 3.3 format a client reads messages of 3.3 clients only, live and from history")
    func receivingInTheFormatOf33() throws {
        let scripted = ScriptedClient.subscribedWith(Self.compatible(), "a")
        let nested = #"{"editor":"iJcNzxkNtWw1ktbExVn9xg==","n":[7,true,null,"vJYgOIZdbL4rRqdigAcujA=="]}"#
        let contents = [
            #""UzIyeVhanI+QnyaNqVob2A==""#, nested, #""Wi24KS4pcTzvyuGOHubiXg==""#, "17", #"["plain"]"#,
            #"{"pn_apns":{"aps":1},"pn_other":"0ZRaiDryY0rdklgVVU80pQ=="}"#,
            #"{"pn_apns":{"aps":1},"pn_other":["0ZRaiDryY0rdklgVVU80pQ=="]}"#,
        ]
        let expected: [JSON] = [
            "Hello World", ["editor": "Objective-c", "n": [7, true, .null, "Coffee"]], "DECRYPTION_ERROR",
            "DECRYPTION_ERROR", "DECRYPTION_ERROR", ["pn_apns": ["aps": 1], "pn_other": "seven"],
            ["pn_apns": ["aps": 1], "pn_other": ["seven"]],
        ]
        let messages = contents.enumerated().map { Page.message($1, on: "a", at: 150 + UInt64($0)) }
        scripted.reply(Path.subscribe, Page.of(200, messages))
        #expect(try scripted.delegate.messages.map { try JSONBridge.value($0.message) } == expected)
        let stored = Notes<Any>()
        scripted.client.requestHistory(for: PNChannel(name: "a"), from: nil) { page, _, _, _, _ in
            for message in page ?? [] { stored.add(message.message) }
        }
        scripted.reply(Path.history, "[[\(contents.joined(separator: ","))],1,2]")
        #expect(try stored.values.map { try JSONBridge.value($0) } == expected)
    }

    @Test(
        "Explicit encryption in the 3.3 format: the test vectors, and containers",
        arguments: compatibleVectors.sorted(by: <)
    )
    func byHandInTheFormatOf33(_ plain: String, _ cipherText: String) throws {
        let client = ScriptedClient(Self.compatible()).client
        #expect(client.aesEncrypt(plain) == cipherText)
        #expect(client.aesDecrypt(cipherText) as? String == plain)
        let text = try #require(client.aesEncrypt(["k": [plain]]))
        #expect(text == #"{"k":["\#(cipherText)"]}"#)
        #expect(client.aesDecrypt(text) as? [String: [String]] == ["k": [plain]])
        #expect(client.aesDecrypt(["k": [cipherText]]) as? [String: [String]] == ["k": [plain]])
        let helper = PNCryptoHelper(configuration: Self.compatible())
        #expect(helper.encryptedString(from: plain) == cipherText)
        #expect(helper.decryptedString(from: cipherText) == plain)
    }

    @Test(
        "A message that the 3.3 format cannot encrypt is not sent in plain text: error 130",
        arguments: ["17", "[true]"]
    )
    func numbersInTheFormatOf33(_ json: String) throws {
        let scripted = ScriptedClient.connected(Self.compatible())
        let message = JSONBridge.any(try JSON(parsing: json))
        let codes = Notes<Int?>()
        scripted.client.sendMessage(message, to: PNChannel(name: "a")) { state, object in
            if state == .sendingError { codes.add((object as? PNError)?.code) }
        }
        #expect(scripted.reported == ["didFailMessageSend 130"])
        #expect(codes.values == [130])
        #expect(scripted.requested == [])
        var error: PNError?
        #expect(scripted.client.aesEncrypt(message, error: &error) == nil)
        #expect(error?.code == 130)
        #expect(error?.localizedFailureReason?.contains("numbers") == true)
    }

    @Test("With the header format, messages have the header of current clients and can be decrypted")
    func messagesWithAHeader() throws {
        let configuration = Self.configuration()
        configuration.encryptionFormat = .header
        let scripted = ScriptedClient.subscribedWith(configuration, "a")
        scripted.client.sendMessage(["k": "yay!"], to: PNChannel(name: "a"))
        let sent = try #require(scripted.published.first?.text)
        #expect(sent.hasPrefix(#""UE5FRAFBQ1JIE"#))
        let plain = try Cryptor(cipherKey: "enigma").decrypt(sent, isJSON: RawJSON.isValid)
        #expect(String(decoding: plain, as: UTF8.self) == #"{"k":"yay!"}"#)
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(sent, on: "a")]))
        #expect(scripted.delegate.messages.first?.message as? [String: String] == ["k": "yay!"])
        let texts = try (0..<2).map { _ in try #require(scripted.client.aesEncrypt("yay!")) }
        #expect(texts[0] != texts[1])
        #expect(texts.map { scripted.client.aesDecrypt($0) as? String } == ["yay!", "yay!"])
        #expect(scripted.client.aesDecrypt("Wi24KS4pcTzvyuGOHubiXg==") as? String == "yay!", "3.x messages are read")
    }

    @Test("The encryption format may change at run time, without a new connection")
    func theFormatMayChangeAtRunTime() {
        let scripted = ScriptedClient.connected(Self.configuration())
        let changed = scripted.client.configuration()
        #expect(changed.encryptionFormat == .fixedVector)
        changed.encryptionFormat = .ios33
        scripted.client.setConfiguration(changed)
        #expect(scripted.client.configuration().encryptionFormat == .ios33)
        scripted.client.sendMessage("Hello World", to: PNChannel(name: "a"))
        #expect(scripted.published == [Published(#""UzIyeVhanI+QnyaNqVob2A==""#)])
        #expect(scripted.reported.filter { $0 != "willSend" } == [])
    }

    @Test("The older name of the random vector and the encryption format are one setting")
    func theOlderNameOfTheFormat() {
        let configuration = Self.configuration()
        #expect(!configuration.shouldUseRandomInitializationVector)
        configuration.shouldUseRandomInitializationVector = true
        #expect(configuration.encryptionFormat == .randomVector)
        configuration.shouldUseRandomInitializationVector = false
        #expect(configuration.encryptionFormat == .fixedVector)
        configuration.encryptionFormat = .header
        configuration.shouldUseRandomInitializationVector = false
        #expect(configuration.encryptionFormat == .header)
    }

    @Test(arguments: [
        ("Wi24KS4pcTzvyuGOHubiXg==", "yay!"), ("q/xJqqN6qbiZMXYmiQC1Fw==", "yay!"),
        ("MTIzNDU2Nzg5MDEyMzQ1NjdnONoCgo0wbuMGGMmfMX0=", "yay!"),
        ("UE5FRAFBQ1JIEEwnIo83Jtk5G9XkuPYEn+gCu8PDp3G/SOEVWOfY3Ofj", "yay!"),
    ])
    func byHandTextIsDecrypted(_ cipherText: String, _ plain: String) {
        let client = ScriptedClient(Self.configuration()).client
        var error: PNError?
        #expect(client.aesDecrypt(cipherText, error: &error) as? String == plain)
        #expect(error == nil)
    }

    /// "decrypt AES hash stored inside 'base64' string and return object"; "encrypt object into 'base64' string".
    @Test func byHandAnObjectGoesThereAndBack() throws {
        let client = ScriptedClient(Self.configuration()).client
        #expect(client.aesEncrypt("yay!") == "Wi24KS4pcTzvyuGOHubiXg==")
        #expect(client.aesEncrypt([String]()) == "Ns4TB41JjT2NCXaGLWSPAQ==")
        let object: [String: Any] = ["n": UInt64.max, "a": [1.5, NSNull(), true] as [Any], "text": "漢語\n"]
        let text = try #require(client.aesEncrypt(object))
        #expect(try JSONBridge.value(client.aesDecrypt(text)) == JSONBridge.value(object))
    }

    @Test(arguments: [nil, ""])
    func withoutAKeyItIsError125(_ key: String?) {
        let client = ScriptedClient(.scripted(cipherKey: key)).client
        var error: PNError?
        #expect(client.aesEncrypt("x", error: &error) == nil)
        #expect(error?.code == 125)
        error = nil
        #expect(client.aesDecrypt("Wi24KS4pcTzvyuGOHubiXg==", error: &error) == nil)
        #expect(error?.code == 125)
    }

    /// Errors: not a string, invalid base64, invalid padding, not UTF-8, an empty result of non-empty input.
    @Test func undecryptableStringsAreAnError() {
        let client = ScriptedClient(Self.configuration()).client
        let objects: [Any] = [
            "", "!!!", "plain", 17, NSNull(), ["k": "v"], "D7oVjBCciNszAo/EROu5Jw==",
        ]
        for object in objects {
            var error: PNError?
            #expect(client.aesDecrypt(object, error: &error) == nil, "\(object)")
            #expect([129, 130].contains(error?.code ?? 0), "\(object) \(error?.code ?? 0)")
        }
        var error: PNError?
        #expect(client.aesDecrypt("UE5FRAFaWlpaEDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw", error: &error) == nil)
        #expect(error?.code == 131, "a cipher that nobody knows")
    }

    @Test func valuesWithoutAJSONFormAreError112() {
        let client = ScriptedClient(Self.configuration()).client
        var error: PNError?
        #expect(client.aesEncrypt(Date(), error: &error) == nil)
        #expect(error?.code == 112)
        #expect(client.aesEncrypt(Date()) == nil, "the reason may stay unknown")
    }
}
