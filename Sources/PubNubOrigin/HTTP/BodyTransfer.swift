/// A streamed body that is being sent: how much of it, and by when the client has to read on. It lives on an event loop.
final class BodyTransfer {
    let body: StreamedBody
    /// The status of its response.
    let status: Int
    /// Whether the head of the response lets the connection stay open.
    let keepAlive: Bool
    /// When the client last made room for a part, by the server's clock.
    private(set) var lastProgress: Duration
    private var position = 0
    private var ticket: DownloadTicket?
    private var alarm: Alarm?

    init(_ body: StreamedBody, status: Int, keepAlive: Bool, _ ticket: DownloadTicket, at uptime: Duration) {
        self.body = body
        self.status = status
        self.keepAlive = keepAlive
        self.ticket = ticket
        lastProgress = uptime
    }

    /// The number of bytes that are not yet sent.
    var rest: Int { body.length - position }

    /// The client has made room for a part.
    func progressed(at uptime: Duration) { lastProgress = uptime }

    /// The range of the next part.
    func next(_ count: Int) -> Range<Int> { position..<min(position + count, body.length) }

    /// The part of a range is written.
    func wrote(_ range: Range<Int>) { position = range.upperBound }

    /// Notes the timer that was set for the client.
    func isWatched(by alarm: Alarm) { self.alarm = alarm }

    /// The last part is written: the client has no time limit for the body any more.
    func endWatch() {
        alarm?.cancel()
        alarm = nil
    }

    /// The body is with the kernel, or is not sent on.
    func end() {
        endWatch()
        ticket = nil
    }
}
