import Foundation
import NIOCore
import NIOEmbedded
import NIOPosix
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

@Suite("Compressed responses")
struct CompressionTests {
    @Test(
        "A long response is compressed on another thread, and the event loop serves other connections in the meantime"
    )
    func longResponse() async throws {
        let thread = DispatchQueue(label: "compressing")
        let pipelines = HTTPPipelines(
            memory: OriginConfiguration(clock: OriginManualClock()),
            compressing: ReadQueue(queue: thread, width: 1)
        )
        let loop = NIOAsyncTestingEventLoop()
        let (channel, neighbor) = (try await pipelines.connect(on: loop), try await pipelines.connect(on: loop))
        func send(_ request: String, to channel: NIOAsyncTestingChannel) async throws {
            try await channel.writeInbound(ByteBuffer(string: request))
            await loop.run()
        }
        func response(_ channel: NIOAsyncTestingChannel) async throws -> String? {
            try await channel.readOutbound(as: ByteBuffer.self).map {
                String(decoding: $0.readableBytesView, as: UTF8.self)
            }
        }
        let message = "\"\(String(repeating: "x", count: 30_000))\""
        for _ in 0..<3 {
            let head =
                "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: \(message.utf8.count)\r\n\r\n"
            try await send(head + message, to: channel)
            #expect(try await response(channel)?.contains(" 200 ") == true)
        }
        let blocking = DispatchSemaphore(value: 0)
        thread.async { blocking.wait() }
        let history = "GET /v2/history/sub-key/demo/channel/a HTTP/1.1\r\nHost: o\r\nAccept-Encoding: gzip\r\n\r\n"
        try await send(history, to: channel)
        #expect(try await response(channel) == nil)
        try await send("GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n", to: neighbor)
        #expect(try await response(neighbor)?.contains(" 200 ") == true)
        blocking.signal()
        // The thread does this after the compression.
        await withCheckedContinuation { done in thread.async { done.resume() } }
        await loop.run()
        #expect(try await response(channel)?.contains("Content-Encoding: gzip\r\n") == true)
    }
}
