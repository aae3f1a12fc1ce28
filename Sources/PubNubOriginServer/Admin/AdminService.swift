import PubNubSupport
import PubNubOrigin

/// Serves the requests of the admin listener, which its connections have put together.
struct AdminService: RequestResponder {
    /// The headers of every response.
    private static let headers = [
        HeaderField(name: "X-Content-Type-Options", value: "nosniff"),
        HeaderField(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    ]

    let router: AdminRouter

    func serve(
        _ request: OriginRequest,
        from client: AddressKey?,
        _ respond: @escaping @Sendable (OriginResponse) -> Void
    ) {
        // Access depends on the host, of which a request must not name two.
        guard let fields = request.conditions, fields.authority == nil || fields.authority == fields.host else {
            return respond(refusal(status: 400))
        }
        let asked = AdminRequest(
            method: request.method,
            target: request.target,
            host: fields.host,
            authorization: fields.authorization,
            origin: fields.origin,
            site: fields.site,
            contentType: request.contentType,
            ifNoneMatch: fields.ifNoneMatch,
            client: client ?? AddressKey(nil),
            body: request.body
        )
        switch router.reply(to: asked) {
        case .response(let response): respond(Self.response(response))
        case .later(let make):
            Task { respond(Self.response(await make())) }
        case .requests(let filter, let number): respond(stream(filter, after: number, isHead: request.method == "HEAD"))
        }
    }

    func refusal(status: Int) -> OriginResponse {
        let message =
            switch status {
            case 413: "The body is too large."
            case 414, 431: "The head of the request is too large."
            case 417: "The server does not do what Expect asks for."
            case 408: "The request did not arrive in time."
            default: "The request is malformed, or names no host."
            }
        return Self.response(.error(status, message))
    }

    private static func response(_ made: AdminResponse) -> OriginResponse {
        var response = OriginResponse(status: made.status, body: made.status == 304 ? [] : made.body)
        response.contentType = made.contentType
        let isCacheable = made["Cache-Control"] != nil
        response.headers =
            made.headers + (isCacheable ? [] : [HeaderField(name: "Cache-Control", value: "no-store")]) + headers
        return response
    }

    private func stream(_ filter: RequestFilter, after number: UInt64?, isHead: Bool) -> OriginResponse {
        var response = Self.response(AdminResponse(contentType: "text/event-stream", body: []))
        if isHead {
            response.events = NoEvents()
            return response
        }
        guard let feed = router.console?.feed, let stream = RequestStream(feed, filter, after: number) else {
            return Self.response(.error(429, "Too many clients read the requests."))
        }
        response.events = stream
        return response
    }
}

/// The events of a response without a body.
private final class NoEvents: EventSource {
    func start(wake: @escaping @Sendable () -> Void) {}

    func next() -> [UInt8] { [] }
}

/// The records of requests on their way to one client, as server-sent events.
private final class RequestStream: EventSource {
    /// Wakes the connection when it is there.
    private final class Wake: Sendable {
        private let wake = Locked<(@Sendable () -> Void)?>(nil)

        func set(_ wake: @escaping @Sendable () -> Void) { self.wake.withLock { $0 = wake } }

        func callAsFunction() { wake.withLock { $0 }?() }
    }

    private let feed: RequestFeed
    private let id: Int
    private let wake: Wake
    private let isFirst = Locked(true)

    /// Fails if there are too many clients.
    init?(_ feed: RequestFeed, _ filter: RequestFilter, after number: UInt64?) {
        let wake = Wake()
        guard let id = feed.add(filter, after: number, wake: { wake() }) else { return nil }
        self.feed = feed
        self.id = id
        self.wake = wake
    }

    deinit { feed.remove(id) }

    func start(wake: @escaping @Sendable () -> Void) { self.wake.set(wake) }

    func next() -> [UInt8] {
        let (entries, dropped) = feed.take(id)
        // A comment, so that the client sees the start of the stream.
        var text = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst ? ": requests\n\n" : ""
        }
        if dropped > 0 { text += "event: dropped\ndata: \(dropped)\n\n" }
        for entry in entries { text += entry.event }
        return Array(text.utf8)
    }
}
