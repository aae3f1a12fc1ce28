/// A fault of one request.
enum Fault: Hashable, Sendable {
    /// The connection breaks before the service receives the request.
    case dropBefore
    /// The service processes the request, but the connection breaks before its response arrives.
    case dropAfter
    /// The response is truncated or malformed.
    case malformed
    case serverError
    /// A 503 or 429 that asks the client to wait for this many microseconds; a 429 may name no time.
    case busy(isRateLimit: Bool, retryAfter: Int?)
    /// A 4xx that does not concern access rights.
    case refusal
    /// A 403 that no change of rights causes; it names a requested channel, or nothing.
    case forbidden(named: Bool)
    /// No response ever arrives.
    case stall
    /// The response takes this many microseconds longer.
    case delay(Int)
    /// The service sends this many messages again.
    case repeatPage(Int)
    /// The service sets the timetoken of the page back by this many messages.
    case rewind(Int)

    /// The kinds of requests that a fault can affect.
    enum Lane: String, CaseIterable, Sendable {
        case probe, join, poll, leave, heartbeat, call, history
    }

    /// The rows of the table that is printed at the end of a run.
    enum Kind: String, CaseIterable, Sendable {
        case dropBefore = "connection dropped before the service acted"
        case dropAfter = "connection dropped after the service acted"
        case malformed = "malformed answer"
        case serverError = "5xx"
        case busy = "503 or 429 that asks to wait"
        case heldBack = "call that the transport held back"
        case refusal = "4xx"
        case forbidden = "403"
        case stall = "no answer"
        case delay = "delayed answer"
        case repeated = "page repeated by the service"
        case rewound = "token set back by the service"
        case cut = "all connections cut"
        case refused = "origin unreachable"
        case unnamed = "name not resolved"
        case insecure = "TLS failed"
        case silent = "silent network"
        case diskFull = "message that could not be written"
        case staleTimer = "timer that fires too late"
        case overrun = "messages that the service no longer had"
    }

    var kind: Kind {
        switch self {
        case .dropBefore: .dropBefore
        case .dropAfter: .dropAfter
        case .malformed: .malformed
        case .serverError: .serverError
        case .busy: .busy
        case .refusal: .refusal
        case .forbidden: .forbidden
        case .stall: .stall
        case .delay: .delay
        case .repeatPage: .repeated
        case .rewind: .rewound
        }
    }
}

extension Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .forbidden(let named): named ? "403 that names a channel" : "403 that names nothing"
        case .delay(let time): "answer delayed by \(time.secondsText)"
        case .busy(let isRateLimit, let time):
            (isRateLimit ? "429" : "503") + (time.map { " that asks to wait for \($0.secondsText)" } ?? "")
        case .repeatPage(let count): "\(count) messages repeated by the service"
        case .rewind(let count): "token set back by \(count) messages"
        case .dropBefore, .dropAfter, .malformed, .serverError, .refusal, .stall: kind.rawValue
        }
    }
}
