import NIOCore

/// The streams of one HTTP/2 connection: whether it serves any, and how much memory they take together. It lives on the
/// connection's event loop.
final class HTTP2Streams: ConnectionStreams {
    private let pipelines: HTTPPipelines
    private let connection: any Channel
    private let activity: ConnectionActivity?
    private let limit: Int
    /// The number of requests that have arrived whole and have no response.
    private var requestCount = 0
    private var requestBytes = 0
    private var responseBytes = 0
    /// The bytes of the parts of streamed bodies that the client has yet to read.
    private var partBytes = 0
    /// Streams whose requests wait until the client has read responses.
    private var waiting: [() -> Void] = []

    init(pipelines: HTTPPipelines, connection: any Channel, activity: ConnectionActivity?) {
        self.pipelines = pipelines
        self.connection = connection
        self.activity = activity
        limit = pipelines.limits.connectionBytes
    }

    func addRequestHandler(to stream: any Channel) throws {
        try pipelines.addRequestHandler(to: stream, of: connection, streams: self)
    }

    /// A stream serves a request.
    func startedRequest() {
        requestCount += 1
        activity?.becameBusy()
    }

    /// A request that a stream served has its response, or gets none. A response that the client does not read keeps the connection
    /// from being closed for a new one as little as with HTTP/1.1.
    func endedRequest() {
        requestCount -= 1
        if requestCount == 0 { activity?.becameIdle(at: pipelines.uptime) }
    }

    /// The client reads on. The connection counts as idle from then on.
    func progressed() {
        if requestCount == 0 { activity?.becameIdle(at: pipelines.uptime) }
    }

    var peer: ConnectionPeer { pipelines.peer(of: connection, activity) }

    /// The bytes of the responses that the client has yet to read.
    var unreadBytes: Int { responseBytes }

    /// Whether the responses that the client has yet to read leave room for another.
    var mayRespond: Bool { responseBytes < limit }

    /// Counts what a request takes. Returns false if that is too much, and counts nothing then.
    func take(request bytes: Int) -> Bool {
        guard requestBytes + bytes <= limit else { return false }
        requestBytes += bytes
        return true
    }

    func release(request bytes: Int) {
        requestBytes -= bytes
    }

    func take(response bytes: Int) {
        responseBytes += bytes
    }

    /// The client has read a response, or will not.
    func release(response bytes: Int) {
        responseBytes -= bytes
        while mayRespond, !waiting.isEmpty { waiting.removeFirst()() }
    }

    /// How many bytes the parts of all streamed bodies take together, unless there are so many streams that the shortest parts take more.
    private static let maxPartBytes = 256 * 1024
    private static let minPart = 2 * 1024

    /// Counts the next part of a streamed body: half of the room that other parts leave, so that no stream waits for another.
    ///
    /// - Parameter rest: The number of bytes that are left of the body.
    /// - Returns: The number of bytes of the part.
    func takePart(of rest: Int) -> Int {
        let room = max(0, Self.maxPartBytes - partBytes)
        let count = min(rest, max(Self.minPart, min(StreamedBody.partBytes, room / 2)))
        partBytes += count
        return count
    }

    /// The client has read a part, or will not.
    func release(part bytes: Int) {
        partBytes -= bytes
    }

    /// Calls `resume` once there is room for a response.
    func waitForCapacity(_ resume: @escaping () -> Void) {
        waiting.append(resume)
    }
}
