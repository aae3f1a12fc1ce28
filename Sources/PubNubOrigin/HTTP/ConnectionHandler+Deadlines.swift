import Foundation
import NIOCore

/// Deadlines, and the ends of the connection.
extension ConnectionHandler {
    /// Whether the last response of the connection is written.
    var hasLastResponse: Bool {
        switch state {
        case .idle, .serving, .sending, .streaming: false
        case .lingering, .closed: true
        }
    }

    func expect(_ event: ConnectionDeadline.Event, within limit: Duration, _ context: ChannelHandlerContext) {
        setDeadline(deadline.expect(event, by: pipelines.uptime + limit), context)
    }

    func setDeadline(_ wakeup: ConnectionDeadline.Wakeup?, _ context: ChannelHandlerContext) {
        guard let wakeup else { return }
        // The last bytes may be written, and the connection closed, before its deadline is set.
        if case .closed = state { return }
        let alarm = pipelines.at(wakeup.due, onEventLoop(context) { $0.wokeUp(wakeup, $1) })
        deadline.isWaiting(for: wakeup, in: alarm)
    }

    private func wokeUp(_ wakeup: ConnectionDeadline.Wakeup, _ context: ChannelHandlerContext) {
        if case .closed = state { return }
        switch deadline.wokeUp(wakeup, at: pipelines.uptime) {
        case .expired(.request) where isReadHeldBack:
            // The rest of the request may be there, and was not read.
            if case .idle = state {
                setDeadline(deadline.expectReading(limits: limits, at: pipelines.uptime), context)
            } else {
                expect(.request, within: limits.requestTime(isUpload: upload != nil), context)
            }
        case .expired(.request):
            take(refuse(assembler?.timeout ?? decoder.timeout), context)
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

    /// The server stops. Requests in progress get their responses, and idle connections may send one more request if the server says so.
    func serverEnds(_ context: ChannelHandlerContext) {
        guard case .connection = role else { return }
        if case .streaming = state { return close(context) }
        guard let grace = connections.grace, grace > .zero else {
            isEnding = true
            clearQueue()
            switch state {
            case .idle: closeAfterWriting(context)
            case .lingering: close(context)
            case .serving, .sending, .streaming, .closed: break
            }
            return
        }
        guard case .idle = state, !isMidway else { return }
        // The next response is the last one. A client that does not read holds up the end for a short time only.
        expect(.nextRequest, within: queue.isEmpty ? grace : max(grace, limits.lingerTimeout), context)
    }

    /// The client sends no more. A request that is being served still gets its response, except a call that waits for messages:
    /// its client has gone.
    func clientClosed(_ context: ChannelHandlerContext) {
        hasClientClosed = true
        if case .streaming = state { return close(context) }
        if !decoder.hasUndecoded || hasLastResponse { return requestsEnded(context) }
        // Requests behind a long poll are not served to a client that is gone.
        if case .serving(_, let id?) = state, releaseHeld(id) { close(context) }
    }

    /// The last request of a client that sends no more is decoded.
    func requestsEnded(_ context: ChannelHandlerContext) {
        // The rest of its request will not come.
        if assembler == nil, isMidway, !isDone { take(refuse(ErrorResponse.badRequest), context) }
        switch state {
        case .idle where queue.isEmpty:
            closeAfterWriting(context)
        case .lingering:
            closeAfterWriting(context)
        case .idle, .sending, .streaming, .closed:
            break
        case .serving(_, let id):
            if let id, releaseHeld(id) { close(context) }
        }
    }

    /// Closes the connection once everything written is with the kernel.
    private func closeAfterWriting(_ context: ChannelHandlerContext) {
        guard case .connection = role else { return close(context) }
        state = .lingering
        let end = context.eventLoop.makePromise(of: Void.self)
        end.futureResult.assumeIsolated().whenComplete { _ in self.close(context) }
        context.writeAndFlush(NIOAny(Self.allocator.buffer(capacity: 0)), promise: end)
        expect(.departure, within: limits.idleTimeout, context)
    }

    func reset() {
        if let socket = connection as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        drop()
    }

    /// Ends the whole connection.
    func drop() {
        forget()
        connection.close(promise: nil)
    }

    func close(_ context: ChannelHandlerContext) {
        if case .closed = state { return }
        forget()
        close(context: context, mode: .all, promise: nil)
    }

    /// The request that is served does not count for its client any more.
    func releaseClient() {
        guard case .serving(let served, _) = state, let client = served.counted else { return }
        connections.endRequest(of: client)
    }

    func forget() {
        releaseClient()
        if case .serving(_, let id) = state {
            if let id { pipelines.service.core?.cancel(id) }
            if case .stream(let streams) = role { streams.endedRequest() }
        }
        if case .sending(let transfer) = state { transfer.end() }
        recorder.end(.canceled)
        state = .closed
        clearQueue()
        deadline.cancel()
        releaseRequest()
    }

    func releaseRequest() {
        guard case .stream(let streams) = role, requestBytes > 0 else { return }
        streams.release(request: requestBytes)
        requestBytes = 0
    }
}
