import NIOCore
import PubNubSupport

/// Reads the header of the PROXY protocol at the start of a connection. Then it sets up the connection for requests, and removes itself.
///
/// It is the first handler of its connection, and closes a connection that has no header, or none in time.
final class ProxyHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// The actions of the server at the start of a connection.
    struct Actions: Sendable {
        /// The client is known; returns false if it may not have another connection.
        let identify: @Sendable (any Channel, ProxyHeader.Client) -> Bool
        /// The connection is refused; the text says why.
        let refuse: @Sendable (any Channel, String) -> Void
        /// Adds the handlers of requests.
        let configure: @Sendable (any Channel) -> EventLoopFuture<Void>
        /// Calls a closure after a duration, unless the alarm is canceled.
        let after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm
        /// How long idle connections of a server that drains wait; nil while it does not drain.
        let grace: @Sendable () -> Duration?
    }

    private enum State {
        case waiting(ByteBuffer?)
        /// The header has arrived, and the handlers of requests are being added. Bytes that arrive now are for them.
        case configuring(ByteBuffer)
        case closed
    }

    private let actions: Actions
    private let limit: Duration
    private var state = State.waiting(nil)
    private var alarm: Alarm?

    /// - Parameters:
    ///   - actions: The actions of the server.
    ///   - limit: How long the header may take to arrive.
    init(_ actions: Actions, limit: Duration) {
        self.actions = actions
        self.limit = limit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        startTimer(limit, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        switch state {
        case .waiting(nil):
            read(bytes, context)
        case .waiting(var joined?):
            joined.writeBuffer(&bytes)
            read(joined, context)
        case .configuring(var rest):
            rest.writeBuffer(&bytes)
            state = .configuring(rest)
        case .closed:
            break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            guard let grace = actions.grace(), grace > .zero else { return close(context) }
            // The client's first request may come with the header.
            return startTimer(min(grace, limit), context)
        }
        if case .inputClosed? = event as? ChannelEvent { return refuse("the connection ended before it", context) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        state = .closed
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        close(context)
    }

    private func startTimer(_ limit: Duration, _ context: ChannelHandlerContext) {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        alarm?.cancel()
        alarm = actions.after(limit) {
            eventLoop.execute { handler.value.refuse("it did not arrive in time", bound.value) }
        }
    }

    private func read(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        switch ProxyHeader.read(bytes.readableBytesView) {
        case .incomplete:
            state = .waiting(bytes)
        case .malformed(let reason):
            refuse(reason, context)
        case .complete(let length, let client):
            if let client, !actions.identify(context.channel, client) { return close(context) }
            var rest = bytes
            rest.moveReaderIndex(forwardBy: length)
            configure(rest, context)
        }
    }

    private func configure(_ rest: ByteBuffer, _ context: ChannelHandlerContext) {
        alarm?.cancel()
        state = .configuring(rest)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        actions.configure(context.channel).whenComplete { result in
            switch result {
            case .success: handler.value.finish(bound.value)
            case .failure: handler.value.close(bound.value)
            }
        }
    }

    /// Hands what follows the header to the handlers of requests.
    private func finish(_ context: ChannelHandlerContext) {
        guard case .configuring(let rest) = state else { return }
        state = .closed
        if rest.readableBytes > 0 {
            context.fireChannelRead(NIOAny(rest))
            context.fireChannelReadComplete()
        }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    private func refuse(_ reason: String, _ context: ChannelHandlerContext) {
        // A server that drains ends connections that had no use yet.
        if case .waiting = state, actions.grace() == nil { actions.refuse(context.channel, reason) }
        close(context)
    }

    private func close(_ context: ChannelHandlerContext) {
        alarm?.cancel()
        state = .closed
        context.close(promise: nil)
    }
}

/// Reports connections that were refused because of the PROXY protocol to the operator, with up to one line a minute. A wrong setting concerns all
/// clients of a proxy, whose lines would fill the log.
final class ProxyRefusals: Sendable {
    private struct State {
        var count = 0
        var reported: Duration?
    }

    private static let pause = Duration.seconds(60)

    private let report: @Sendable (String) -> Void
    private let state = Locked(State())

    /// - Parameter report: Is called with a line for the operator.
    init(report: @escaping @Sendable (String) -> Void) {
        self.report = report
    }

    /// A connection is refused.
    ///
    /// - Parameters:
    ///   - peer: The address of the peer; nil if it is not known.
    ///   - reason: The reason for the operator.
    ///   - uptime: The time by the clock of the server.
    func add(_ peer: IPAddress?, _ reason: String, at uptime: Duration) {
        let count = state.withLock { state -> Int? in
            state.count += 1
            if let reported = state.reported, uptime < reported + Self.pause { return nil }
            state.reported = uptime
            defer { state.count = 0 }
            return state.count
        }
        guard let count else { return }
        let others = count > 1 ? " (\(count) since the last such line)" : ""
        report("closed a connection of \(peer?.text ?? "an unknown address"): \(reason)\(others)")
    }
}
