import PubNubCodec
import PubNubSupport
import PubNubWire

/// A response, free of any HTTP library.
package struct OriginResponse: Sendable, Equatable {
    /// The parts that most responses do not have.
    private struct Extras: Sendable {
        var contentType = OriginResponse.usualContentType
        var server: String?
        var headers: [HeaderField] = []
        var sharedGzip: SharedGzip?
        var streamed: StreamedBody?
        var events: (any EventSource)?

        var areUsual: Bool {
            server == nil && headers.isEmpty && !isStreamed && contentType == OriginResponse.usualContentType
        }

        var isStreamed: Bool { streamed != nil || events != nil }
    }

    /// Extras that copies of a response share, so that a copy of the usual one counts no references to them.
    private final class SharedExtras: Sendable {
        let extras: Extras
        let areUsual: Bool

        init(_ extras: Extras) {
            self.extras = extras
            areUsual = extras.areUsual
        }
    }

    package var status = 200
    /// Whether it is the last response of its HTTP/1.1 connection, so that the client connects again, possibly to another server.
    var closesConnection = false
    package var body: [UInt8] {
        didSet { if sharedGzip != nil { sharedGzip = nil } }
    }
    /// nil for the usual extras.
    private var shared: SharedExtras?

    private var extras: Extras {
        get { shared?.extras ?? Extras() }
        set { shared = SharedExtras(newValue) }
    }

    /// Whether it has the usual type, and no headers of its own.
    var hasUsualHeaders: Bool { shared?.areUsual ?? true }

    package var contentType: String {
        get { shared?.extras.contentType ?? Self.usualContentType }
        set { extras.contentType = newValue }
    }

    /// The `Server` header; nil sends none.
    var server: String? {
        get { shared?.extras.server }
        set { extras.server = newValue }
    }

    /// Headers in addition to those of every response.
    package var headers: [HeaderField] {
        get { shared?.extras.headers ?? [] }
        set { extras.headers = newValue }
    }

    /// Where copies of this response share the compressed form of their body; nil if each compresses its own.
    private var sharedGzip: SharedGzip? {
        get { shared?.extras.sharedGzip }
        set { extras.sharedGzip = newValue }
    }

    /// The body if it is read while it is sent; nil if ``body`` has it.
    var streamed: StreamedBody? {
        get { shared?.extras.streamed }
        set { extras.streamed = newValue }
    }

    /// The body that follows ``body`` until the client leaves; nil for a body with an end.
    package var events: (any EventSource)? {
        get { shared?.extras.events }
        set { extras.events = newValue }
    }

    /// Whether more than ``body`` is sent.
    var isStreamed: Bool { shared?.extras.isStreamed ?? false }

    /// The type of most responses.
    static let usualContentType = "text/javascript; charset=\"UTF-8\""

    package init(status: Int = 200, server: String? = nil, body: [UInt8]) {
        self.status = status
        self.body = body
        if server != nil { self.server = server }
    }

    init(status: Int = 200, server: String? = nil, text: String) {
        self.init(status: status, server: server, body: Array(text.utf8))
    }

    package static func == (left: OriginResponse, right: OriginResponse) -> Bool {
        left.status == right.status && left.contentType == right.contentType && left.server == right.server
            && left.closesConnection == right.closesConnection && left.headers == right.headers
            && left.body == right.body && left.streamed === right.streamed && left.events === right.events
    }

    /// The same response as a call of a JSONP function; unchanged without a function.
    func wrapped(in callback: String?) -> OriginResponse {
        guard let callback else { return self }
        var wrapped = self
        wrapped.body = JSONP.wrap(body, callback: callback)
        return wrapped
    }

    /// The same response for several clients: its body is compressed when the first of them needs that, and never again. Changing the
    /// body of a copy ends its share.
    func sharingBody() -> OriginResponse {
        var response = self
        response.sharedGzip = SharedGzip()
        return response
    }

    /// Whether its body may be compressed. The ranges of a file are those of its own bytes.
    var mayBeCompressed: Bool { hasUsualHeaders || !headers.contains { $0.name == "Accept-Ranges" } }

    /// Whether it is a response for several clients.
    var isShared: Bool { sharedGzip != nil }

    /// Whether it is the same response for another client.
    func sharesBody(with other: OriginResponse) -> Bool {
        // A change of a header, or of the body, ends the share of the extras.
        isShared && shared === other.shared && status == other.status && closesConnection == other.closesConnection
    }

    /// The body compressed with gzip; nil if zlib fails. Takes time, so no lock may be held.
    func gzippedBody() -> [UInt8]? {
        guard let sharedGzip else { return try? Gzip.compress(body) }
        return sharedGzip.compressed(body)
    }
}

/// A header of a response.
package struct HeaderField: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The compressed form of a body that several responses have. The first that needs it makes it, on its own thread; others that need
/// it at the same time wait for that, which takes no longer than compressing the body again.
private final class SharedGzip: Sendable {
    private enum State {
        case notMade
        case made([UInt8]?)
    }

    private let state = Locked(State.notMade)

    func compressed(_ body: [UInt8]) -> [UInt8]? {
        state.withLock { state in
            if case .made(let bytes) = state { return bytes }
            let bytes = try? Gzip.compress(body)
            state = .made(bytes)
            return bytes
        }
    }
}
