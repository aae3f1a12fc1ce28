import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Invalid messages are reported before anything is sent (Documentation/WireProtocol.md, "Publish").
@Suite struct PublishInputTests {
    private func failure(
        of message: Any?,
        on channel: PNChannel? = PNChannel(name: "a"),
        configuration: PNConfiguration = .scripted(),
        compressed: Bool = false
    ) -> (code: Int?, requests: [String]) {
        let scripted = ScriptedClient.connected(configuration)
        let codes = Notes<Int?>()
        scripted.client.sendMessage(message, to: channel, compressed: compressed) { _, data in
            if let error = data as? PNError { codes.add(error.code) }
        }
        let reported = scripted.reported
        #expect(reported == codes.values.map { "didFailMessageSend \($0 ?? 0)" } || reported == ["willSend"])
        return (codes.values.first ?? nil, scripted.requested)
    }

    @Test func noMessageIsError133() {
        #expect(failure(of: nil) == (133, []))
        #expect(failure(of: nil, on: nil) == (133, []))
    }

    @Test func noMessageObjectIsError132() {
        let scripted = ScriptedClient.connected()
        scripted.client.send(nil)
        #expect(scripted.reported == ["didFailMessageSend 132"])
    }

    @Test func anEmptyStringIsAMessage() {
        #expect(failure(of: "").code == nil)
        #expect(failure(of: " ").code == nil)
    }

    @Test func noChannelIsError134() {
        #expect(failure(of: "x", on: nil) == (134, []))
        #expect(failure(of: "x", on: PNChannel(name: "")) == (134, []))
    }

    /// "you can use any characters you want except , / and :".
    @Test(arguments: ["a,b", "a/b", "a:b", String(repeating: "n", count: 93)])
    func aNameThatCannotBeIsError117(_ name: String) {
        #expect(failure(of: "x", on: PNChannel(name: name)) == (117, []))
    }

    @Test func aNameOf92CharactersIsFine() {
        #expect(failure(of: "x", on: PNChannel(name: String(repeating: "ž", count: 92))).code == nil)
    }

    @Test func withoutAPublishKeyItIsError113() {
        #expect(failure(of: "x", configuration: .scripted(publishKey: "")) == (113, []))
    }

    /// A message has at most 32 KiB, and so has the path with the query of its request: 32,768 bytes (114).
    @Test func aMessageOver32KiBIsError114() {
        let overhead = "/publish/pub/sub/0/a/0/%22%22?uuid=me&pnsdk=".utf8.count + RequestBuilder.library.utf8.count
        let longest = String(repeating: "a", count: 32_768 - overhead)
        #expect(failure(of: longest).code == nil)
        #expect(failure(of: longest + "a") == (114, []))
        #expect(failure(of: String(repeating: "ž", count: 6_000)) == (114, []), "each takes six characters")
    }

    /// In the body of a POST the unescaped message counts.
    @Test func aCompressedMessageOver32KiBIsError114() {
        let longest = String(repeating: "a", count: 32_768 - 2)
        #expect(failure(of: longest, compressed: true).code == nil)
        #expect(failure(of: longest + "a", compressed: true) == (114, []))
        #expect(failure(of: String(repeating: "ž", count: 16_000), compressed: true).code == nil)
    }

    /// An encrypted message counts with its ciphertext.
    @Test func anEncryptedMessageCountsAsItIsSent() {
        let text = String(repeating: "a", count: 26_000)
        #expect(failure(of: text).code == nil)
        #expect(failure(of: text, configuration: .scripted(cipherKey: "enigma")) == (114, []))
    }

    /// An invalid message does not delay the next one.
    @Test func aBadMessageDoesNotHoldUpTheNext() {
        let scripted = ScriptedClient.connected()
        scripted.client.sendMessage(Double.nan, to: PNChannel(name: "a"))
        scripted.client.sendMessage("fine", to: PNChannel(name: "a"))
        scripted.accept()
        #expect(scripted.reported == ["didFailMessageSend 112", "willSend", "didSend"])
    }
}
