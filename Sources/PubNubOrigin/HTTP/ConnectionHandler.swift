import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

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

    private enum State {
        case idle
        /// A request is with the core, which has not named it yet while `id` is nil.
        case serving(Served, id: OriginRequestID?)
        /// The head of a response is out, and its body is sent as fast as the client reads it.
        case sending(BodyTransfer)
        /// The last response is out, and the client has yet to read it or to close its side.
        case lingering
        case closed
    }

    /// The properties of a request on which its response depends.
    private struct Served {
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
    private static let allocator = ByteBufferAllocator()
    private static let queueLimit = 32
    private static let queueBytes = 128 * 1024
    private static let maxDiscarded = 1024 * 1024
    /// So many requests of a connection are served before the other connections of its event loop have their turn.
    static let requestsPerTurn = 32
    /// Longer bodies are compressed on another thread, while the event loop serves other connections.
    private static let maxInlineCompression = 64 * 1024

    private let pipelines: HTTPPipelines
    /// The channel that a fault of a whole connection closes: the handler's own, or the one that carries its stream.
    private let connection: any Channel
    private let role: Role
    private let peer: ConnectionPeer
    private let decoder: RequestDecoder
    /// Puts the request of a stream together, in place of the decoder; nil for a connection.
    private let assembler: RequestAssembler?
    private var queue: [ArrivedRequest] = []
    private var queuedBytes = 0
    /// The number of bytes that came after the last request of the connection.
    private var discardedBytes = 0
    private var deadline = ConnectionDeadline()
    private var state = State.idle
    /// Whether the client has closed its side, and only reads.
    private var hasClientClosed = false
    /// Whether the server stops, and waits for no further request.
    private var isEnding = false
    /// Whether the server ends the connection with a response after which its client may send more.
    private var endsEarly = false
    private var isReadHeldBack = false
    private var isServingQueue = false
    /// Whether the connection has another turn to decode what has arrived.
    private var hasTurn = false
    /// The turn of the event loop, at whose end responses are sent; nil before the handler is added.
    private var turn: LoopTurn?
    /// Takes the responses of the core; nil before the handler is added, and after it is removed.
    private var receiver: ConnectionReplyReceiver?
    /// Whether responses are written that are sent at the end of the turn.
    private var needsFlush = false
    /// Whether the stream is to be called when its connection has room for another response.
    private var isWaitingForRoom = false
    /// Whether part of the response of a stream is not written, as the client has yet to read others, or to make room for it.
    private var isUnsent = false
    /// The share of the request of a stream in its connection's memory.
    private var requestBytes = 0
    private var recorder: RequestRecorder

    init(pipelines: HTTPPipelines, connection: any Channel, role: Role) {
        self.pipelines = pipelines
        self.connection = connection
        self.role = role
        recorder = RequestRecorder(pipelines.recording)
        let limits = RequestLimits(pipelines.limits)
        switch role {
        case .connection(let activity):
            peer = pipelines.peer(of: connection, activity)
            let uploads = ConnectionUploads(budget: pipelines.uploads, peer: peer)
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
        turn = pipelines.turn(of: context.eventLoop)
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

    /// Decodes the bytes of a connection. Bytes after its last request are discarded, so that the client can read the response to that
    /// before the connection is closed, up to a number of bytes.
    private func decode(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        if decoder.isDone || hasLastResponse {
            discardedBytes += bytes.readableBytes
            if discardedBytes > Self.maxDiscarded { context.close(promise: nil) }
            return
        }
        decoder.append(bytes)
        decodeSome(context)
    }

    /// Decodes some of the requests that have arrived. The rest waits for the next turn of the connection, or for the queue.
    private func decodeSome(_ context: ChannelHandlerContext) {
        for _ in 0..<Self.requestsPerTurn {
            if isQueueFull || hasLastResponse { return }
            guard let arrived = decoder.next() else { break }
            take(arrived, context)
        }
        if decoder.hasUndecoded { return takeTurns(context) }
        if decoder.takeExpectation(), case .idle = state, queue.isEmpty {
            let line = "HTTP/1.1 100 Continue\r\n\r\n"
            context.write(NIOAny(Self.allocator.buffer(string: line)), promise: nil)
            flush(context)
        }
        if hasClientClosed { requestsEnded(context) }
    }

    private func takeTurns(_ context: ChannelHandlerContext) {
        guard !hasTurn else { return }
        hasTurn = true
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            handler.value.hasTurn = false
            if case .closed = handler.value.state { return }
            handler.value.decodeSome(bound.value)
            handler.value.readEnded(bound.value)
            handler.value.readOn(bound.value)
        }
    }

    /// Whether the last response of the connection is written.
    private var hasLastResponse: Bool {
        switch state {
        case .idle, .serving, .sending: false
        case .lingering, .closed: true
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        readEnded(context)
        context.fireChannelReadComplete()
    }

    private func readEnded(_ context: ChannelHandlerContext) {
        if isMidway, !decoder.hasUndecoded { startDeadline(context) }
    }

    func read(context: ChannelHandlerContext) {
        let isBehind = isQueueFull || decoder.hasUndecoded || waitsForDisk(context)
        if isBehind, !hasLastResponse { isReadHeldBack = true } else { context.read() }
    }

    /// Whether too many bytes of the upload that arrives wait to be written. Reads on when they are written.
    private func waitsForDisk(_ context: ChannelHandlerContext) -> Bool {
        guard let spool = (assembler?.upload ?? decoder.upload)?.spool else { return false }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        return spool.isBehind {
            eventLoop.execute {
                if case .closed = handler.value.state { return }
                handler.value.readOn(bound.value)
            }
        }
    }

    /// Decodes what has arrived, and then reads more, if there is room for requests.
    private func readOn(_ context: ChannelHandlerContext) {
        if !hasLastResponse {
            if isQueueFull { return }
            if decoder.hasUndecoded { return takeTurns(context) }
        }
        guard isReadHeldBack, !waitsForDisk(context) else { return }
        isReadHeldBack = false
        context.read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        serveNext(context)
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

    private var core: OriginCore { pipelines.core }
    private var limits: OriginLimits { pipelines.limits }
    private var connections: OpenConnections { pipelines.connections }

    // MARK: Requests

    private var isQueueFull: Bool { queue.count >= Self.queueLimit || queuedBytes >= Self.queueBytes }

    /// Whether part of a request has arrived, and its end has not.
    private var isMidway: Bool { assembler?.isMidway ?? decoder.isMidway }

    /// Whether a request was refused, after which none is accepted.
    private var isDone: Bool { assembler?.isDone ?? decoder.isDone }

    /// Refuses the request that is arriving.
    private func refuse(_ refusal: OriginResponse) -> ArrivedRequest {
        assembler?.refuse(refusal) ?? decoder.refuse(refusal)
    }

    private func take(_ arrived: ArrivedRequest, _ context: ChannelHandlerContext) {
        guard !hasLastResponse else { return }
        if case .idle = state {
            if queue.isEmpty, mayServe(context) {
                deadline.requestEnded()
                return serve(arrived, context)
            }
            setDeadline(deadline.requestWaits(limits: limits, at: core.uptime), context)
        } else {
            deadline.requestEnded()
        }
        queue.append(arrived)
        queuedBytes += arrived.bytes
    }

    /// Sets the deadline for a request that has begun to arrive.
    private func startDeadline(_ context: ChannelHandlerContext) {
        guard !hasLastResponse, !isDone else { return }
        let isInBody = assembler?.isMidway ?? decoder.isInBody
        setDeadline(deadline.requestGoesOn(isInBody: isInBody, limits: limits, at: core.uptime), context)
    }

    /// Counts what the request of a stream takes, and refuses the request if its connection may not take so much.
    private func refusalOfMemory() -> ArrivedRequest? {
        guard case .stream(let streams) = role, let assembler, !assembler.isDone, assembler.bytes > requestBytes else {
            return nil
        }
        guard streams.take(request: assembler.bytes - requestBytes) else {
            return assembler.refuse(ErrorResponse.tooManyRequests)
        }
        requestBytes = assembler.bytes
        return nil
    }

    private func clearQueue() {
        queue = []
        queuedBytes = 0
    }

    /// Whether the client has read enough of its responses to get another.
    private func mayServe(_ context: ChannelHandlerContext) -> Bool {
        guard context.channel.isWritable else { return false }
        guard case .stream(let streams) = role, !streams.mayRespond else { return true }
        guard !isWaitingForRoom else { return false }
        isWaitingForRoom = true
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        streams.waitForRoom {
            handler.value.isWaitingForRoom = false
            handler.value.serveNext(bound.value)
        }
        return false
    }

    private func serveNext(_ context: ChannelHandlerContext) {
        guard !isServingQueue else { return }
        isServingQueue = true
        defer { isServingQueue = false }
        while case .idle = state, !queue.isEmpty, mayServe(context) {
            let arrived = queue.removeFirst()
            queuedBytes -= arrived.bytes
            deadline.waitEnded()
            readOn(context)
            serve(arrived, context)
        }
    }

    private func serve(_ arrived: ArrivedRequest, _ context: ChannelHandlerContext) {
        let client = peer.client(arrived.forwarded)
        let address = client.key
        // The limit of connections counts the client of a request without the header.
        let counted = arrived.forwarded.isEmpty ? nil : address
        let hasRoom = counted.map { connections.startRequest(of: $0) } ?? true
        let served = Served(
            holder: pipelines.responses.holder(arrived.request, from: address),
            client: address,
            counted: hasRoom ? counted : nil,
            acceptsCompression: arrived.request.acceptsCompression,
            isHead: arrived.request.method == "HEAD",
            keepAlive: arrived.keepAlive,
            isRefused: arrived.isRefused
        )
        recorder.start(arrived.request, from: client.address)
        state = .serving(served, id: nil)
        switch role {
        case .connection(let activity): activity?.becameBusy()
        case .stream(let streams): streams.startedRequest()
        }
        // Every request counts for the rates, as each takes the time to read it and to respond.
        if let refusal = rateRefusal(of: arrived.request, address) {
            return send(refusal, manner: .whole, context: context)
        }
        guard hasRoom else {
            return send(ErrorResponse.tooManyRequests(retryAfter: .seconds(1)), manner: .whole, context: context)
        }
        switch arrived.outcome {
        case .refuse(let response), .respond(let response):
            return send(response, manner: .whole, context: context)
        case .serve:
            break
        }
        guard let receiver else { return }
        turn?.serves()
        let id = core.submit(arrived.request, from: address, turn: turn?.number, receiver: receiver)
        // The response may have come already, and the next request with it.
        guard case .serving(let current, nil) = state else { return }
        state = .serving(current, id: id)
        if hasClientClosed, core.releaseHeld(id) { close(context) }
    }

    private func rateRefusal(of request: OriginRequest, _ address: AddressKey?) -> OriginResponse? {
        guard let rates = pipelines.rates else { return nil }
        let pause = rates.take(request, from: address, at: core.uptime)
        return pause.map { ErrorResponse.tooManyRequests(retryAfter: $0) }
    }

    // MARK: Responses

    fileprivate func deliver(_ reply: OriginReply, context: ChannelHandlerContext) {
        guard case .serving = state else { return }
        switch reply {
        case .response(let response, let manner): send(response, manner: manner, context: context)
        case .close:
            recorder.end(.dropped)
            drop()
        case .reset:
            recorder.end(.dropped)
            reset()
        }
    }

    private func send(_ response: OriginResponse, manner: OriginReply.Manner, context: ChannelHandlerContext) {
        guard case .serving(let served, _) = state else { return }
        if let body = response.streamed { return send(response, streaming: body, manner: manner, context) }
        guard served.acceptsCompression, isCompressible(response, manner) else {
            return send(response, compressed: nil, manner: manner, context: context)
        }
        if response.body.count <= Self.maxInlineCompression {
            return send(response, compressed: response.gzippedBody(), manner: manner, context: context)
        }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        pipelines.compressing.submit { _ in
            let compressed = response.gzippedBody()
            eventLoop.execute {
                handler.value.send(response, compressed: compressed, manner: manner, context: bound.value)
            }
        }
    }

    private func send(
        _ response: OriginResponse,
        compressed: [UInt8]?,
        manner: OriginReply.Manner,
        context: ChannelHandlerContext
    ) {
        guard case .serving(let served, _) = state else { return }
        var body = compressed ?? response.body
        guard body.count <= limits.maximumResponseBytes else {
            return send(ErrorResponse.responseTooLarge, compressed: nil, manner: .whole, context: context)
        }
        // The bytes that connections share are in memory once.
        let isShared = if case .connection = role { response.isShared && manner == .whole } else { false }
        let counted = body.count >= ResponseBudget.minBytes && !isShared && !served.isHead ? body.count : 0
        guard counted == 0 || pipelines.responses.take(counted, for: served.holder) else {
            return send(ErrorResponse.noMemoryForResponse, compressed: nil, manner: .whole, context: context)
        }
        let isCompressed = compressed != nil || manner == .wronglyEncoded
        let head = ResponseHead(
            response: response,
            length: body.count,
            isCompressed: isCompressed,
            varies: isCompressible(response, manner),
            keepAlive: served.keepAlive && !isLast && !response.closesConnection,
            seconds: core.seconds,
            securityHeaders: pipelines.securityHeaders
        )
        if response.closesConnection { endsEarly = true }
        recorder.end(.status(response.status), sentBytes: body.count)
        // A client takes what follows such a response for the next one.
        if served.isHead { body = [] }
        switch manner {
        case .whole, .wronglyEncoded:
            let end = makeEndPromise(keepAlive: head.keepAlive, bytes: body.count, counted: counted, context)
            let isWhole = manner == .whole && !served.isHead
            write(head, body[...], isWhole: isWhole, end: end, context)
            finish(keepAlive: head.keepAlive, context)
        case .truncated(let bytes):
            // Faults of tests are not counted.
            if counted > 0 { pipelines.responses.release(counted, of: served.holder) }
            write(head, body.prefix(max(0, bytes)), context)
            context.flush()
            drop()
        case .slow(let bytes, let pause):
            if counted > 0 { pipelines.responses.release(counted, of: served.holder) }
            write(head, [], context)
            trickle(body[...], bytes: max(1, bytes), pause: pause, keepAlive: head.keepAlive, context)
        }
    }

    // MARK: Streamed bodies

    private func send(
        _ response: OriginResponse,
        streaming body: StreamedBody,
        manner: OriginReply.Manner,
        _ context: ChannelHandlerContext
    ) {
        guard case .serving(let served, _) = state else { return }
        guard manner == .whole else {
            // Only tests inject faults, and a fault needs all bytes.
            var whole = response
            whole.streamed = nil
            whole.body = body.read(0..<body.length) ?? []
            return send(whole, compressed: nil, manner: manner, context: context)
        }
        let ticket = served.isHead ? nil : pipelines.downloads.start(from: served.client)
        guard served.isHead || ticket != nil else {
            return send(FileResponse.busy, compressed: nil, manner: .whole, context: context)
        }
        let head = ResponseHead(
            response: response,
            length: body.length,
            isCompressed: false,
            varies: false,
            keepAlive: served.keepAlive && !isLast && !response.closesConnection,
            seconds: core.seconds,
            securityHeaders: pipelines.securityHeaders
        )
        guard let ticket else {
            recorder.end(.status(response.status))
            write(head, [], end: makeEndPromise(keepAlive: head.keepAlive, bytes: 0, context), context)
            return finish(keepAlive: head.keepAlive, context)
        }
        write(head, [], context)
        releaseRequest()
        let keepAlive = head.keepAlive
        let transfer = BodyTransfer(body, status: response.status, keepAlive: keepAlive, ticket, at: core.uptime)
        state = .sending(transfer)
        if case .stream(let streams) = role { streams.endedRequest() }
        watch(transfer, context)
        sendNext(of: transfer, context)
    }

    private func isSending(_ transfer: BodyTransfer) -> Bool {
        guard case .sending(let current) = state else { return false }
        return current === transfer
    }

    /// Reads the next part of a body, and sends it. There is one part at a time in memory.
    private func sendNext(of transfer: BodyTransfer, _ context: ChannelHandlerContext) {
        let now = core.uptime
        transfer.progressed(at: now)
        var count = min(transfer.rest, StreamedBody.partBytes)
        switch role {
        // A client that reads no more keeps its connection from being closed for a new one as little as with other responses.
        case .connection(let activity): activity?.becameIdle(at: now)
        case .stream(let streams):
            streams.progressed()
            count = streams.takePart(of: transfer.rest)
        }
        let range = transfer.next(count)
        let body = transfer.body
        guard body.waitsForDisk else { return send(body.read(range), range, of: transfer, context) }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound((context, transfer), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        pipelines.compressing.submit { _ in
            let bytes = body.read(range)
            eventLoop.execute {
                let (context, transfer) = bound.value
                handler.value.send(bytes, range, of: transfer, context)
            }
        }
    }

    private func send(
        _ bytes: [UInt8]?,
        _ range: Range<Int>,
        of transfer: BodyTransfer,
        _ context: ChannelHandlerContext
    ) {
        guard let bytes, isSending(transfer) else {
            release(part: range.count)
            guard isSending(transfer) else { return }
            // The client has the head, so it learns by the end that bytes are missing.
            recorder.end(.dropped)
            return close(context)
        }
        transfer.wrote(range)
        let isAtEnd = transfer.rest == 0
        let written = context.eventLoop.makePromise(of: Void.self)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound((context, transfer), eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in
            let (context, transfer) = bound.value
            handler.value.release(part: range.count)
            if isAtEnd { return transfer.end() }
            if handler.value.isSending(transfer) { handler.value.sendNext(of: transfer, context) }
        }
        guard isAtEnd else {
            write(bytes[...], promise: written, context)
            return flush(context)
        }
        transfer.endWatch()
        recorder.end(.status(transfer.status), sentBytes: transfer.body.length)
        // The server may have begun to stop since the head.
        let keepAlive = transfer.keepAlive && !isLast
        let end = makeEndPromise(keepAlive: keepAlive, bytes: 0, context)
        write(bytes[...], promise: written, context)
        switch role {
        case .connection: written.futureResult.cascade(to: end)
        case .stream: context.write(wrapOutboundOut(.end(nil)), promise: end)
        }
        finish(keepAlive: keepAlive, context)
    }

    private func release(part bytes: Int) {
        if case .stream(let streams) = role { streams.release(part: bytes) }
    }

    /// Ends the transfer of a body if the client reads nothing of it for too long.
    private func watch(_ transfer: BodyTransfer, _ context: ChannelHandlerContext) {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound((context, transfer), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        let alarm = core.at(transfer.lastProgress + limits.idleTimeout) {
            eventLoop.execute {
                let (context, transfer) = bound.value
                let handler = handler.value
                guard handler.isSending(transfer) else { return }
                let isLate = transfer.lastProgress + handler.limits.idleTimeout <= handler.core.uptime
                if isLate { handler.close(context) } else { handler.watch(transfer, context) }
            }
        }
        transfer.isWatched(by: alarm)
    }

    /// Whether the body is compressed for clients that accept it.
    private func isCompressible(_ response: OriginResponse, _ manner: OriginReply.Manner) -> Bool {
        guard manner != .wronglyEncoded, response.mayBeCompressed, let threshold = limits.compressionThreshold else {
            return false
        }
        return response.body.count >= threshold
    }

    /// Whether the next response is the connection's last. A stream ends by itself, and the connection is for all of them.
    private var isLast: Bool {
        guard case .connection(let activity) = role else { return false }
        return isEnding || (hasClientClosed && queue.isEmpty && !decoder.hasUndecoded) || activity?.isEnding == true
    }

    /// A promise for the last byte of a response, where something depends on it: a connection that is closed then, the memory of
    /// a connection with streams, or that of all responses.
    private func makeEndPromise(
        keepAlive: Bool,
        bytes: Int,
        counted: Int = 0,
        _ context: ChannelHandlerContext
    ) -> EventLoopPromise<Void>? {
        let end = makeEndPromiseOfRole(keepAlive: keepAlive, bytes: bytes, context)
        guard counted > 0, case .serving(let served, _) = state else { return end }
        let promise = end ?? context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { [responses = pipelines.responses] _ in
            responses.release(counted, of: served.holder)
        }
        return promise
    }

    private func makeEndPromiseOfRole(
        keepAlive: Bool,
        bytes: Int,
        _ context: ChannelHandlerContext
    ) -> EventLoopPromise<Void>? {
        if case .connection = role, keepAlive { return nil }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        switch role {
        case .connection:
            let promise = context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.whenComplete { _ in handler.value.lastResponseSent(bound.value) }
            return promise
        case .stream(let streams):
            let total = bytes + ResponseHead.usualBytes
            streams.take(response: total)
            isUnsent = true
            let shared = NIOLoopBound(streams, eventLoop: context.eventLoop)
            let promise = context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.whenComplete { _ in
                shared.value.release(response: total)
                handler.value.responseSent(on: bound.value)
            }
            return promise
        }
    }

    /// Writes a head and the first part of a body, and all of it with a promise for its end.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - body: The bytes of the body to write now.
    ///   - isWhole: Whether they are those that the head describes, so that connections can share all bytes.
    ///   - end: Is completed when the last byte is written.
    ///   - context: The context of the handler.
    private func write(
        _ head: ResponseHead,
        _ body: ArraySlice<UInt8>,
        isWhole: Bool = false,
        end: EventLoopPromise<Void>? = nil,
        _ context: ChannelHandlerContext
    ) {
        switch role {
        case .connection:
            let isShared = isWhole && head.response.isShared
            let shared = isShared ? turn?.bytes(of: head) { Self.bytes(head, body) } : nil
            context.write(NIOAny(shared ?? Self.bytes(head, body)), promise: end)
        case .stream:
            context.write(wrapOutboundOut(.head(head.parts)), promise: nil)
            write(body, context)
            if let end { context.write(wrapOutboundOut(.end(nil)), promise: end) }
        }
    }

    private static func bytes(_ head: ResponseHead, _ body: ArraySlice<UInt8>) -> ByteBuffer {
        var buffer = allocator.buffer(capacity: ResponseHead.usualBytes + body.count)
        head.write(with: body, to: &buffer)
        return buffer
    }

    private func write(
        _ bytes: ArraySlice<UInt8>,
        promise: EventLoopPromise<Void>? = nil,
        _ context: ChannelHandlerContext
    ) {
        guard !bytes.isEmpty else { return }
        let buffer = Self.allocator.buffer(bytes: bytes)
        switch role {
        case .connection: context.write(NIOAny(buffer), promise: promise)
        case .stream: context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: promise)
        }
    }

    private func trickle(
        _ rest: ArraySlice<UInt8>,
        bytes: Int,
        pause: Duration,
        keepAlive: Bool,
        _ context: ChannelHandlerContext
    ) {
        context.flush()
        guard !rest.isEmpty else {
            let end = makeEndPromise(keepAlive: keepAlive, bytes: 0, context)
            switch role {
            case .connection: context.write(NIOAny(Self.allocator.buffer(capacity: 0)), promise: end)
            case .stream: context.write(wrapOutboundOut(.end(nil)), promise: end)
            }
            return finish(keepAlive: keepAlive, context)
        }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: TimeAmount(pause)) {
            guard case .serving = handler.value.state else { return }
            handler.value.write(rest.prefix(bytes), bound.value)
            handler.value.trickle(
                rest.dropFirst(bytes),
                bytes: bytes,
                pause: pause,
                keepAlive: keepAlive,
                bound.value
            )
        }
    }

    /// A response is written as far as this handler is concerned.
    private func finish(keepAlive: Bool, _ context: ChannelHandlerContext) {
        let isRefused = if case .serving(let served, _) = state { served.isRefused } else { false }
        releaseClient()
        switch role {
        case .connection(let activity):
            if keepAlive {
                state = .idle
                let now = core.uptime
                activity?.becameIdle(at: now)
                if let next = deadline.becameIdle(limits: limits, at: now) { setDeadline(next, context) }
            } else {
                state = .lingering
                clearQueue()
                expect(.departure, within: limits.idleTimeout, context)
            }
        case .stream(let streams):
            if case .serving = state { streams.endedRequest() }
            releaseRequest()
            state = isRefused ? .lingering : .idle
            if isRefused { clearQueue() }
        }
        flush(context)
        if hasLastResponse { readOn(context) }
        serveNext(context)
    }

    /// Sends what is written at the end of the turn.
    private func flush(_ context: ChannelHandlerContext) {
        guard !needsFlush else { return }
        needsFlush = true
        turn?.flush(self, context)
    }

    /// Sends what is written, unless it is sent already.
    func flushNow(_ context: ChannelHandlerContext) {
        guard needsFlush else { return }
        needsFlush = false
        context.flush()
        // Most responses are written immediately, and need no deadline.
        if isUnsent { expect(.departure, within: limits.idleTimeout, context) }
    }

    /// The last response of a connection is with the kernel.
    ///
    /// Where the client may have sent more than was read, only the sending side is closed: closing both would take the response away
    /// from it.
    private func lastResponseSent(_ context: ChannelHandlerContext) {
        guard case .lingering = state else { return }
        let mayGetMore = endsEarly || isDone || connections.grace.map({ $0 > .zero }) ?? false
        guard !hasClientClosed, mayGetMore else {
            return close(context)
        }
        context.close(mode: .output, promise: nil)
        expect(.departure, within: limits.lingerTimeout, context)
    }

    private func responseSent(on context: ChannelHandlerContext) {
        isUnsent = false
        guard case .lingering = state else { return }
        close(context)
    }

    // MARK: Deadlines

    private func expect(_ event: ConnectionDeadline.Event, within limit: Duration, _ context: ChannelHandlerContext) {
        setDeadline(deadline.expect(event, by: core.uptime + limit), context)
    }

    private func setDeadline(_ wakeup: ConnectionDeadline.Wakeup?, _ context: ChannelHandlerContext) {
        guard let wakeup else { return }
        // The last bytes may be written, and the connection closed, before its deadline is set.
        if case .closed = state { return }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        let alarm = core.at(wakeup.due) {
            eventLoop.execute { handler.value.wokeUp(wakeup, bound.value) }
        }
        deadline.isWaiting(for: wakeup, in: alarm)
    }

    private func wokeUp(_ wakeup: ConnectionDeadline.Wakeup, _ context: ChannelHandlerContext) {
        if case .closed = state { return }
        switch deadline.wokeUp(wakeup, at: core.uptime) {
        case .expired(.request) where isReadHeldBack:
            // The rest of the request may be there, and was not read.
            if case .idle = state {
                setDeadline(deadline.expectReading(limits: limits, at: core.uptime), context)
            } else {
                expect(.request, within: limits.requestTimeout, context)
            }
        case .expired(.request):
            take(refuse(ErrorResponse.requestTimeout), context)
        case .expired(.firstRequest) where isMidway:
            take(refuse(ErrorResponse.requestTimeout), context)
        case .expired(.firstRequest), .expired(.nextRequest), .expired(.departure):
            close(context)
        case .again(let next):
            setDeadline(next, context)
        case .nothing:
            break
        }
    }

    // MARK: Ends

    /// The server stops. Requests in progress get their responses, and idle connections may send one more request if the server says so.
    private func serverEnds(_ context: ChannelHandlerContext) {
        guard case .connection = role else { return }
        guard let grace = connections.grace, grace > .zero else {
            isEnding = true
            clearQueue()
            switch state {
            case .idle: closeAfterWriting(context)
            case .lingering: close(context)
            case .serving, .sending, .closed: break
            }
            return
        }
        guard case .idle = state, !isMidway else { return }
        // The next response is the last one. A client that does not read holds up the end for a short time only.
        expect(.nextRequest, within: queue.isEmpty ? grace : max(grace, limits.lingerTimeout), context)
    }

    /// The client sends no more. A request that is being served still gets its response, except a call that waits for messages:
    /// its client has gone.
    private func clientClosed(_ context: ChannelHandlerContext) {
        hasClientClosed = true
        if !decoder.hasUndecoded || hasLastResponse { return requestsEnded(context) }
        // Requests behind a long poll are not served to a client that is gone.
        if case .serving(_, let id?) = state, core.releaseHeld(id) { close(context) }
    }

    /// The last request of a client that sends no more is decoded.
    private func requestsEnded(_ context: ChannelHandlerContext) {
        // The rest of its request will not come.
        if assembler == nil, isMidway, !isDone { take(refuse(ErrorResponse.badRequest), context) }
        switch state {
        case .idle where queue.isEmpty:
            closeAfterWriting(context)
        case .lingering:
            closeAfterWriting(context)
        case .idle, .sending, .closed:
            break
        case .serving(_, let id):
            if let id, core.releaseHeld(id) { close(context) }
        }
    }

    /// Closes the connection once everything written is with the kernel.
    private func closeAfterWriting(_ context: ChannelHandlerContext) {
        guard case .connection = role else { return close(context) }
        state = .lingering
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let end = context.eventLoop.makePromise(of: Void.self)
        end.futureResult.whenComplete { _ in handler.value.close(bound.value) }
        context.writeAndFlush(NIOAny(Self.allocator.buffer(capacity: 0)), promise: end)
        expect(.departure, within: limits.idleTimeout, context)
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
        if case .closed = state { return }
        forget()
        close(context: context, mode: .all, promise: nil)
    }

    /// The request that is served does not count for its client any more.
    private func releaseClient() {
        guard case .serving(let served, _) = state, let client = served.counted else { return }
        connections.endRequest(of: client)
    }

    private func forget() {
        releaseClient()
        if case .serving(_, let id) = state {
            if let id { core.cancel(id) }
            if case .stream(let streams) = role { streams.endedRequest() }
        }
        if case .sending(let transfer) = state { transfer.end() }
        recorder.end(.canceled)
        state = .closed
        clearQueue()
        deadline.cancel()
        releaseRequest()
    }

    private func releaseRequest() {
        guard case .stream(let streams) = role, requestBytes > 0 else { return }
        streams.release(request: requestBytes)
        requestBytes = 0
    }
}

/// Takes the replies of the core on any thread, and delivers them on the event loop of their connection. A connection has one for all its
/// requests.
private final class ConnectionReplyReceiver: ReplyReceiver {
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
