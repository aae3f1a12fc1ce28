import PubNubOrigin
import NIOCore
import NIOHTTP1

/// One connection of the admin listener. It lives on its event loop.
final class AdminHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long a connection may take until its next request is complete.
    private static let patience = TimeAmount.seconds(60)
    /// The most requests that wait for the response of an earlier one.
    private static let maxQueued = 16
    /// How long a connection stays open after a refusal, so that the client can read it although it may send more.
    private static let lingerTime = TimeAmount.seconds(5)
    /// The most bytes that it may send in that time.
    private static let maxDiscarded = 1024 * 1024

    /// A request with what its response needs to know about the connection.
    private struct Arrived {
        let request: AdminRequest
        let isKeptAlive: Bool
        /// The response to a request that was not read to its end.
        var refusal: AdminResponse?
    }

    private let router: AdminRouter
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var deadline: Scheduled<Void>?
    /// Whether a request was refused before its end, after which none is accepted.
    private var isDone = false
    private var discardedBytes = 0
    /// Whether a response is being made. Later requests wait for it.
    private var isBusy = false
    private var waiting: [Arrived] = []
    private var stream: RequestStream?

    init(_ router: AdminRouter) {
        self.router = router
    }

    func channelActive(context: ChannelHandlerContext) {
        startDeadline(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        waiting = []
        stream?.end()
        stream = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard !isDone else { return discard(part, context) }
        switch part {
        case .head(let head):
            self.head = head
            body = []
            takeHead(head, context)
        case .body(let bytes):
            guard body.count + bytes.readableBytes <= router.maxBodyBytes else {
                return refuse(Self.tooLarge, context)
            }
            body += bytes.readableBytesView
        case .end:
            guard let head else { return }
            self.head = nil
            take(Arrived(request: request(head, context), isKeptAlive: head.isKeepAlive), context)
        }
    }

    /// Responds to a head where its client waits for that before it sends the body.
    private func takeHead(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard Self.hasValidHost(head) else {
            return refuse(AdminResponse.error(400, "The request names no host, or a malformed one."), context)
        }
        let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        guard length <= router.maxBodyBytes else { return refuse(Self.tooLarge, context) }
        guard head.version != .http1_0, let expected = head.headers.first(name: "expect") else { return }
        guard expected.lowercased() == "100-continue" else {
            return refuse(AdminResponse.error(417, "The server does not do what Expect asks for."), context)
        }
        // Behind another request the client sends its body unasked after some time.
        guard !isBusy else { return }
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))),
            promise: nil
        )
    }

    /// Whether the request names its host once. A request of HTTP/1.0 may name none.
    private static func hasValidHost(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        if hosts.isEmpty { return head.version == .http1_0 }
        return hosts.count == 1 && HostName(hosts[0]) != nil
    }

    private static let tooLarge = AdminResponse.error(413, "The body is too large.")

    /// Refuses the request that is arriving, after the responses to earlier ones, and accepts no more.
    private func refuse(_ response: AdminResponse, _ context: ChannelHandlerContext) {
        guard !isDone else { return }
        // A stream of records ends with its connection only.
        guard stream == nil else { return context.close(promise: nil) }
        isDone = true
        head = nil
        body = []
        take(Arrived(request: AdminRequest(target: ""), isKeptAlive: false, refusal: response), context)
    }

    private func discard(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        guard case .body(let bytes) = part else { return }
        discardedBytes += bytes.readableBytes
        if discardedBytes > Self.maxDiscarded { context.close(promise: nil) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stream?.write(context)
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow:
            refuse(AdminResponse.error(431, "The head of the request is too large."), context)
        case is HTTPParserError:
            refuse(AdminResponse.error(400, "The request is malformed."), context)
        case is ByteToMessageDecoderError where isDone:
            // Bytes behind a malformed request.
            break
        default:
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
    }

    private func request(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> AdminRequest {
        defer { body = [] }
        return AdminRequest(
            method: head.method.rawValue,
            target: head.uri,
            host: head.headers.first(name: "host"),
            authorization: head.headers.first(name: "authorization"),
            origin: head.headers.first(name: "origin"),
            site: head.headers.first(name: "sec-fetch-site"),
            contentType: head.headers.first(name: "content-type"),
            ifNoneMatch: head.headers.first(name: "if-none-match"),
            client: AddressKey(context.remoteAddress),
            body: body
        )
    }

    private func take(_ arrived: Arrived, _ context: ChannelHandlerContext) {
        guard !isBusy else {
            guard waiting.count < Self.maxQueued else { return context.close(promise: nil) }
            return waiting.append(arrived)
        }
        serve(arrived, context)
    }

    private func serve(_ arrived: Arrived, _ context: ChannelHandlerContext) {
        isBusy = true
        if let refusal = arrived.refusal { return send(refusal, to: arrived, context) }
        switch router.reply(to: arrived.request) {
        case .response(let response): send(response, to: arrived, context)
        case .later(let make):
            let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            let eventLoop = context.eventLoop
            Task {
                let response = await make()
                eventLoop.execute { handler.value.send(response, to: arrived, bound.value) }
            }
        case .requests(let filter, let number): startStream(filter, after: number, arrived, context)
        }
    }

    private func send(_ response: AdminResponse, to arrived: Arrived, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        var headers = HTTPHeaders()
        headers.add(name: "Content-Type", value: response.contentType)
        if response.status != 304 { headers.add(name: "Content-Length", value: "\(response.body.count)") }
        addCommonHeaders(to: &headers, response)
        headers.add(name: "Connection", value: arrived.isKeptAlive ? "keep-alive" : "close")
        let head = HTTPResponseHead(
            version: .http1_1,
            status: .init(statusCode: response.status),
            headers: headers
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if arrived.request.method != "HEAD", response.status != 304 {
            let buffer = context.channel.allocator.buffer(bytes: response.body)
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        }
        let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        guard arrived.isKeptAlive else {
            let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            let isRefused = arrived.refusal != nil
            return sent.whenComplete { _ in
                if isRefused { handler.value.linger(bound.value) } else { bound.value.close(promise: nil) }
            }
        }
        startDeadline(context)
        isBusy = false
        guard !waiting.isEmpty else { return }
        serve(waiting.removeFirst(), context)
    }

    private func addCommonHeaders(to headers: inout HTTPHeaders, _ response: AdminResponse?) {
        for header in response?.headers ?? [] { headers.add(name: header.name, value: header.value) }
        if !headers.contains(name: "Cache-Control") { headers.add(name: "Cache-Control", value: "no-store") }
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        headers.add(name: "Cross-Origin-Resource-Policy", value: "same-origin")
    }

    private func startStream(
        _ filter: RequestFilter,
        after number: UInt64?,
        _ arrived: Arrived,
        _ context: ChannelHandlerContext
    ) {
        guard arrived.request.method == "GET" else {
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            writeStreamHead(context).whenComplete { _ in bound.value.close(promise: nil) }
            // Without an end, which would be written as an empty chunk.
            return context.flush()
        }
        let refusal = AdminResponse.error(429, "Too many clients read the requests.")
        guard let feed = router.console?.feed else { return send(refusal, to: arrived, context) }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        let stream = RequestStream(feed, filter, after: number) {
            // A pause, so that a busy server writes many records at a time.
            eventLoop.scheduleTask(in: RequestStream.pause) { handler.value.stream?.write(bound.value) }
        }
        guard let stream else { return send(refusal, to: arrived, context) }
        self.stream = stream
        // The stream ends with its connection only.
        deadline?.cancel()
        deadline = nil
        _ = writeStreamHead(context)
        stream.write(context, isFirst: true)
    }

    private func writeStreamHead(_ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        var headers = HTTPHeaders([("Content-Type", "text/event-stream"), ("Connection", "close")])
        addCommonHeaders(to: &headers, nil)
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
        return context.write(wrapOutboundOut(.head(head)))
    }

    /// Closes the sending side only. Closing both would take the refusal away from a client that has sent more.
    private func linger(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        startDeadline(context, Self.lingerTime)
    }

    private func startDeadline(_ context: ChannelHandlerContext, _ time: TimeAmount = AdminHandler.patience) {
        deadline?.cancel()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
    }
}

/// The records of requests on their way to one client, as server-sent events. It lives on its connection's event loop.
final class RequestStream {
    /// How long records are gathered before they are written.
    static let pause = TimeAmount.milliseconds(100)

    private let feed: RequestFeed
    private let id: Int

    /// Fails if there are too many clients.
    init?(_ feed: RequestFeed, _ filter: RequestFilter, after number: UInt64?, wake: @escaping @Sendable () -> Void) {
        guard let id = feed.add(filter, after: number, wake: wake) else { return nil }
        self.feed = feed
        self.id = id
    }

    /// Writes what waits, unless the client reads too slowly. Then it is called again when there is room.
    func write(_ context: ChannelHandlerContext, isFirst: Bool = false) {
        guard context.channel.isWritable else { return }
        let (entries, dropped) = feed.take(id)
        // A comment, so that the client sees the start of the stream.
        var text = isFirst ? ": requests\n\n" : ""
        if dropped > 0 { text += "event: dropped\ndata: \(dropped)\n\n" }
        for entry in entries { text += entry.event }
        guard !text.isEmpty else { return }
        let buffer = context.channel.allocator.buffer(string: text)
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.body(.byteBuffer(buffer))), promise: nil)
    }

    /// The client has gone.
    func end() {
        feed.remove(id)
    }
}
