import Foundation
import PubNubMachines
import PubNubWire

extension Call {
    /// Reads how a request to `url` ended, in the terms that the machines decide on.
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
                var failure = Failure(error, status: response.status)
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

extension Failure {
    /// A request without a response (Documentation/WireProtocol.md, "Losing the network").
    init(_ failure: TransportFailure) {
        switch failure {
        case .unreachable:
            self.init(.unreachable, code: kPNRequestExecutionFailedOnInternetFailureError)
        case .nameNotResolved, .noRoute, .connectTimedOut:
            self = .noNetwork(code: kPNRequestExecutionFailedOnInternetFailureError)
        case .proxy(let trouble):
            self.init(.unreachable, code: kPNRequestExecutionFailedOnInternetFailureError)
            proxy = trouble
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
    }

    /// An answer that is not the result.
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
            text: ServerErrorText.isKept(for: error.code) ? error.localizedDescription : nil,
            channels: named.filter { !$0.isChannelGroup }.map(\.name),
            groups: named.filter(\.isChannelGroup).map(\.name)
        )
        response = error.underlyingError as? ServiceResponse
        isTooManyRequests = status == 429
        isRequestTimeout = status == 408
    }
}

extension Failure {
    /// A call that is not sent because what it depends on ended with `error`.
    static func local(_ error: PNError) -> Failure {
        var failure = error.underlyingError as? Failure ?? Failure(error, status: 0)
        failure.kind = .local
        return failure
    }
}

extension PNError {
    /// The error as which a failure is reported.
    convenience init(_ failure: Failure) {
        let unknown = "Nobody knows whether the service acted on it: no answer says so."
        self.init(
            message: failure.text ?? failure.response?.information,
            code: failure.code,
            reason: failure.isOutcomeUnknown ? unknown : failure.proxy?.reason,
            suggestion: failure.proxy?.suggestion ?? failure.retryAfter.map(Self.suggestion),
            underlying: failure
        )
    }

    private static func suggestion(waiting pause: Duration) -> String {
        "Repeat the call in \(pause.components.seconds) seconds, as the service asks."
    }

    /// Whether the proxy kept the request from the origin.
    package var isProxyTrouble: Bool { (underlyingError as? Failure)?.proxy != nil }

    /// Whether nobody can know if the service acted on the call: a message may have been sent although no answer says so.
    ///
    /// Only calls that must not be made twice by themselves end like this, which are those that send messages, and changes of
    /// metadata that are bound to an entity tag. A message is the ``associatedObject``; where twice is better than never,
    /// send it again with ``PubNub/send(_:compressed:storeInHistory:withCompletionBlock:)-method``. `false` after a refusal,
    /// and for what never left the client.
    public var isOutcomeUnknown: Bool {
        (underlyingError as? Failure)?.isOutcomeUnknown == true
    }

    /// How long the service asks to wait before the call is repeated; nil when it does not say.
    package var retryAfter: Duration? { (underlyingError as? Failure)?.retryAfter }

    /// Whether the service says that what was called is not part of the subscribe key: an add-on that is off. Nothing else means that, and a
    /// refused access least of all.
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

    /// Whether the call itself was refused, before or after it was sent, so that the same call fails again.
    package var isRefusedForGood: Bool {
        guard !isTemporary, !isOutcomeUnknown else { return false }
        let notReadyCodes = [
            kPNRequestExecutionFailedOnInternetFailureError, kPNRequestExecutionFailedClientNotReadyError,
            kPNRequestExecutionFailedClientSuspendedError, kPNRequestQueueFullError,
        ]
        // Without a failure the call was found wrong before anything was sent.
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

    /// Whether the network or the service itself is in trouble, so that the same may work later.
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
