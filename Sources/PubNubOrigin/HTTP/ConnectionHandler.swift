import NIOCore
import NIOHTTP1

/// One connection, or one stream of a connection that has several: requests in, responses out in the same order. It lives
/// on its event loop.
final class ConnectionHandler: ChannelDuplexHandler {
    /// The bytes of a connection. A stream reads parts of its request instead.
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPServerResponsePart

    /// The kinds of channels of a handler.
    enum Role {
        /// A connection of its own, which speaks HTTP/1.1.
        case connection(ConnectionActivity?)
        /// A stream of an HTTP/2 connection.
        case stream(HTTP2Streams)
    }

    enum State {
        case idle
        /// A request is with the core, which has not named it yet while `id` is nil.
        case serving(Served, id: OriginRequestID?)
        /// The head of a response is out, and its body is sent as fast as the client reads it.
        case sending(BodyTransfer)
        /// The head of a response is out, and its body goes on until the client leaves.
        case streaming(any EventSource)
        /// The last response is out, and the client has yet to read it or to close its side.
        case lingering
        case closed
    }

    /// The properties of a request on which its response depends.
    struct Served {
        let holder: ResponseBudget.Holder
        /// The address of the client; nil if it is not known.
        let client: AddressKey?
        /// The client whose requests in progress are counted; nil if its connections are.
        let counted: AddressKey?
        let acceptsCompression: Bool
        let isHead: Bool
        let keepAlive: Bool
        let isRefused: Bool
    }

    /// Makes the buffers of responses, without a look at the channel.
    static let allocator = ByteBufferAllocator()
    static let queueLimit = 32
    static let queueBytes = 128 * 1024
    static let maxDiscarded = 1024 * 1024
    /// So many requests of a connection are served before the other connections of its event loop have their turn.
    static let requestsPerTick = 32
    /// Longer bodies are compressed on another thread, while the event loop serves other connections.
    static let maxInlineCompression = 64 * 1024

    let pipelines: HTTPPipelines
    /// The channel that a fault of a whole connection closes: the handler's own, or the one that carries its stream.
    let connection: any Channel
    let role: Role
    let peer: ConnectionPeer
    let decoder: RequestDecoder
    /// Puts the request of a stream together, in place of the decoder; nil for a connection.
    let assembler: RequestAssembler?
    var queue: [ArrivedRequest] = []
    var queuedBytes = 0
    /// The number of bytes that came after the last request of the connection.
    var discardedBytes = 0
    var deadline = ConnectionDeadline()
    var state = State.idle
    /// Whether the client has closed its side, and only reads.
    var hasClientClosed = false
    /// Whether the server stops, and waits for no further request.
    var isEnding = false
    /// Whether the server ends the connection with a response after which its client may send more.
    var endsEarly = false
    var isReadHeldBack = false
    var isServingQueue = false
    /// Whether the connection has another tick to decode what has arrived.
    var hasTick = false
    /// The tick of the event loop, at whose end responses are sent; nil before the handler is added.
    var tick: LoopTick?
    /// Takes the responses of the core; nil before the handler is added, and after it is removed.
    var receiver: ConnectionReplyReceiver?
    /// Whether responses are written that are sent at the end of the tick.
    var needsFlush = false
    /// Whether the stream is to be called when its connection has room for another response.
    var isWaitingForCapacity = false
    /// Whether part of the response of a stream is not written, as the client has yet to read others, or to make room for it.
    var isUnsent = false
    /// The share of the request of a stream in its connection's memory.
    var requestBytes = 0
    var recorder: RequestRecorder

    init(pipelines: HTTPPipelines, connection: any Channel, role: Role) {
        self.pipelines = pipelines
        self.connection = connection
        self.role = role
        recorder = RequestRecorder(pipelines.recording)
        let limits = RequestLimits(pipelines.limits, isOtherService: pipelines.isOtherService)
        switch role {
        case .connection(let activity):
            peer = pipelines.peer(of: connection, activity)
            let uploads = pipelines.isOtherService ? nil : ConnectionUploads(budget: pipelines.uploads, peer: peer)
            decoder = RequestDecoder(limits: limits, uploads: uploads)
            assembler = nil
        case .stream(let streams):
            peer = streams.peer
            let uploads = ConnectionUploads(budget: pipelines.uploads, peer: peer)
            decoder = RequestDecoder(limits: limits)
            assembler = RequestAssembler(limits: limits, uploads: uploads)
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        tick = pipelines.tick(of: context.eventLoop)
        receiver = ConnectionReplyReceiver(self, context)
        guard case .connection(let activity) = role else { return }
        expect(.firstRequest, within: limits.headTimeout, context)
        // A server that began to stop during the TLS handshake has notified a pipeline without this handler.
        if activity?.isEnding == true { serverEnds(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        receiver = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let assembler else { return decode(unwrapInboundIn(data), context) }
        guard let arrived = assembler.take(StreamParts.unwrapInboundIn(data)) ?? refusalOfMemory() else { return }
        take(arrived, context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        readEnded(context)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        let isBehind = isQueueFull || decoder.hasUndecoded || waitsForDisk(context)
        if isBehind, !hasLastResponse { isReadHeldBack = true } else { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        serveNext(context)
        sendEvents(context)
        context.fireChannelWritabilityChanged()
    }

    /// Sends what is written before the connection is closed.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        flushNow(context)
        context.close(mode: mode, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            serverEnds(context)
        } else if case .inputClosed? = event as? ChannelEvent {
            clientClosed(context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        close(context)
    }

    /// Lets the event loop of the connection do work.
    ///
    /// - Parameters:
    ///   - context: The context of the handler.
    ///   - body: The work.
    /// - Returns: A function to call on any thread, after which the event loop does the work.
    func onEventLoop(
        _ context: ChannelHandlerContext,
        _ body: @escaping @Sendable (ConnectionHandler, ChannelHandlerContext) -> Void
    ) -> @Sendable () -> Void {
        let eventLoop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
        return { eventLoop.execute { body(bound.value.0, bound.value.1) } }
    }

    var limits: OriginLimits { pipelines.limits }
    var connections: OpenConnections { pipelines.connections }
}

/// Takes the replies of the core on any thread, and delivers them on the event loop of their connection. A connection has one for all its
/// requests.
final class ConnectionReplyReceiver: ReplyReceiver {
    private struct Connection {
        let handler: ConnectionHandler
        let context: ChannelHandlerContext
    }

    private let connection: NIOLoopBound<Connection>

    init(_ handler: ConnectionHandler, _ context: ChannelHandlerContext) {
        connection = NIOLoopBound(Connection(handler: handler, context: context), eventLoop: context.eventLoop)
    }

    func take(_ reply: OriginReply) {
        guard !connection.eventLoop.inEventLoop else { return deliver(reply) }
        connection.eventLoop.execute { self.deliver(reply) }
    }

    private func deliver(_ reply: OriginReply) {
        let connection = connection.value
        connection.handler.deliver(reply, context: connection.context)
    }
}

/// Reads the parts of a stream's request, which have another type than the bytes of a connection.
private final class StreamParts: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
}
