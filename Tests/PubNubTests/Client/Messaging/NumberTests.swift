import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

@Suite("Numbers of messages keep their digits")
struct NumberTests {
    @Test("A Decimal is published with its digits, and one that arrives is a Decimal")
    func decimals() throws {
        let scripted = ScriptedClient.subscribed("a")
        let digits = "79228162514264337593543950335.12345"
        let decimal = try #require(Decimal(string: digits))
        scripted.client.sendMessage(decimal, to: PNChannel(name: "a"))
        #expect(scripted.requested.first?.hasPrefix("/publish/pub/sub/0/a/0/\(digits)?") == true)
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(#"{"n":\#(digits)}"#, on: "a")]))
        let content = try #require(scripted.delegate.messages.first?.message as? [String: Any])
        #expect(content["n"] as? Decimal == Decimal(string: digits))
        #expect((content["n"] as? NSNumber)?.stringValue == digits)
    }

    @Test("A received message that is sent again has the same digits, however many")
    func again() throws {
        let scripted = ScriptedClient.subscribed("a")
        let numbers = "[18446744073709551616,0.10000000000000001,1e400,\(String(repeating: "31", count: 30))]"
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(numbers, on: "a")]))
        let message = try #require(scripted.delegate.messages.first?.message)
        #expect(try JSONBridge.value(message).text == numbers)
    }
}
