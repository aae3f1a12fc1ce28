import NIOCore
import NIOHTTP2

/// Ends an HTTP/2 connection in order when the server stops: no new streams, and the end once those that are open have
/// ended or their client has had time to read them.
final class OrderlyEndHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// Counts the open streams.
    struct Delegate: NIOHTTP2StreamDelegate {
        let handler: NIOLoopBound<OrderlyEndHandler>

        func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
            handler.value.openCount += 1
        }

        func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
            handler.value.openCount -= 1
            handler.value.closeIfDone()
        }
    }

    private static let patience = TimeAmount.seconds(2)

    private let channel: any Channel
    private var openCount = 0
    private var isEnding = false

    /// A handler of `channel`, on whose event loop it is made.
    init(channel: any Channel) {
        self.channel = channel
    }

    /// The delegate that the handler of streams notifies.
    var delegate: Delegate { Delegate(handler: NIOLoopBound(self, eventLoop: channel.eventLoop)) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent, !isEnding else {
            return context.fireUserInboundEventTriggered(event)
        }
        isEnding = true
        let last = HTTP2Frame.FramePayload.goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)
        context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: last)), promise: nil)
        let channel = channel
        context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        closeIfDone()
    }

    private func closeIfDone() {
        guard isEnding, openCount == 0 else { return }
        // A turn later, as the last bytes of the last stream are written by then.
        let channel = channel
        channel.eventLoop.execute { channel.close(promise: nil) }
    }
}
