import NIOCore
import NIOHTTP2
import PubNubOrigin

/// Notes which streams an HTTP/2 connection has, and ends a connection that opens none, or whose client breaks the rules.
final class StreamWatcher: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    /// Is notified of the streams of one connection.
    struct Delegate: NIOHTTP2StreamDelegate {
        let watcher: NIOLoopBound<StreamWatcher>

        func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
            watcher.value.streamCreated(id, channel)
        }

        func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
            watcher.value.streamClosed(id, channel)
        }
    }

    private let connection: any Channel
    private let streams: any ConnectionStreams
    private let manager: any NIOHTTP2StreamDelegate
    private let firstStreamTimer: Scheduled<Void>
    private var isEnding: Bool

    /// A handler of `connection`, on whose event loop it is made.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - streams: Counts the streams that are open.
    ///   - manager: Is notified of streams as well.
    ///   - firstStreamLimit: How long the client may take to open its first stream.
    ///   - isEnding: Whether the server began to stop before this handler was made, when it notified a pipeline without the handlers
    ///     of HTTP/2. The connection then ends after its first stream.
    init(
        connection: any Channel,
        streams: any ConnectionStreams,
        manager: any NIOHTTP2StreamDelegate,
        firstStreamLimit: Duration,
        isEnding: Bool
    ) {
        self.connection = connection
        self.streams = streams
        self.manager = manager
        self.isEnding = isEnding
        firstStreamTimer = connection.eventLoop.scheduleTask(in: TimeAmount(firstStreamLimit)) {
            connection.close(promise: nil)
        }
    }

    /// The delegate that the handler of streams notifies.
    var delegate: Delegate { Delegate(watcher: NIOLoopBound(self, eventLoop: connection.eventLoop)) }

    func channelInactive(context: ChannelHandlerContext) {
        firstStreamTimer.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The handler of frames has written why (GOAWAY). An error of one stream is that stream's.
        guard !(error is NIOHTTP2Errors.StreamError) else { return }
        context.close(promise: nil)
    }

    private func streamCreated(_ id: HTTP2StreamID, _ channel: any Channel) {
        firstStreamTimer.cancel()
        streams.opened()
        manager.streamCreated(id, channel: channel)
        guard isEnding else { return }
        isEnding = false
        let connection = connection
        connection.eventLoop.execute {
            connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    private func streamClosed(_ id: HTTP2StreamID, _ channel: any Channel) {
        streams.closed()
        manager.streamClosed(id, channel: channel)
    }
}
