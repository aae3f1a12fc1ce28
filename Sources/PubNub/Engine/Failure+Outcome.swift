import Foundation
package import PubNubMachines
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
            }.mapError { error in
                let isTooLong = response.status == 414 && route.sendsMessage
                var failure = Failure(
                    isTooLong ? PNError(code: kPNTooLongMessageError) : error,
                    status: response.status
                )
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
        case .publish, .signal: true
        default: false
        }
    }
}

extension Failure {
    /// A message whose request has a path and query of so many bytes, which the service refuses with status 414.
    static func addressTooLong(_ count: Int) -> Failure {
        let limit = ServiceLimits.maxMessageBytes
        return Failure(
            .local,
            code: kPNTooLongMessageError,
            text:
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
            self.init(.unreachable, code: kPNRequestExecutionFailedOnInternetFailureError)
        case .nameNotResolved, .noRoute, .connectTimedOut:
            self = .noNetwork(code: kPNRequestExecutionFailedOnInternetFailureError)
        case .proxy(let error):
            self.init(.unreachable, code: kPNRequestExecutionFailedOnInternetFailureError)
            proxy = error
        case .reset, .closed:
            self.init(.interrupted, code: kPNClientConnectionClosedOnServerRequestError)
        case .socket:
            self.init(.interrupted, code: kPNClientConnectionClosedOnSocketsError)
        case .tls:
            self.init(.insecure, code: kPNClientConnectionClosedOnSSLNegotiationFailureError)
        case .tooLarge:
            self.init(
                .malformed,
                code: kPNResponseMalformedJSONError,
                text:
                    "The response body is larger than \(TransportRequest.defaultMaximumBodyBytes) bytes, the limit of this "
                    + "client."
            )
        case .headTooLarge:
            self.init(
                .malformed,
                code: kPNResponseMalformedJSONError,
                text:
                    "The response header is larger than this client allows: \(TransportLimits.headerLineBytes) bytes a line, "
                    + "\(TransportLimits.trailerBytes) bytes a trailer, \(TransportLimits.headBytes) bytes in all."
            )
        case .badEncoding:
            self.init(.refused, code: kPNResponseEncodingError)
        case .setup(let text):
            self.init(.local, code: kPNConnectionErrorOnSetup, text: text)
        case .cancelled:
            self.init(.local, code: kPNRequestExecutionFailedClientNotReadyError)
        }
        wasSent = failure.wasSent
    }

    /// A response other than the result.
    init(_ error: PNError, status: Int) {
        let kind: Kind =
            switch (status, error.code) {
            case (500..., _): .serverError
            case (403, _), (_, kPNAPIAccessForbiddenError): .forbidden
            case (400..., _): .refused
            case (_, kPNResponseMalformedJSONError): .malformed
            default: .refused
            }
        let named = error.associatedObject as? [any PNChannelProtocol] ?? []
        self.init(
            kind,
            code: error.code,
            text: ServerErrorText.retainsMessage(for: error.code) ? error.localizedDescription : nil,
            channels: named.filter { !$0.isChannelGroup }.map(\.name),
            groups: named.filter(\.isChannelGroup).map(\.name)
        )
        response = error.underlyingError as? ServiceResponse
        isTooManyRequests = status == 429
        isRequestTimeout = status == 408
    }
}

extension Failure {
    /// The failure of a call that is not sent because an earlier step ended with `error`.
    static func local(_ error: PNError) -> Failure {
        var failure = error.underlyingError as? Failure ?? Failure(error, status: 0)
        failure.kind = .local
        return failure
    }
}

extension PNError {
    /// The error that reports a failure.
    package convenience init(_ failure: Failure) {
        let unknown = "No response arrived; the service may or may not have processed the request."
        self.init(
            message: failure.text ?? failure.response?.information,
            code: failure.code,
            reason: failure.isOutcomeUnknown ? unknown : failure.proxy?.reason,
            suggestion: failure.isOutcomeUnknown
                ? "Check whether the call took effect before you repeat it."
                : failure.proxy?.suggestion ?? failure.retryAfter.map(Self.suggestion),
            underlying: failure
        )
    }

