import NIOCore
import NIOHTTP1
import NIOPosix
import PubNubWire

/// Writing: the responses of the core, in the order of the requests.
extension ConnectionHandler {
    func deliver(_ reply: OriginReply, context: ChannelHandlerContext) {
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

    func send(_ response: OriginResponse, manner: OriginReply.Manner, context: ChannelHandlerContext) {
        guard case .serving(let served, _) = state else { return }
        if response.isStreamed { return sendStreamed(response, manner: manner, context) }
        // Before it is compressed: the long body is in memory until then.
        guard response.body.count <= limits.maximumResponseBytes else {
            return send(ErrorResponse.responseTooLarge, compressed: nil, manner: .whole, context: context)
        }
        guard served.acceptsCompression, isCompressible(response, manner) else {
            return send(response, compressed: nil, manner: manner, context: context)
        }
        if response.body.count <= Self.maxInlineCompression {
            return send(response, compressed: response.gzippedBody(), manner: manner, context: context)
        }
        compress(response, for: served, manner: manner, context)
    }

    /// Compresses a long body on another thread, and sends it. Until then it counts with its whole length, so that clients cannot make the
    /// server hold more of them than of unread responses.
    private func compress(
        _ response: OriginResponse,
        for served: Served,
        manner: OriginReply.Manner,
        _ context: ChannelHandlerContext
    ) {
        let holder = served.holder
        // The body of a shared response is in memory for its other connections anyway.
        let counted = isShared(response, manner) ? 0 : response.body.count
        guard counted == 0 || pipelines.responses.take(counted, for: holder) else {
            return refuseForMemory(context)
        }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        let responses = pipelines.responses
        let finish: @Sendable ([UInt8]?) -> Void = { compressed in
            eventLoop.execute {
                if counted > 0 { responses.release(counted, of: holder) }
                handler.value.send(response, compressed: compressed, manner: manner, context: bound.value)
            }
        }
        let isTaken = pipelines.compressing.run(
            for: holder.keyset?.text ?? "",
            from: holder.address,
            blocks: true
        ) { end in
            finish(response.gzippedBody())
            end()
        }
        // Too many wait for being compressed.
        if !isTaken { finish(nil) }
    }

    /// Whether connections share the bytes of a response, which are in memory once.
    private func isShared(_ response: OriginResponse, _ manner: OriginReply.Manner) -> Bool {
        if case .connection = role { response.isShared && manner == .whole } else { false }
    }

    /// The bytes of a response that count while its client has not read it.
    private func countedBytes(_ response: OriginResponse, body bytes: Int, _ manner: OriginReply.Manner) -> Int {
        switch role {
        case .connection:
            bytes >= ResponseBudget.minBytes && !isShared(response, manner) ? bytes : 0
        case .stream(let streams):
            // A connection has many streams, so short responses count as well if others are unread.
            streams.unreadBytes + bytes >= ResponseBudget.minBytes ? bytes + ResponseHead.usualBytes : 0
        }
    }

    /// Responds that the memory for a response is missing. This short response itself is not counted.
    private func refuseForMemory(_ context: ChannelHandlerContext) {
        send(ErrorResponse.noMemoryForResponse, compressed: nil, manner: .whole, isCounted: false, context: context)
    }

    func send(
        _ response: OriginResponse,
        compressed: [UInt8]?,
        manner: OriginReply.Manner,
        isCounted: Bool = true,
        context: ChannelHandlerContext
    ) {
        guard case .serving(let served, _) = state else { return }
        var body = compressed ?? response.body
        let counted = served.isHead || !isCounted ? 0 : countedBytes(response, body: body.count, manner)
        guard counted == 0 || pipelines.responses.take(counted, for: served.holder) else {
            return refuseForMemory(context)
        }
        let isCompressed = compressed != nil || manner == .wronglyEncoded
        let head = head(
            of: response,
            length: body.count,
            keepAlive: served.keepAlive && !isLast && !response.closesConnection,
            isCompressed: isCompressed,
            varies: isCompressible(response, manner)
        )
        var shared: SharedBytes.Content?
        if let tick, !served.isHead, isShared(response, manner) {
            shared = tick.content(of: head) { sharedContent(head, body, for: served.holder) }
            guard shared != nil else { return refuseForMemory(context) }
        }
        if response.closesConnection { endsEarly = true }
        recorder.end(.status(response.status), sentBytes: body.count)
        // A client takes what follows such a response for the next one.
        if served.isHead { body = [] }
        switch manner {
        case .whole, .wronglyEncoded:
            let end = makeEndPromise(
                keepAlive: head.keepAlive,
                bytes: body.count,
                counted: counted,
                room: shared?.room,
                context
            )
            if let shared {
                context.write(NIOAny(shared.bytes), promise: end)
            } else {
                write(head, body[...], end: end, context)
            }
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

    /// The content of a shared response; nil if long bytes find no room among those that clients have yet to read.
    private func sharedContent(
        _ head: ResponseHead,
        _ body: [UInt8],
        for holder: ResponseBudget.Holder
    ) -> SharedBytes.Content? {
        var room: ResponseBudget.SharedRoom?
        if body.count >= ResponseBudget.minBytes {
            room = pipelines.responses.shared(body.count, for: holder)
            guard room != nil else { return nil }
        }
        return SharedBytes.Content(bytes: Self.bytes(head, body[...]), room: room)
    }

    func head(
        of response: OriginResponse,
        length: Int?,
        keepAlive: Bool,
        isCompressed: Bool = false,
        varies: Bool = false
    ) -> ResponseHead {
        ResponseHead(
            response: response,
            length: length,
            isCompressed: isCompressed,
            varies: varies,
            keepAlive: keepAlive,
            seconds: pipelines.seconds,
            securityHeaders: pipelines.securityHeaders,
            isBare: pipelines.isOtherService
        )
    }

    /// Whether the body is compressed for clients that accept it.
    private func isCompressible(_ response: OriginResponse, _ manner: OriginReply.Manner) -> Bool {
        guard manner != .wronglyEncoded, response.mayBeCompressed, let threshold = limits.compressionThreshold else {
            return false
        }
        return response.body.count >= threshold
    }

    /// Whether the next response is the connection's last. A stream ends by itself, and the connection is for all of them.
    var isLast: Bool {
        guard case .connection(let activity) = role else { return false }
        return isEnding || (hasClientClosed && queue.isEmpty && !decoder.hasUndecoded) || activity?.isEnding == true
    }

    /// A promise for the last byte of a response, where something depends on it: a connection that is closed then, the memory of
    /// a connection with streams, or that of all responses.
    func makeEndPromise(
        keepAlive: Bool,
        bytes: Int,
        counted: Int = 0,
        room: ResponseBudget.SharedRoom? = nil,
        _ context: ChannelHandlerContext
    ) -> EventLoopPromise<Void>? {
        var end = makeEndPromiseOfRole(keepAlive: keepAlive, bytes: bytes, context)
        if let room {
            let promise = end ?? context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.whenComplete { _ in withExtendedLifetime(room) {} }
            end = promise
        }
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
        let promise = context.eventLoop.makePromise(of: Void.self)
        switch role {
        case .connection:
            promise.futureResult.assumeIsolated().whenComplete { _ in self.lastResponseSent(context) }
        case .stream(let streams):
            let total = bytes + ResponseHead.usualBytes
            streams.take(response: total)
            isUnsent = true
            promise.futureResult.assumeIsolated().whenComplete { _ in
                streams.release(response: total)
                self.responseSent(on: context)
            }
        }
        return promise
    }

    /// Writes a head and the first part of a body, and all of it with a promise for its end.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - body: The bytes of the body to write now.
    ///   - end: Is completed when the last byte is written.
    ///   - context: The context of the handler.
    func write(
        _ head: ResponseHead,
        _ body: ArraySlice<UInt8>,
        end: EventLoopPromise<Void>? = nil,
        _ context: ChannelHandlerContext
    ) {
        switch role {
        case .connection:
            context.write(NIOAny(Self.bytes(head, body)), promise: end)
        case .stream:
            context.write(wrapOutboundOut(.head(head.parts)), promise: nil)
            write(body, context)
            if let end { context.write(wrapOutboundOut(.end(nil)), promise: end) }
        }
    }

    static func bytes(_ head: ResponseHead, _ body: ArraySlice<UInt8>) -> ByteBuffer {
        var buffer = allocator.buffer(capacity: ResponseHead.usualBytes + body.count)
        head.write(with: body, to: &buffer)
        return buffer
    }

    func write(
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
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(pause)) { [self] in
            guard case .serving = state else { return }
            write(rest.prefix(bytes), context)
            trickle(rest.dropFirst(bytes), bytes: bytes, pause: pause, keepAlive: keepAlive, context)
        }
    }

    /// A response is written as far as this handler is concerned.
    func finish(keepAlive: Bool, _ context: ChannelHandlerContext) {
        let isRefused = if case .serving(let served, _) = state { served.isRefused } else { false }
        releaseClient()
        switch role {
        case .connection(let activity):
            if keepAlive {
                state = .idle
                let now = pipelines.uptime
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

    /// Sends what is written at the end of the tick.
    func flush(_ context: ChannelHandlerContext) {
        guard !needsFlush else { return }
        needsFlush = true
        tick?.flush(self, context)
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
}
