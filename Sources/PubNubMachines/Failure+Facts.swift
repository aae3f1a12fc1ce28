/// The facts of a failure that each face reports in its own errors.
extension Failure {
    /// The HTTP status of the response, or the one that the failure means; `nil` without a response.
    package var statusCode: Int? {
        if let status = response?.status { return status }
        if isTooManyRequests { return 429 }
        if isRequestTimeout { return 408 }
        return kind == .forbidden ? 403 : nil
    }

    /// Whether the feature is disabled for the subscribe key. No other failure means that, in particular no refused access.
    package var isFeatureOff: Bool {
        [ErrorCode.notEnabled, ErrorCode.storageNotEnabled, ErrorCode.presenceNotEnabled].contains(code)
    }

    /// Whether the service has no such object.
    package var isNotFound: Bool { response?.status == 404 }

    /// Whether the access manager refused the call. It may be granted later.
    package var isForbidden: Bool {
        !isFeatureOff && (code == ErrorCode.accessForbidden || kind == .forbidden || response?.status == 401)
    }

    /// Whether an argument of the call is invalid; the reason names it.
    package var isInvalidInput: Bool { if case .input? = cause { true } else { false } }

    /// Whether the caller abandoned the call.
    package var isAbandoned: Bool { code == ErrorCode.abandoned }

    /// Whether the network or the service itself failed, so that the call may work later.
    package var isTemporary: Bool {
        switch kind {
        case .unreachable, .interrupted, .serverError, .timedOut: true
        case .refused: isRateLimit
        // Calls made while the client is not connected fail without an attempt.
        case .local: isNotReady
        case .insecure, .forbidden, .malformed, .unsent: false
        }
    }

    /// Whether the call itself was refused, before or after it was sent, so that it would fail again.
    package var isRefusedForGood: Bool {
        guard !isTemporary, !isOutcomeUnknown else { return false }
        return switch kind {
        case .forbidden: true
        case .refused: !isRequestTimeout && code != ErrorCode.responseNotText
        case .local:
            [
                ErrorCode.messageTooLong, ErrorCode.messageEmpty, ErrorCode.channelMissing, ErrorCode.invalidJSON,
                ErrorCode.invalidChannelName,
            ].contains(code)
        // The client found the call invalid before it sent anything.
        case .unsent: !isNotReady
        case .unreachable, .interrupted, .insecure, .malformed, .serverError, .timedOut: false
        }
    }

    /// Whether the client could not send the call at that moment.
    package var isNotReady: Bool {
        ErrorCode.withoutConnection.contains(code) || code == ErrorCode.requestQueueFull
    }
}
