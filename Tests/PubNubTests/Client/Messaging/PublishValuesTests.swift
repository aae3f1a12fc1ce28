import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// "Messages can be an instance of one of the following classes: NSString, NSNumber, NSArray, NSDictionary, or NSNull"
/// (README "Publishing Messages").
@Suite struct PublishValuesTests {
    struct Value: Sendable, CustomTestStringConvertible {
        let text: String
        let make: @Sendable () -> Any?
        var testDescription: String { text }

        init(_ text: String, _ make: @autoclosure @escaping @Sendable () -> Any?) {
            self.text = text
            self.make = make
        }
    }

    static let values: [Value] = [
        Value(#""hello""#, "hello"),
        Value(#""say \"hi\" \\ there/""#, #"say "hi" \ there/"#),
        Value(#""line\nbreak\r\ttab""#, "line\nbreak\r\ttab"),
        Value("\"👩‍👩‍👧 🇨🇿 漢語 é\"", "👩‍👩‍👧 🇨🇿 漢語 é"),
        Value(#"":null, [1] and {}""#, ":null, [1] and {}"),
        Value(#""\"quoted\" inside""#, "\"quoted\" inside"),
        Value(#""""#, ""),
        Value(#""substring""#, "a substring".dropFirst(2)),
        Value(#""foundation""#, NSString(string: "foundation")),
        Value("42", 42),
        Value("-7", Int8(-7)),
        Value("3.5", 3.5),
        Value("9223372036854775807", Int64.max),
        Value("9223372036854775808", UInt64(1) << 63),
        Value("18446744073709551615", NSNumber(value: UInt64.max)),
        Value("-9223372036854775808", Int64.min),
        Value("9007199254740993", 9_007_199_254_740_993),
        Value("1", NSNumber(value: 1)),
        Value("true", true),
        Value("false", NSNumber(value: false)),
        Value("0.1", Decimal(string: "0.1")),
        Value("null", NSNull()),
        Value("[]", [Any]()),
        Value(#"[1,"two",null,[true]]"#, [1, "two", NSNull(), [true]] as [Any]),
        Value("{}", [String: Any]()),
        Value(
            #"{"a":{"n":[1.5,{"deep":null}]},"ž":"x"}"#,
            ["a": ["n": [1.5, ["deep": NSNull()]] as [Any]], "ž": "x"] as [String: Any]
        ),
        Value(#"{"k":"v"}"#, NSDictionary(dictionary: ["k": "v"])),
    ]

    @Test(arguments: values)
    func everyKindOfValueIsPublished(_ value: Value) throws {
        let scripted = ScriptedClient.connected()
        let message = scripted.client.sendMessage(value.make(), to: PNChannel(name: "a"))
        scripted.accept()
        #expect(scripted.published == [Published(value.text)])
        #expect(scripted.reported == ["willSend", "didSend"])
        #expect(try JSONBridge.value(message?.message) == JSON(parsing: value.text))
    }

    /// A published message arrives unchanged.
    @Test(arguments: values)
    func everyKindOfValueArrives(_ value: Value) throws {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.sendMessage(value.make(), to: PNChannel(name: "a"))
        let text = try #require(scripted.published.first?.text)
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(text, on: "a")]))
        let received = try #require(scripted.delegate.messages.first)
        #expect(try JSONBridge.value(received.message) == JSON(parsing: value.text))
    }

    /// All bytes except for letters, digits and `-_.` are escaped, in the message and in the channel (Documentation/WireProtocol.md,
    /// "Requests").
    @Test func theRequestIsEscapedStrictly() {
        let scripted = ScriptedClient.connected()
        scripted.client.sendMessage(["k": "~'/ +é"], to: PNChannel(name: "a b?č"))
        #expect(
            scripted.requested == [
                "/publish/pub/sub/0/a%20b%3F%C4%8D/0/%7B%22k%22%3A%22%7E%27%2F%20%2B%C3%A9%22%7D?uuid=me"
            ]
        )
    }

    /// `store=0` is sent only if the caller disabled storage.
    @Test func aMessageThatIsNotStoredSaysSo() {
        let scripted = ScriptedClient.connected(.scripted(authorizationKey: "k")) { $0.shouldRunCallsInParallel = true }
        scripted.client.sendMessage(1, to: PNChannel(name: "a"), storeInHistory: false)
        scripted.client.sendMessage(1, to: PNChannel(name: "b"), storeInHistory: true)
        #expect(
            scripted.requested == [
                "/publish/pub/sub/0/a/0/1?uuid=me&auth=k&store=0", "/publish/pub/sub/0/b/0/1?uuid=me&auth=k",
            ]
        )
    }

    private final class NotJSON {}

    static let unfit: [Value] = [
        Value("object", NotJSON()),
        Value("date", Date()),
        Value("data", Data([1])),
        Value("nan", Double.nan),
        Value("infinity", Double.infinity),
        Value("keys", [1: "a"]),
        Value("inside", ["k": [1, NotJSON()] as [Any]]),
        Value("deep", (0..<600).reduce(1 as Any) { inner, _ in [inner] }),
    ]

    /// A message that JSON cannot hold is error 112 about the message, and nothing is sent.
    @Test(arguments: unfit)
    func valuesWithoutAJSONFormAreError112(_ value: Value) {
        let scripted = ScriptedClient.connected()
        let states = Notes<UInt>()
        let message = scripted.client.sendMessage(value.make(), to: PNChannel(name: "a")) { state, data in
            if (data as? PNError)?.code == 112 { states.add(state.rawValue) }
        }
        #expect(scripted.reported == ["didFailMessageSend 112"])
        #expect(states.values == [PNMessageState.sendingError.rawValue])
        #expect(message == nil)
        #expect(scripted.requested == [])
    }
}
