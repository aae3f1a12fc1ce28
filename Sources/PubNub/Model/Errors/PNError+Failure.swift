import PubNubMachines

/// The kind and the facts of a failure.
extension PNError {
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
        case .unreachable, .interrupted, .insecure, .malformed, .serverError, .timedOut, .unsent: false
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
        case .insecure, .forbidden, .malformed, .unsent, nil: false
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

    /// Whether an argument of the call is invalid; the reason names it.
    package var isInvalidInput: Bool { underlyingError is InputFault }

    /// Whether the caller abandoned the call.
    package var isAbandoned: Bool { code == ErrorCode.abandoned }
}

extension PNError {
    /// The failure that the error reports.
    var failure: Failure { underlyingError as? Failure ?? Failure(unsent: code) }
}

extension Failure {
    /// The error that reports this, about an object of the application.
    func associated(with object: (any Sendable)?) -> PNError { PNError(self).associated(with: object) }
}