    private static func suggestion(waiting pause: Duration) -> String {
        "Repeat the call in \(pause.components.seconds) seconds, as the service asks."
    }

    /// Whether the proxy did not pass the request to the origin.
    package var isProxyError: Bool { (underlyingError as? Failure)?.proxy != nil }

    /// Whether the outcome of the call is unknown: no response arrived, so the service may or may not have processed
    /// it.
    ///
    /// Only calls that the client must not repeat by itself end like this: those that send messages, and changes of
    /// metadata with an entity tag. A message is the ``associatedObject``. To send it again, at the risk of a
    /// duplicate, use ``PubNub/send(_:compressed:storeInHistory:withCompletionBlock:)-method``. `false` after a
    /// refusal, and for requests of which nothing was sent.
    public var isOutcomeUnknown: Bool {
        (underlyingError as? Failure)?.isOutcomeUnknown == true
    }

    /// How long the service asks to wait before the call is repeated; `nil` if it does not ask.
    package var retryAfter: Duration? { (underlyingError as? Failure)?.retryAfter }

    /// Whether the feature is disabled for the subscribe key. No other failure means that, in particular no refused
    /// access.
    package var isFeatureOff: Bool {
        [kPNAPINotAvailableOrNotEnabledError, kPNStorageNotEnabledError, kPNPresenceAPINotAvailableError].contains(code)
    }

    /// Whether the service has no such object.
    package var isNotFound: Bool { (underlyingError as? Failure)?.response?.status == 404 }

    /// Whether the access manager refused the call. It may be granted later.
    package var isForbidden: Bool {
        guard !isFeatureOff else { return false }
        let failure = underlyingError as? Failure
        return code == kPNAPIAccessForbiddenError || failure?.kind == .forbidden || failure?.response?.status == 401
    }

    /// Whether the call itself was refused, before or after it was sent, so that it would fail again.
    package var isRefusedForGood: Bool {
        guard !isTemporary, !isOutcomeUnknown else { return false }
        let notReadyCodes = [
            kPNRequestExecutionFailedOnInternetFailureError, kPNRequestExecutionFailedClientNotReadyError,
            kPNRequestExecutionFailedClientSuspendedError, kPNRequestQueueFullError,
        ]
        // Without a failure the client found the call invalid before sending it.
        guard let failure = underlyingError as? Failure else { return !notReadyCodes.contains(code) }
        return switch failure.kind {
        case .forbidden: true
        case .refused: !failure.isRequestTimeout && code != kPNResponseEncodingError
        case .local:
            [
                kPNTooLongMessageError, kPNMessageHasNoContentError, kPNMessageHasNoChannelError, kPNInvalidJSONError,
                kPNRestrictedCharacterInChannelNameError,
            ].contains(code)
        case .unreachable, .interrupted, .insecure, .malformed, .serverError, .timedOut: false
        }
    }

    /// Whether the network or the service itself failed, so that the call may work later.
    package var isTemporary: Bool {
        let notReadyCodes = [
            kPNRequestExecutionFailedOnInternetFailureError, kPNRequestExecutionFailedClientNotReadyError,
            kPNRequestExecutionFailedClientSuspendedError, kPNRequestQueueFullError,
        ]
        return switch (underlyingError as? Failure)?.kind {
        case .unreachable, .interrupted, .serverError, .timedOut: true
        case .refused: (underlyingError as? Failure)?.isRateLimit == true
        // Calls made while the client is not connected fail without an attempt.
        case .local: notReadyCodes.contains(code)
        case .insecure, .forbidden, .malformed, nil: false
        }
    }
}

extension PNError {
    /// The HTTP status of the response, or the one that the failure means; `nil` without a response.
    package var statusCode: Int? {
        guard let failure = underlyingError as? Failure else { return nil }
        if let status = failure.response?.status { return status }
        if failure.isTooManyRequests { return 429 }
        if failure.isRequestTimeout { return 408 }
        return failure.kind == .forbidden ? 403 : nil
    }

    /// Whether the caller abandoned the call.
    package var isAbandoned: Bool { code == ErrorCode.abandoned }
}
