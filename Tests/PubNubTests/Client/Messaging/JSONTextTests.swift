import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// "If you use some other JSON serialization kit or do it by yourself, ensure that JSON comply with all requirements" (README
/// "Publishing Messages").
@Suite("A message that is JSON text is sent as that JSON")
struct JSONTextTests {
    static let texts = [
        #"{"lat":43.25,"lng":-79.5}"#, #"{"lat":43,"lng":-79}"#, "[43.5,-79.25,76]", #""delivered""#, "{}", "[]",
        #""""#,
        #"{ "b" : 1.0 , "a" : [ 1, 2 ] }"#, "[\n1\n]", #""\u00e9\"""#, #"{"a":1,"a":2}"#,
    ]

    static let plainTexts = [
        "", " ", "at the {gate", "{gate] ", " {\"a\":1}", "{\"a\":1} ", "[1}", "12", "true", "null", "\"a\" and \"b",
        "{", "[", "{a]",
    ]

    static let malformedTexts = [
        "{ends like JSON}", "{no json}", "[1,]", "[x]", "\"", "\"a\"b\"", "{\"a\":1}{\"b\":2}", "{'a':1}", "\"\n\"",
        String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
    ]

    private let channel = PNChannel(name: "a")

    @Test("An object, array or quoted string arrives as it was written", arguments: texts)
    func sent(text: String) throws {
        let scripted = ScriptedClient.connected()
        let message = scripted.client.sendMessage(text, to: channel)
        #expect(scripted.published == [Published(text)])
        #expect(message?.message as? String == text, "the returned message has the argument")
        scripted.accept()
        #expect(scripted.reported == ["willSend", "didSend"])
    }

    @Test("NSString, Substring and optional strings are texts as well")
    func kinds() {
        let scripted = ScriptedClient.connected()
        let optional: String? = "[1]"
        for value in ["[1]" as NSString, NSMutableString(string: "[1]"), "x[1]".dropFirst(), optional as Any] as [Any] {
            scripted.client.sendMessage(value, to: channel)
            scripted.accept()
        }
        #expect(scripted.published == Array(repeating: Published("[1]"), count: 4))
    }

    @Test("Every other string is sent as a string", arguments: plainTexts)
    func plain(text: String) throws {
        let scripted = ScriptedClient.connected()
        scripted.client.sendMessage(text, to: channel)
        #expect(scripted.published == [Published(JSON.string(text).text)])
    }

    @Test(
        "A string that begins and ends like JSON and is not valid is error 112, which does not contain it",
        arguments: malformedTexts
    )
    func malformed(text: String) throws {
        for configuration in [PNConfiguration.scripted(), .scripted(cipherKey: "enigma")] {
            for isCompressed in [false, true] {
                let scripted = ScriptedClient.connected(configuration)
                let errors = Notes<PNError?>()
                let message = scripted.client.sendMessage(text, to: channel, compressed: isCompressed) { _, data in
                    errors.add(data as? PNError)
                }
                #expect(scripted.reported == ["didFailMessageSend 112"])
                #expect(scripted.requested == [] && message == nil)
                let error = try #require(errors.values.first ?? nil)
                #expect(error.code == kPNInvalidJSONError)
                #expect(error.localizedFailureReason?.contains("not valid JSON") == true)
                let said = "\(error) \(error.localizedDescription) \(error.localizedFailureReason ?? "")"
                #expect(text.count < 3 || !said.contains(text))
                #expect((error.associatedObject as? PNMessage)?.message as? String == text)
            }
        }
    }

    @Test("Compressed and encrypted messages contain the same JSON", arguments: texts)
    func compressedAndEncrypted(text: String) throws {
        let compressed = ScriptedClient.connected()
        compressed.client.sendMessage(text, to: channel, compressed: true)
        compressed.settle()
        #expect(try #require(compressed.transport.requests.last?.body).isEmpty == false)
        let encrypted = ScriptedClient.subscribedWith(.scripted(cipherKey: "enigma"), "a")
        encrypted.client.sendMessage(text, to: channel)
        let sent = try #require(encrypted.published.first?.text)
        encrypted.reply(Path.subscribe, Page.of(200, [Page.message(sent, on: "a")]))
        let message = try #require(encrypted.delegate.messages.first?.message)
        #expect(try JSONBridge.value(message) == JSON(parsing: text))
    }

