import Foundation
import PubNubCodec
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// The body of the POST is the compressed message (Documentation/WireProtocol.md, "Publish").
@Suite struct PublishCompressedTests {
    private let scripted = ScriptedClient.connected()

    @Test func theBodyIsTheCompressedMessage() throws {
        let text = String(repeating: "compress me ž ", count: 200)
        scripted.client.sendMessage(["k": text], to: PNChannel(name: "a b"), compressed: true)
        let request = try #require(scripted.transport.waiting.first)
        #expect(request.verb == .post)
        #expect(request.brief == "/publish/pub/sub/0/a%20b/0?uuid=me")
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        #expect(headers["Content-Encoding"] == "gzip")
        #expect(headers["Content-Type"] == "application/json; charset=UTF-8")
        #expect(request.acceptsCompression)
        let body = try #require(request.body)
        #expect(body.count < text.utf8.count / 4)
        #expect(try Gzip.decompress(body, limit: 100_000) == Array(#"{"k":"\#(text)"}"#.utf8))
        scripted.accept()
        #expect(scripted.reported == ["willSend", "didSend"])
    }

    /// `acceptCompressedResponse` concerns responses only.
    @Test func aCompressedMessageAcceptsNoCompressedResponseIfNoneIsWanted() throws {
        let scripted = ScriptedClient.connected { $0.shouldAcceptCompressedResponse = false }
        scripted.client.sendMessage("a", to: PNChannel(name: "a"), compressed: true)
        let request = try #require(scripted.transport.waiting.first)
        #expect(request.verb == .post)
        #expect(!request.acceptsCompression)
    }

    /// The message is encrypted first, then compressed.
    @Test func anEncryptedMessageIsCompressedAfterwards() throws {
        let scripted = ScriptedClient.connected(.scripted(cipherKey: "enigma"))
        scripted.client.sendMessage("yay!", to: PNChannel(name: "a"), compressed: true, storeInHistory: false)
        let request = try #require(scripted.transport.waiting.first)
        #expect(request.brief.hasSuffix("&store=0"))
        let body = try Gzip.decompress(try #require(request.body), limit: 1000)
        #expect(String(decoding: body, as: UTF8.self) == #""Wi24KS4pcTzvyuGOHubiXg==""#)
    }

    /// The order per channel includes compressed and plain messages.
    @Test func orderHoldsBetweenBothWays() {
        scripted.client.sendMessage(1, to: PNChannel(name: "a"), compressed: true)
        scripted.client.sendMessage(2, to: PNChannel(name: "a"))
        #expect(scripted.waiting == ["/publish/pub/sub/0/a/0?uuid=me"])
        scripted.accept()
        #expect(scripted.waiting == ["/publish/pub/sub/0/a/0/2?uuid=me"])
    }
}
