/// A request as it came in, with what its response needs to know about the connection.
struct ArrivedRequest {
    /// What becomes of the request.
    enum Outcome {
        case serve
        /// The core has nothing to do with it.
        indirect case respond(OriginResponse)
        /// It was not read to its end. The response is the connection's last.
        indirect case refuse(OriginResponse)
    }

    /// The request, with its route.
    let request: OriginRequest
    /// Always true with HTTP/2, where a stream ends by itself and the connection is for all of them.
    let keepAlive: Bool
    let outcome: Outcome
    /// The header in which a proxy names the client; empty without it, and for a connection of another peer.
    var forwarded: ForwardedLines = []

    /// A request that was read to its end.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - requestedHeaders: The headers that a browser asks for, as it lists them.
    ///   - contentCoding: The encoding of the body.
    ///   - keepAlive: Whether the client wants the connection to go on.
    ///   - isOtherService: Whether it is for another service than that of clients, which gets requests of all methods. It is not by default.
    init(
        _ request: OriginRequest,
        requestedHeaders: [String],
        contentCoding: ContentCoding,
        keepAlive: Bool,
        isOtherService: Bool = false
    ) {
        self.request = request
        self.keepAlive = keepAlive
        if !RequestTarget.isWellFormed(request.target),
            !RequestTarget.isWellFormed(RouteMatch.escapingFileName(request.target))
        {
            outcome = .respond(ErrorResponse.badRequest)
        } else if isOtherService {
            outcome = .serve
        } else if case .unknown = contentCoding, !request.body.isEmpty || request.upload != nil {
            outcome = .respond(ErrorResponse.unsupportedCoding)
        } else if request.method == "OPTIONS" {
            outcome = .respond(CrossOrigin.preflight(requested: requestedHeaders))
        } else {
            outcome = .serve
        }
    }

    /// A request that was read to its end, and gets a response without the core.
    init(_ request: OriginRequest, response: OriginResponse, keepAlive: Bool) {
        self.request = request
        self.keepAlive = keepAlive
        outcome = .respond(response)
    }

    /// The refusal of a request.
    init(refusal: OriginResponse) {
        request = OriginRequest(target: "")
        keepAlive = false
        outcome = .refuse(refusal)
    }

    /// The response to a request that was not read to its end; nil for any other.
    var refusal: OriginResponse? {
        if case .refuse(let response) = outcome { response } else { nil }
    }

    /// Whether it was not read to its end.
    var isRefused: Bool {
        if case .refuse = outcome { true } else { false }
    }

    /// About how much memory it takes.
    var bytes: Int { request.target.utf8.count + request.body.count + 256 }
}
