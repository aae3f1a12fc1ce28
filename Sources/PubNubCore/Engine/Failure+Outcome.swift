import PubNubMachines
import PubNubWire

extension Call {
    /// Converts the outcome of a request to `url` into the terms of the machines.
    func result(
        of outcome: Result<TransportResponse, TransportFailure>,
        from url: String
    ) -> Result<Value, Failure> {
        switch outcome {
        case .failure(let failure): .failure(Failure(failure))
        case .success(let response):
            decode(response).map { value in
                ExchangeLog.logRead(response, of: route)
                return value
            }.mapError { failure in
                let isTooLong = response.status == 414 && route.sendsMessage
                var failure = isTooLong ? Failure(ServiceFailure(code: ErrorCode.messageTooLong), status: 414) : failure
                failure.retryAfter = response.retryAfter
                failure.text = failure.text.map { Redaction.reply($0, to: url, of: route, content: body) }
                if let said = failure.response?.information {
                    failure.response?.information = Redaction.reply(said, to: url, of: route, content: body)
                }
                ExchangeLog.logUnread(response, of: route, failure)
                return failure
            }
        }
    }
}

extension Route {
    /// Whether the call sends a message, which is part of the address of a GET request.
    var sendsMessage: Bool {
        switch self {
        case .publish, .signal, .filePublish: true
        default: false
        }
    }
}

extension Failure {
    /// A message whose request has a path and query of so many bytes, which the service refuses with status 414.
    static func addressTooLong(_ count: Int) -> Failure {
        let limit = ServiceLimits.maxMessageBytes
        return Failure(
            unsent: ErrorCode.messageTooLong,
            "The request has a path and query of \(count) bytes; the service accepts \(limit). A compressed message is sent in "
                + "the body, without escaping."
        )
    }
}

extension Failure {
    /// A request without a response (Documentation/WireProtocol.md, "Losing the network").
    init(_ failure: TransportFailure) {
        switch failure.reason {
        case .unreachable:
            self.init(.unreachable, code: ErrorCode.requestFailedWithoutNetwork)
        case .nameNotResolved, .noRoute, .connectTimedOut:
            self = .noNetwork(code: ErrorCode.requestFailedWithoutNetwork)
        case .proxy(let error):
            self.init(.unreachable, code: ErrorCode.requestFailedWithoutNetwork)
            proxy = error
        case .reset, .closed:
            self.init(.interrupted, code: ErrorCode.connectionClosedByServer)
        case .stalled:
            self.init(.timedOut, code: ErrorCode.requestTimedOut)
        case .socket:
            self.init(.interrupted, code: ErrorCode.connectionFailed)
        case .tls:
            self.init(.insecure, code: ErrorCode.connectionNotSecured)
        case .tooLarge:
            self.init(
                .malformed,
                code: ErrorCode.responseMalformed,
                text:
                    "The response body is larger than \(TransportRequest.defaultMaximumBodyBytes) bytes, the limit of this "
                    + "client."
            )
        case .headTooLarge:
            self.init(
                .malformed,
                code: ErrorCode.responseMalformed,
                text:
                    "The response header is larger than this client allows: \(TransportLimits.headerLineBytes) bytes a line, "
                    + "\(TransportLimits.trailerBytes) bytes a trailer, \(TransportLimits.headBytes) bytes in all."
            )
        case .badEncoding:
            self.init(.refused, code: ErrorCode.responseNotText)
        case .setup(let text):
            self.init(.local, code: ErrorCode.connectionSetUpFailed, text: text)
        case .cancelled:
            self.init(.local, code: ErrorCode.notConnected)
        }
        wasSent = failure.wasSent
    }
}

extension Failure {
    /// The failure of a call that is not sent because an earlier step ended with this.
    var endingCall: Failure {
        guard kind == .unsent else {
            var failure = self
            failure.kind = .local
            return failure
        }
        let hasText = ServerErrorText.retainsMessage(for: code)
        return Failure(.local, code: code, text: hasText ? ErrorText(self).description : nil)
    }
}
