import Dispatch
import NIOCore
import NIOEmbedded
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("The memory of responses that nobody reads is bounded, with a share for each address and keyset")
struct ResponseBudgetTests {
    private func holder(_ budget: ResponseBudget, _ address: String, _ keyset: String) throws -> ResponseBudget.Holder {
        let request = OriginRequest(target: "/v2/history/sub-key/\(keyset)/channel/a")
        return budget.holder(request, from: AddressKey(try SocketAddress(ipAddress: address, port: 1)))
    }

    @Test("An address takes a quarter, a keyset half, all together the whole; what is released can be taken again")
    func shares() throws {
        var limits = OriginLimits()
        limits.responseBytes = 1000
        let budget = ResponseBudget(limits)
        let first = try holder(budget, "10.0.0.1", "a")
        #expect(budget.take(200, for: first) && budget.take(50, for: first) && !budget.take(1, for: first))
        #expect(budget.take(250, for: try holder(budget, "10.0.0.2", "a")))
        #expect(!budget.take(1, for: try holder(budget, "10.0.0.2", "b")), "the address has its quarter")
        #expect(budget.take(1, for: try holder(budget, "10.0.0.3", "b")))
        #expect(!budget.take(1, for: try holder(budget, "10.0.0.3", "a")), "the keyset has its half")
        #expect(budget.take(499, for: try holder(budget, "10.0.0.4", "c")), "one response, however long")
        #expect(!budget.take(1, for: try holder(budget, "10.0.0.5", "d")) && budget.bytes == 1000)
        budget.release(250, of: first)
        #expect(budget.take(100, for: try holder(budget, "10.0.0.5", "d")) && budget.bytes == 850)
    }

