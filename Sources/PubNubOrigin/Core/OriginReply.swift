import PubNubWire

/// What becomes of a request's connection.
enum OriginReply: Sendable, Equatable {
    /// A response is sent.
    case response(OriginResponse, manner: Manner)
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset

    /// How a response is sent.
    enum Manner: Sendable, Equatable {
        case whole
        /// Cut after this many bytes of the body, and the connection closed.
        case truncated(bytes: Int)
        /// Named gzip and sent plain.
        case wronglyEncoded
        /// In pieces with a pause before each.
        case slow(bytes: Int, every: Duration)
    }
}

/// Takes the reply to a request. An object and not a closure, so that a connection needs none for each of its requests.
protocol ReplyReceiver: AnyObject, Sendable {
    /// Takes the reply, once for each request, on any thread.
    func take(_ reply: OriginReply)
}

extension OriginReply {
    /// The reply to a request that a fault keeps from being served; nil if it is served.
    static func early(_ fault: FaultAction?) -> OriginReply? {
        switch fault {
        case .drop: .close
        case .reset: .reset
        case .status(let status, let body):
            .response(
                body.map { OriginResponse(status: status, text: $0) } ?? ErrorResponse.injected(status),
                manner: .whole
            )
        case .delay, .dropResponse, .truncate, .wrongEncoding, .slow, nil: nil
        }
    }

    /// The reply to a request that was served, with what a fault does to it.
    static func late(_ response: OriginResponse, _ fault: FaultAction?) -> OriginReply {
        switch fault {
        case .dropResponse: .close
        case .truncate(let bytes): .response(response, manner: .truncated(bytes: bytes))
        case .wrongEncoding: .response(response, manner: .wronglyEncoded)
        case .slow(let bytes, let pause): .response(response, manner: .slow(bytes: bytes, every: pause))
        case .delay, .drop, .status, .reset, nil: .response(response, manner: .whole)
        }
    }
}

extension FaultInjector {
    /// Counts a request, and says what goes wrong with it; nil when nothing does.
    mutating func requestArrived(_ arrival: ParsedRequest) -> FaultAction? {
        guard !isIdle else { return nil }
        guard case .call(let arrived) = arrival else { return requestArrived(family: nil, names: []) }
        let call = arrived.call
        return requestArrived(
            family: arrived.endpoint.family,
            names: call.channels + call.groups + [call[.id]].compactMap(\.self)
        )
    }
}
