import NIOCore
import NIOHTTP2
import PubNubOrigin

/// Notes how many streams an HTTP/2 connection has, and closes a connection that has none for too long, or whose client breaks the
/// rules.
///
/// The handler that manages the connection asks the client of an idle one to end it, and waits for the client's acknowledgment.
/// This one closes it without.
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
    private let manager: any NIOHTTP2StreamDelegate
    /// How long the connection may have no stream, once it has had one.
    private var idleLimit: TimeAmount
    /// The same from the moment on at which the server asks the client to end the connection.
    private let endLimit: TimeAmount
    private var openCount = 0
    /// When the connection is closed if it has no stream by then.
    private var due: NIODeadline
    /// Ends at that time or before, and is set again then if that time has moved; nil while it is not needed.
    private var timer: Scheduled<Void>?
    private var isEnding: Bool

    /// A handler of `connection`, on whose event loop it is made.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - manager: Is notified of streams as well.
    ///   - firstStreamLimit: How long the client may take to open its first stream.
    ///   - idleLimit: How long the connection may be without a stream before the manager asks the client to end it.
    ///   - endLimit: How long the client may take for that.
    ///   - isEnding: Whether the server began to stop before this handler was made, when it notified a pipeline without the handlers
    ///     of HTTP/2. The connection then ends after its first stream.
    init(
        connection: any Channel,
        manager: any NIOHTTP2StreamDelegate,
        firstStreamLimit: Duration,
        idleLimit: Duration,
        endLimit: Duration,
        isEnding: Bool
    ) {
        self.connection = connection
        self.manager = manager
        self.idleLimit = TimeAmount(idleLimit + endLimit)
        self.endLimit = TimeAmount(endLimit)
        self.isEnding = isEnding
        due = connection.eventLoop.now + TimeAmount(firstStreamLimit)
        setTimer()
    }

    /// The delegate that the handler of streams notifies.
    var delegate: Delegate { Delegate(watcher: NIOLoopBound(self, eventLoop: connection.eventLoop)) }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { serverEnds() }
        // The client has ended its side of TLS. It can neither acknowledge nor request anything, and would wait for the server's end.
        if case .inputClosed? = event as? ChannelEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The handler of frames has written why: GOAWAY, or for an error of one stream RST_STREAM, after which the others go on.
        guard !Self.isOfOneStream(error) else { return }
        context.close(promise: nil)
    }

    /// Whether an error ends one stream only. The handler of frames reports a malformed head or body (RFC 9113, 8.1.1) by its cause.
    private static func isOfOneStream(_ error: any Error) -> Bool {
        switch error {
        case is NIOHTTP2Errors.StreamError, is NIOHTTP2Errors.InvalidPseudoHeaders,
            is NIOHTTP2Errors.InvalidPseudoHeaderValue, is NIOHTTP2Errors.UnknownPseudoHeader,
            is NIOHTTP2Errors.UnsupportedPseudoHeader, is NIOHTTP2Errors.DuplicatePseudoHeader,
            is NIOHTTP2Errors.PseudoHeaderAfterRegularHeader, is NIOHTTP2Errors.EmptyPathHeader,
            is NIOHTTP2Errors.ForbiddenHeaderField, is NIOHTTP2Errors.InvalidHTTP2HeaderFieldName,
            is NIOHTTP2Errors.InvalidHTTP2HeaderFieldValue, is NIOHTTP2Errors.ContentLengthViolated:
            true
        default:
            false
        }
    }

    private func streamCreated(_ id: HTTP2StreamID, _ channel: any Channel) {
        openCount += 1
        manager.streamCreated(id, channel: channel)
        guard isEnding else { return }
        isEnding = false
        let connection = connection
        connection.eventLoop.execute {
            connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    private func streamClosed(_ id: HTTP2StreamID, _ channel: any Channel) {
        openCount -= 1
        manager.streamClosed(id, channel: channel)
        guard openCount == 0 else { return }
        due = connection.eventLoop.now + idleLimit
        if timer == nil { setTimer() }
    }

    /// The server stops, and has asked the client to end the connection.
    private func serverEnds() {
        idleLimit = endLimit
        guard openCount == 0 else { return }
        due = min(due, connection.eventLoop.now + endLimit)
        timer?.cancel()
        setTimer()
    }

    private func setTimer() {
        guard connection.isActive else { return }
        let watcher = NIOLoopBound(self, eventLoop: connection.eventLoop)
        timer = connection.eventLoop.scheduleTask(deadline: due) { watcher.value.timerEnded() }
    }

    private func timerEnded() {
        timer = nil
        guard openCount == 0 else { return }
        guard due <= connection.eventLoop.now else { return setTimer() }
        connection.close(promise: nil)
    }
}
