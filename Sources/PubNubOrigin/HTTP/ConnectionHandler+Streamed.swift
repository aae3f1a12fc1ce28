import NIOCore
import NIOHTTP1
import NIOPosix

/// Bodies that are sent as fast as the client reads them.
extension ConnectionHandler {
    func sendStreamed(_ response: OriginResponse, manner: OriginReply.Manner, _ context: ChannelHandlerContext) {
        if let body = response.streamed { return send(response, streaming: body, manner: manner, context) }
        guard case .serving(let served, _) = state, let events = response.events else { return }
        recorder.end(.status(response.status))
        let head = head(of: response, length: nil, keepAlive: false)
        guard !served.isHead else {
            write(head, [], end: makeEndPromise(keepAlive: false, bytes: 0, context), context)
            return finish(keepAlive: false, context)
        }
        write(head, [], context)
        flush(context)
        state = .streaming(events)
        let wake = onEventLoop(context) { handler, context in
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.eventPause) { handler.sendEvents(context) }
        }
        events.start(wake: wake)
        sendEvents(context)
    }

    /// Sends what there is of a body that goes on, unless the client reads too slowly. Then it is called again when there is room.
    func sendEvents(_ context: ChannelHandlerContext) {
        guard case .streaming(let events) = state, context.channel.isWritable else { return }
        let bytes = events.next()
        guard !bytes.isEmpty else { return }
        write(bytes[...], context)
        flush(context)
    }

    /// How long events are gathered before they are sent, so that a busy server writes many at a time.
    private static let eventPause = TimeAmount.milliseconds(100)

    func send(
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
        let keepAlive = served.keepAlive && !isLast && !response.closesConnection
        let head = head(of: response, length: body.length, keepAlive: keepAlive)
        guard let ticket else {
            recorder.end(.status(response.status))
            write(head, [], end: makeEndPromise(keepAlive: keepAlive, bytes: 0, context), context)
            return finish(keepAlive: keepAlive, context)
        }
        write(head, [], context)
        releaseRequest()
        let transfer = BodyTransfer(body, status: response.status, keepAlive: keepAlive, ticket, at: pipelines.uptime)
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
        let now = pipelines.uptime
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
        pipelines.reading.submit { _ in
            let bytes = body.read(range)
            eventLoop.execute {
                let (context, transfer) = bound.value
                handler.value.send(bytes, range, of: transfer, context)
            }
        }
    }

    func send(
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
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            release(part: range.count)
            if isAtEnd { return transfer.end() }
            if isSending(transfer) { sendNext(of: transfer, context) }
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

    func release(part bytes: Int) {
        if case .stream(let streams) = role { streams.release(part: bytes) }
    }

    /// Ends the transfer of a body if the client reads nothing of it for too long.
    private func watch(_ transfer: BodyTransfer, _ context: ChannelHandlerContext) {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound((context, transfer), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        let alarm = pipelines.at(transfer.lastProgress + limits.idleTimeout) {
            eventLoop.execute {
                let (context, transfer) = bound.value
                let handler = handler.value
                guard handler.isSending(transfer) else { return }
                let isLate = transfer.lastProgress + handler.limits.idleTimeout <= handler.pipelines.uptime
                if isLate { handler.close(context) } else { handler.watch(transfer, context) }
            }
        }
        transfer.isWatched(by: alarm)
    }
}
