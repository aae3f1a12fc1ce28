/// What goes wrong with a request.
public enum FaultAction: Sendable, Equatable {
    /// The request is served, and answered this much later.
    case delay(Duration)
    /// The connection is closed without an answer, and the request not served.
    case drop
    /// The request is served, and the connection closed without the answer.
    case dropAnswer
    /// The request is served, and the connection closed after this many bytes of the answer's body.
    case truncate(bytes: Int)
    /// The request is not served, but answered with a status and a body. nil is a body that names the status.
    case status(Int, body: String? = nil)
    /// The connection is reset (RST) and the request not served.
    case reset
    /// The request is served, and the answer says it is gzip although it is not.
    case wrongEncoding
    /// The request is served, and the answer's body sent in pieces with a pause before each.
    case slow(bytes: Int, every: Duration)
}
