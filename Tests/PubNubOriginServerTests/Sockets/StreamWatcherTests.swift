import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import PubNubOriginServer

@Suite("HTTP/2 connections without streams are closed, whether or not their clients respond to GOAWAY")
struct StreamWatcherTests {
    private struct Ignored: NIOHTTP2StreamDelegate {
        func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {}
        func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {}
    }

    private let channel = EmbeddedChannel()
    private let watcher: StreamWatcher

    init() throws {
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        watcher = StreamWatcher(
            connection: channel,
            manager: Ignored(),
            firstStreamLimit: .seconds(20),
            idleLimit: .seconds(180),
            endLimit: .seconds(5),
            isEnding: false
        )
        try channel.pipeline.syncOperations.addHandler(watcher)
    }

    private func advance(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    private func serve(_ id: HTTP2StreamID, for seconds: Int64 = 0) {
        watcher.delegate.streamCreated(id, channel: channel)
        advance(seconds)
        watcher.delegate.streamClosed(id, channel: channel)
    }

    @Test("A connection that opens no stream is closed after the time for a head")
    func none() {
        advance(19)
        #expect(channel.isActive)
        advance(1)
        #expect(!channel.isActive)
    }

    @Test("A connection is closed 5 s after it was asked to end, which is after 180 s without a stream")
    func idle() {
        serve(1, for: 300)
        advance(180)
        serve(3)
        advance(184)
        #expect(channel.isActive)
        advance(1)
        #expect(!channel.isActive)
    }

    @Test("If the server stops, a connection is closed 5 s after its last stream")
    func end() {
        serve(1)
        watcher.delegate.streamCreated(3, channel: channel)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        advance(100)
        #expect(channel.isActive)
        watcher.delegate.streamClosed(3, channel: channel)
        advance(5)
        #expect(!channel.isActive)
    }

    @Test("If the server stops, a connection without a stream is closed after 5 s")
    func endOfIdle() {
        serve(1)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        advance(5)
        #expect(!channel.isActive)
    }
}
