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

    static func refusal(channels: [String], groups: [String]) -> Failure {
        Failure(.forbidden, code: kPNAPIAccessForbiddenError, channels: channels, groups: groups)
    }
}
