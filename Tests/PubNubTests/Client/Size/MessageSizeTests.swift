import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("Utilities, Get size of message: what counts, and messages without a size")
struct MessageSizeTests {
    private let scripted = ScriptedClient(.scripted(), transport: ScriptedTransport())

    private func size(_ message: Any?, to channel: String = "a", _ form: MessageSizeForm = .plain) async -> Int {
        await form.size(of: message, to: channel, scripted.client)
    }

    @Test("The document's first sample: request line, header fields and blank line count, byte for byte")
    func firstSample() async {
        let path = "/publish/pub/sub/0/announcement/0/%7B%22Hello%22%3A%22world%22%7D"
        let request = """
            GET \(path)?uuid=me&pnsdk=PubNub-Swift-Linux%2F3.7.8 HTTP/1.1\r
            Host: origin.test\r
            Accept: */*\r
            Accept-Encoding: gzip, deflate\r
            \r\n
            """
        #expect(await size(["Hello": "world"], to: "announcement") == request.utf8.count)
    }

    @Test("storeInHistory off adds 8 bytes, metadata 6 and its text")
    func options() async {
        let plain = await size("text")
        let metadata = #"%7B%22level%22%3A2%2C%22senderID%22%3A%22bob%22%2C%22%C3%BC%22%3Atrue%7D"#
        #expect(await size("text", .stored) == plain + "&store=0".utf8.count)
        #expect(await size("text", .metadata) == plain + "&meta=\(metadata)".utf8.count)
        #expect(await size("text", .storedMetadata) == plain + "&store=0&meta=\(metadata)".utf8.count)
    }

    @Test("The call sends nothing, needs no connection and causes no event")
    func noRequest() async {
        _ = await size("text")
        #expect(scripted.transport.requests.isEmpty)
        #expect(scripted.reported == [])
    }

    @Test("The size of a message that is too long exceeds the limit", arguments: [32_600, 32_763, 40_000])
    func limit(length: Int) async throws {
        let client = ScriptedClient.connected()
        let text = String(repeating: "x", count: length)
        let empty = await size("x", .plain)
        #expect(await size(text) == empty + length - 1)
        client.client.sendMessage(text, to: PNChannel(name: "a"))
        // The quotes take six bytes of the address, and its other parts some 70.
        #expect(client.published.isEmpty == (length > 32_600))
    }

    @Test("A compressed message can be smaller than 32 KiB if its text is not")
    func compressedLimit() async {
        let text = String(repeating: "abcdefghij", count: 10_000)
        #expect(await size(text, .plain) > 100_000)
        #expect((1..<1_000).contains(await size(text, .compressed)))
    }

    @Test("Without a message the size is -1", arguments: MessageSizeForm.allCases)
    func noMessage(form: MessageSizeForm) async {
        #expect(await size(nil, form) == -1)
        #expect(await size(Date(), form) == -1)
        #expect(await size("{ends like JSON}", form) == -1)
        #expect(await size(["list": [Double.nan]], form) == -1)
        #expect(await size("text", to: "", form) == -1)
        #expect(await size("text", to: "a,b", form) == -1)
        #expect(await size(NSNull(), form) > 0)
        #expect(await size("", form) > 0)
    }

    @Test("With metadata that JSON cannot hold the size is -1")
    func badMetadata() async {
        let client = scripted.client
        let size = await withCheckedContinuation { continuation in
            client.sizeOfMessage("text", toChannel: "a", withMetadata: ["date": Date()]) {
                continuation.resume(returning: $0)
            }
        }
        #expect(size == -1)
    }

    @Test("Metadata that is nil has no effect")
    func noMetadata() async {
        let client = scripted.client
        let size = await withCheckedContinuation { continuation in
            client.sizeOfMessage("text", toChannel: "a", withMetadata: nil) { continuation.resume(returning: $0) }
        }
        #expect(await self.size("text") == size)
    }

    @Test("Without a publish key the size is -1")
    func noKey() async {
        let scripted = ScriptedClient(.scripted(publishKey: nil))
        #expect(await MessageSizeForm.plain.size(of: "text", to: "a", scripted.client) == -1)
    }

    @Test("The closure is called on the callback queue")
    func queue() async {
        let scripted = scripted
        let queue = scripted.queue
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            scripted.client.sizeOfMessage("text", toChannel: "a") { _ in
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume()
            }
        }
    }
}
