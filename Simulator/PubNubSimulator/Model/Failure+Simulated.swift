import PubNub

/// The failures that a simulated network and service bring about, as the engine would make them.
extension Failure {
    static let unreachable = Failure(.unreachable, code: kPNRequestExecutionFailedOnInternetFailureError)
    static let noNetwork = Failure.noNetwork(code: kPNRequestExecutionFailedOnInternetFailureError)
    static let interrupted = Failure(.interrupted, code: kPNClientConnectionClosedOnServerRequestError)
    static let insecure = Failure(.insecure, code: kPNClientConnectionClosedOnSSLNegotiationFailureError)
    static let malformed = Failure(.malformed, code: kPNResponseMalformedJSONError)
    static let serverTrouble = Failure(.serverTrouble, code: kPNUnknownError)
    static let refused = Failure(.refused, code: kPNInvalidSubscribeOrPublishKeyError)
    static let cancelled = Failure(.local, code: kPNRequestExecutionFailedClientNotReadyError)

    /// HTTP 503 with a time to wait, or 429 with or without one; the time is in microseconds.
    static func busy(isRateLimit: Bool, retryAfter: Int?) -> Failure {
        var failure = isRateLimit ? Failure(.refused, code: kPNAPIRateExceededError) : serverTrouble
        failure.retryAfter = retryAfter.map { .microseconds($0) }
        return failure
    }

    static func refusal(channels: [String], groups: [String]) -> Failure {
        Failure(.forbidden, code: kPNAPIAccessForbiddenError, channels: channels, groups: groups)
    }
}
