import NIOCore
import NIOHTTP2
import PubNubOrigin

/// Closes an HTTP/2 connection of a server that drains only after everything written is with the kernel. The handler that manages the
/// connection closes it when the last frame of the last stream is written, which may be before that frame is sent.
final class OrderlyCloseHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let pipelines: any ConnectionPipelines
    private var isClosing = false

    /// - Parameter pipelines: Says whether the server drains.
    init(pipelines: any ConnectionPipelines) {
        self.pipelines = pipelines
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard pipelines.grace != nil, !isClosing else { return context.close(mode: mode, promise: promise) }
        isClosing = true
        // Frames are sent in order, so when this one is, all others are. Its acknowledgment is not needed.
        let last = HTTP2Frame(streamID: .rootStream, payload: .ping(HTTP2PingData(withInteger: 0), ack: false))
        let sent = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        // A client that reads nothing does not hold up the end.
        let limit = context.eventLoop.scheduleTask(in: TimeAmount(pipelines.limits.lingerTimeout)) { sent.succeed() }
        sent.futureResult.whenComplete { _ in
            limit.cancel()
            bound.value.close(mode: mode, promise: promise)
        }
        context.writeAndFlush(wrapOutboundOut(last), promise: sent)
    }
}
