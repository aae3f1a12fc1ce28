@testable import PubNubMachines

/// The failures that a simulated network and service cause, in the form in which the engine reports them.
extension Failure {
    static let unreachable = Failure(.unreachable, code: ErrorCode.requestFailedWithoutNetwork)
    static let noNetwork = Failure.noNetwork(code: ErrorCode.requestFailedWithoutNetwork)
    static let interrupted = Failure(.interrupted, code: ErrorCode.connectionClosedByServer)
    static let insecure = Failure(.insecure, code: ErrorCode.connectionNotSecured)
    static let malformed = Failure(.malformed, code: ErrorCode.responseMalformed)
    static let serverError = Failure(.serverError, code: ErrorCode.unknown)
    static let refused = Failure(.refused, code: ErrorCode.invalidKey)
    static let cancelled = Failure(.local, code: ErrorCode.notConnected)

    /// HTTP 503 with a `Retry-After`, or 429 with or without one; the time is in microseconds.
    static func busy(isRateLimit: Bool, retryAfter: Int?) -> Failure {
        var failure = isRateLimit ? Failure(.refused, code: ErrorCode.rateExceeded) : serverError
        failure.retryAfter = retryAfter.map { .microseconds($0) }
        return failure
    }

    static func refusal(channels: [String], groups: [String]) -> Failure {
        Failure(.forbidden, code: ErrorCode.accessForbidden, channels: channels, groups: groups)
    }
}