    @Test("Clients on this machine have no share of an address, as a proxy may stand there")
    func loopback() throws {
        var limits = OriginLimits()
        limits.responseBytes = 1000
        let budget = ResponseBudget(limits)
        for keyset in ["a", "b", "c", "d"] { #expect(budget.take(250, for: try holder(budget, "127.0.0.1", keyset))) }
    }

    @Test(
        "A response that finds no room is 503 with Retry-After; when the connection of the unread ones is closed there is room again"
    )
    func unread() async throws {
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.limits.responseBytes = 4_000_000
        configuration.limits.compressionThreshold = nil
        try await withOrigin(configuration) { _, address in
            try await onOwnThread {
                let (silent, other) = try (
                    #require(RawConnection(port: address.port, receiveBuffer: 65_536)),
                    #require(RawConnection(port: address.port))
                )
                let message = "\"\(String(repeating: "x", count: 30_000))\""
                let publish =
                    "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: \(message.utf8.count)\r\n\r\n"
                for _ in 0..<100 {
                    other.send(publish + message)
                    #expect(other.answer()?.status == 200)
                }
                let history = "/v2/history/sub-key/demo/channel/a?count=100"
                var refused: RawAnswer?
                // The kernel takes the receive buffer of the silent client, and at most 4 MB of the server. A request of the silent client
                // that the server reads while the other one has its response is refused itself, so it asks until one is not.
                #expect(
                    waitUntil {
                        silent.get(history)
                        other.get(history)
                        refused = other.answer()
                        return refused?.status == 503
                    }
                )
                #expect(refused?["retry-after"] == "1")
                silent.close()
                #expect(
                    waitUntil {
                        other.get(history)
                        return other.answer()?.status == 200
                    }
                )
            }
        }
    }

    @Test("Bodies that wait for being compressed take the room of their whole length")
    func compressing() async throws {
        let thread = DispatchQueue(label: "compressing")
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.limits.responseBytes = 200_000
        let pipelines = HTTPPipelines(memory: configuration, compressing: ReadQueue(queue: thread, width: 4))
        let loop = NIOAsyncTestingEventLoop()
        var channels: [NIOAsyncTestingChannel] = []
        for _ in 0..<3 { channels.append(try await pipelines.connect(on: loop)) }
        func response(to request: String, on channel: NIOAsyncTestingChannel) async throws -> String? {
            if !request.isEmpty { try await channel.writeInbound(ByteBuffer(string: request)) }
            await loop.run()
            return try await channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
        }
        let message = "\"\(String(repeating: "x", count: 30_000))\""
        let head = "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: \(message.utf8.count)\r\n\r\n"
        for _ in 0..<3 { #expect(try await response(to: head + message, on: channels[0])?.contains(" 200 ") == true) }
        let blocking = DispatchSemaphore(value: 0)
        thread.async { blocking.wait() }
        let history = "GET /v2/history/sub-key/demo/channel/a HTTP/1.1\r\nHost: o\r\nAccept-Encoding: gzip\r\n\r\n"
        #expect(try await response(to: history, on: channels[0]) == nil)
        #expect(pipelines.responses.bytes > 90_000)
        // The keyset has half of the room, and a first response may take all of it.
        #expect(try await response(to: history, on: channels[1])?.contains(" 503 ") == true)
        blocking.signal()
        await withCheckedContinuation { done in thread.async { done.resume() } }
        #expect(try await response(to: "", on: channels[0])?.contains("Content-Encoding: gzip\r\n") == true)
        #expect(pipelines.responses.bytes == 0)
        #expect(
            try await response(to: "GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n", on: channels[2])?.contains(" 200 ")
                == true
        )
    }

    /// Holds the bytes of a connection whose client reads nothing.
    private final class UnreadBytes: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        private var promises: [EventLoopPromise<Void>] = []
        private(set) var text = ""

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            text += String(buffer: unwrapOutboundIn(data))
            if let promise { promises.append(promise) }
        }

        func read() {
            for promise in promises { promise.succeed() }
            promises = []
        }
    }

    @Test(
        "A page of several subscribers takes room once, until the last of them has read it",
        arguments: [true, false]
    )
    func sharedPage(hasRoom: Bool) async throws {
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.limits.responseBytes = hasRoom ? 50_000 : 20_000
        let pipelines = HTTPPipelines(
            memory: configuration,
            compressing: ReadQueue(queue: DispatchQueue(label: "compressing"), width: 1)
        )
        let loop = NIOAsyncTestingEventLoop()
        var channels: [NIOAsyncTestingChannel] = []
        for _ in 0..<3 {
            let channel = try await pipelines.connect(on: loop)
            channels.append(channel)
            try await loop.executeInContext {
                try channel.pipeline.syncOperations.addHandler(UnreadBytes(), position: .first)
            }
        }
        func unread<Value: Sendable>(
            of channel: NIOAsyncTestingChannel,
            _ body: @escaping @Sendable (UnreadBytes) -> Value
        ) async throws -> Value {
            let value = try await loop.executeInContext {
                body(try channel.pipeline.syncOperations.handler(type: UnreadBytes.self))
            }
            await loop.run()
            return value
        }
        func send(_ request: String, on index: Int) async throws {
            try await channels[index].writeInbound(ByteBuffer(string: request))
            await loop.run()
        }
        for index in 0..<2 {
            try await send("GET /v2/subscribe/demo/a/0?tt=1&uuid=u\(index) HTTP/1.1\r\nHost: o\r\n\r\n", on: index)
        }
        let message = "\"\(String(repeating: "x", count: 30_000))\""
        let head = "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: \(message.utf8.count)\r\n\r\n"
        try await send(head + message, on: 2)
        let status = hasRoom ? " 200 " : " 503 "
        for index in 0..<2 {
            #expect(try await unread(of: channels[index]) { $0.text }.contains(status))
        }
        guard hasRoom else { return #expect(pipelines.responses.bytes == 0) }
        #expect((30_000..<40_000).contains(pipelines.responses.bytes))
        try await unread(of: channels[0]) { $0.read() }
        #expect(pipelines.responses.bytes >= 30_000, "the other one has not read it")
        try await unread(of: channels[1]) { $0.read() }
        #expect(pipelines.responses.bytes == 0)
    }

    @Test("A response longer than its limit is 413, and the connection goes on", arguments: [nil, 100])
    func tooLarge(compressionThreshold: Int?) async throws {
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.limits.maximumResponseBytes = 1000
        configuration.limits.compressionThreshold = compressionThreshold
        try await withOrigin(configuration) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                let message = String(repeating: "x", count: 800)
                for _ in 0..<2 {
                    connection.get("/publish/demo/demo/0/a/0/%22\(message)%22")
                    #expect(connection.answer()?.status == 200)
                }
                // The body of equal letters would be short after its compression, but was in memory.
                connection.get("/v2/history/sub-key/demo/channel/a", "Accept-Encoding: gzip\r\n")
                #expect(connection.answer()?.status == 413)
                connection.get("/v2/history/sub-key/demo/channel/a?count=1")
                #expect(connection.answer()?.status == 200)
            }
        }
    }
}