    @Test("The compressed body is the compressed text")
    func compressedBody() {
        let texts = ScriptedClient.connected()
        texts.client.sendMessage("[1,2]", to: channel, compressed: true)
        let values = ScriptedClient.connected()
        values.client.sendMessage([1, 2], to: channel, compressed: true)
        texts.settle()
        values.settle()
        #expect(texts.transport.requests.last?.body == values.transport.requests.last?.body)
        #expect(texts.transport.requests.last?.body != nil)
    }

    @Test("With shouldSendTextAsJSON off, every string is sent as a string", arguments: texts + malformedTexts)
    func settingOff(text: String) {
        let scripted = ScriptedClient.connected { $0.shouldSendTextAsJSON = false }
        scripted.client.sendMessage(text, to: channel)
        #expect(scripted.published == [Published(JSON.string(text).text)])
    }

    @Test("A string inside an array or dictionary, next to a push payload, or in a signal stays a string")
    func elsewhere() throws {
        let scripted = ScriptedClient.connected()
        scripted.client.sendMessage(["[1]"], to: channel)
        scripted.accept()
        scripted.client.sendMessage("[1]", applePushNotification: ["aps": ["badge": 1]], to: channel)
        scripted.accept()
        scripted.client.publish("{no json}", toChannel: "a", mobilePushPayload: ["fcm": ["data": ["k": "v"]]])
        scripted.accept()
        #expect(
            scripted.published.map(\.text) == [
                #"["[1]"]"#, #"{"pn_apns":{"aps":{"badge":1}},"pn_other":"[1]"}"#,
                #"{"pn_fcm":{"data":{"k":"v"}},"pn_other":"{no json}"}"#,
            ]
        )
        scripted.client.signal("[1]", channel: "a") { _ in }
        #expect(scripted.requested.last?.contains("%22%5B1%5D%22") == true)
    }

    @Test("A message without push payloads that is published with them is JSON as well")
    func mobilePush() {
        let scripted = ScriptedClient.connected()
        scripted.client.publish("[1]", toChannel: "a", mobilePushPayload: nil)
        #expect(scripted.published == [Published("[1]")])
    }

    @Test("The size of JSON text is the size of its request", arguments: [#"{"a":[1,2]}"#, #""x""#])
    func size(text: String) async throws {
        let scripted = ScriptedClient(.scripted(), transport: ScriptedTransport())
        let value = try JSONBridge.any(JSON(parsing: text))
        #expect(
            await MessageSizeForm.plain.size(of: text, to: "a", scripted.client)
                == MessageSizeForm.plain.size(of: value, to: "a", scripted.client)
        )
        #expect(await MessageSizeForm.plain.size(of: "[1,", to: "a", scripted.client) > 0)
        #expect(await MessageSizeForm.plain.size(of: "[1,]", to: "a", scripted.client) == -1)
        #expect(await MessageSizeForm.plain.size(of: "", to: "a", scripted.client) > 0)
    }

    @Test("aesEncrypt encrypts JSON text as that JSON")
    func encryption() throws {
        let client = ScriptedClient(.scripted(cipherKey: "enigma")).client
        #expect(client.aesEncrypt(#"{"k":1}"#) == client.aesEncrypt(["k": 1]))
        var error: PNError?
        #expect(client.aesEncrypt("{no json}", error: &error) == nil)
        #expect(error?.code == kPNInvalidJSONError)
        let literal = ScriptedClient(.scripted(cipherKey: "enigma")) { $0.shouldSendTextAsJSON = false }.client
        let secret = try #require(literal.aesEncrypt(#"{"k":1}"#))
        #expect(literal.aesDecrypt(secret) as? String == #"{"k":1}"#)
    }

    @Test("A message that is sent again, also from a file, is the same JSON, and its content the same string")
    func again() throws {
        let scripted = ScriptedClient.connected()
        let text = #"{ "b" : 1, "a" : 2 }"#
        let message = try #require(scripted.client.sendMessage(text, to: channel))
        scripted.accept()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(message.writeToFile(atPath: path))
        let loaded = try #require(PNMessage(fromFileAtPath: path))
        #expect(loaded.message as? String == text)
        scripted.client.send(loaded)
        #expect(scripted.published == [Published(text), Published(text)])
    }

    @Test("A text with more values than can be read is error 112")
    func manyValues() {
        let scripted = ScriptedClient.connected()
        let text = "[" + String(repeating: "0,", count: ReplyLimits.values) + "0]"
        scripted.client.sendMessage(text, to: channel, compressed: true)
        #expect(scripted.reported == ["didFailMessageSend 112"])
    }
}
