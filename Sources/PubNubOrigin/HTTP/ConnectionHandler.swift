import Foundation
import NIOCore
import NIOHTTP1
import PubNubCodec

/// One connection, or one stream of a connection that has several: requests in, responses out in the same order. It lives
/// on its event loop.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case idle
        /// A request is with the core, which has not named it yet while `id` is nil.
        case serving(RequestAssembler.Arrived, id: RequestID?)
        /// The last response is out, and the client has yet to see it.
        case lingering
        case closed
    }

    private static let queueLimit = 32
    private static let queueBytes = 128 * 1024

    private let core: OriginCore
    private let limits: OriginLimits
    private let gate: InboundGate
    /// The channel that a fault of a whole connection closes: the handler's own, or the one that carries its stream.
    private let connection: any Channel
    private var assembler: RequestAssembler
    private var queue: [RequestAssembler.Arrived] = []
    private var queuedBytes = 0
    /// Ends the wait for a request that has begun to arrive, or for a client to see the last response.
    private var patience: (number: Int, task: Task<Void, Never>)?
    private var patienceCount = 0
    private var state = State.idle
    /// Set when no further request is to be read: the client has closed its side, or the server stops.
    private var isEnding = false
    private var isReadHeldBack = false
    private var date = (seconds: UInt64(0), text: "")

    init(core: OriginCore, limits: OriginLimits, gate: InboundGate, connection: any Channel) {
        self.core = core
        self.limits = limits
        self.gate = gate
        self.connection = connection
        assembler = RequestAssembler(limits: limits)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let arrived = assembler.take(unwrapInboundIn(data)) else { return }
        take(arrived, context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if gate.isMidway, patience == nil { startPatience(context) }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if isQueueFull { isReadHeldBack = true } else { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        serveNext(context)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isEnding = true
            clearQueue()
            switch state {
            case .idle, .lingering: close(context)
            case .serving, .closed: break
            }
        } else if case .inputClosed? = event as? ChannelEvent {
            clientClosed(context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return close(context) }
        guard !assembler.isDone else { return }
        let isInTarget = gate.lineBytes > limits.maximumURLBytes
        let tooLong = isInTarget ? ErrorResponse.uriTooLong : ErrorResponse.headersTooLarge
        take(assembler.refuse(error == .headerOverflow ? tooLong : ErrorResponse.badRequest), context)
    }

    private var isQueueFull: Bool { queue.count >= Self.queueLimit || queuedBytes >= Self.queueBytes }

    private func take(_ arrived: RequestAssembler.Arrived, _ context: ChannelHandlerContext) {
        stopPatience()
        gate.requestEnded(hasBody: !arrived.request.body.isEmpty)
        if arrived.refusal != nil { gate.discard() }
        queue.append(arrived)
        queuedBytes += arrived.bytes
        serveNext(context)
    }

    private func clearQueue() {
        queue = []
        queuedBytes = 0
    }

    /// The client sends no more. A request that is being served still gets its response, except a call that waits for messages:
    /// its client has gone.
    private func clientClosed(_ context: ChannelHandlerContext) {
        isEnding = true
        switch state {
        case .idle, .lingering, .closed:
            close(context)
        case .serving(_, let id):
            if let id, core.releaseHeld(id) { close(context) }
        }
    }

    private func serveNext(_ context: ChannelHandlerContext) {
        // A client that does not read its responses gets no more of them.
        guard case .idle = state, !queue.isEmpty, context.channel.isWritable else { return }
        let arrived = queue.removeFirst()
        queuedBytes -= arrived.bytes
        state = .serving(arrived, id: nil)
        if isReadHeldBack, !isQueueFull {
            isReadHeldBack = false
            context.read()
        }
        if let refusal = arrived.refusal { return send(refusal, manner: .whole, context: context) }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        let id = core.submit(arrived.request) { reply in
            if eventLoop.inEventLoop {
                handler.value.deliver(reply, context: bound.value)
            } else {
                eventLoop.execute { handler.value.deliver(reply, context: bound.value) }
            }
        }
        // The response may have come already, and the next request with it.
        if case .serving(let current, nil) = state { state = .serving(current, id: id) }
    }

    private func deliver(_ reply: OriginReply, context: ChannelHandlerContext) {
        guard case .serving = state else { return }
        switch reply {
        case .response(let response, let manner): send(response, manner: manner, context: context)
        case .close: drop()
        case .reset: reset()
        }
    }

    private func send(_ response: OriginResponse, manner: OriginReply.Manner, context: ChannelHandlerContext) {
        guard case .serving(let arrived, _) = state else { return }
        var body = response.body
        var isCompressed = manner == .wronglyEncoded
        if !isCompressed, arrived.request.acceptsCompression, let threshold = limits.compressionThreshold,
            body.count >= threshold, let compressed = try? Gzip.compress(body)
        {
            body = compressed
            isCompressed = true
        }
        let keepAlive = arrived.keepAlive && !isEnding
        let head = ResponseHead.make(
            for: response,
            length: body.count,
            isCompressed: isCompressed,
            keepAlive: keepAlive,
            date: currentDate()
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        // A client takes what follows such a response for the next one.
        if arrived.request.method == "HEAD" { body = [] }
        switch manner {
        case .whole, .wronglyEncoded:
            write(body[...], context: context)
            finish(keepAlive: keepAlive, context: context)
        case .truncated(let bytes):
            write(body.prefix(max(0, bytes)), context: context)
            context.flush()
            drop()
        case .slow(let bytes, let pause):
            trickle(body[...], bytes: max(1, bytes), pause: pause, keepAlive: keepAlive, context: context)
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, context: ChannelHandlerContext) {
        guard !bytes.isEmpty else { return }
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    }

    private func trickle(
        _ rest: ArraySlice<UInt8>,
        bytes: Int,
        pause: Duration,
        keepAlive: Bool,
        context: ChannelHandlerContext
    ) {
        context.flush()
        guard !rest.isEmpty else { return finish(keepAlive: keepAlive, context: context) }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: TimeAmount(pause)) {
            guard case .serving = handler.value.state else { return }
            handler.value.write(rest.prefix(bytes), context: bound.value)
            handler.value.trickle(
                rest.dropFirst(bytes),
                bytes: bytes,
                pause: pause,
                keepAlive: keepAlive,
                context: bound.value
            )
        }
    }

    private func finish(keepAlive: Bool, context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if case .serving(let arrived, _) = state, arrived.refusal != nil { return startLingering(context) }
        guard keepAlive else { return close(context) }
        state = .idle
        serveNext(context)
    }

    /// Closes the sending side only: closing both while the client still sends would take the response away from it.
    private func startLingering(_ context: ChannelHandlerContext) {
        state = .lingering
        clearQueue()
        context.close(mode: .output, promise: nil)
        startPatience(context)
    }

    private func startPatience(_ context: ChannelHandlerContext) {
        if case .closed = state { return }
        patienceCount += 1
        let number = patienceCount
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        let task = core.after(limits.requestTimeout) {
            eventLoop.execute { handler.value.patienceEnded(number, bound.value) }
        }
        patience = (number, task)
    }

    private func stopPatience() {
        patience?.task.cancel()
        patience = nil
    }

    private func patienceEnded(_ number: Int, _ context: ChannelHandlerContext) {
        guard number == patience?.number else { return }
        if case .lingering = state { return close(context) }
        take(assembler.refuse(ErrorResponse.requestTimeout), context)
    }

    private func reset() {
        if let socket = connection as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        drop()
    }

    /// Ends the whole connection.
    private func drop() {
        forget()
        connection.close(promise: nil)
    }

    private func close(_ context: ChannelHandlerContext) {
        forget()
        context.close(promise: nil)
    }

    private func forget() {
        if case .serving(_, let id?) = state { core.cancel(id) }
        state = .closed
        clearQueue()
        stopPatience()
    }

    private func currentDate() -> String {
        let seconds = core.seconds
        if seconds != date.seconds { date = (seconds, HTTPDate.text(secondsSince1970: seconds)) }
        return date.text
    }
}
