import NIOCore
import NIOTLS
import PubNubOrigin

/// Ends connections whose TLS handshake fails, takes too long, or is still going on when the server stops.
final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let pipelines: any ConnectionPipelines
    private var timer: Scheduled<Void>?

    /// - Parameter pipelines: Says how long a handshake may take, also while the server stops.
    init(pipelines: any ConnectionPipelines) {
        self.pipelines = pipelines
    }

    func handlerAdded(context: ChannelHandlerContext) {
        startTimer(pipelines.limits.handshakeTimeout, context)
    }

    private func startTimer(_ limit: Duration, _ context: ChannelHandlerContext) {
        let channel = context.channel
        timer?.cancel()
        timer = context.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            guard let grace = pipelines.grace, grace > .zero else { return context.close(promise: nil) }
            // The client's first request may come with the end of the handshake.
            return startTimer(grace, context)
        }
        context.fireUserInboundEventTriggered(event)
        guard case .handshakeCompleted? = event as? TLSUserEvent else { return }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
