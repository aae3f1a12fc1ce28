import PubNubMachines

/// What every status is made of.
struct StatusContent: Sendable {
    /// Why the operation failed; nil when it did not.
    let error: PNError?
    /// Makes the same call again.
    let again: @Sendable () -> Void

    /// What kind of end it was.
    var category: PNStatusCategory {
        guard let error else { return .acknowledgmentCategory }
        guard let failure = error.underlyingError as? Failure else { return .badRequestCategory }
        return failure.response?.category ?? failure.category
    }

    /// What went wrong, in words; empty when nothing did.
    var information: String {
        guard let error else { return "" }
        if let answer = (error.underlyingError as? Failure)?.response { return answer.information }
        return (error.underlyingError as? InputFault)?.information ?? error.localizedDescription
    }
}

extension ServiceResponse {
    fileprivate var category: PNStatusCategory {
        if isNotEnabled { return .accessDeniedCategory }
        return switch status {
        case 400, 411: .badRequestCategory
        case 403: .accessDeniedCategory
        case 404: .resourceNotFoundCategory
        case 412: .entityTagMismatchCategory
        case 414: .requestURITooLongCategory
        case 481: .malformedFilterExpressionCategory
        default: .unknownCategory
        }
    }
}

extension Failure {
    fileprivate var category: PNStatusCategory {
        switch kind {
        case .unreachable, .interrupted: .networkIssuesCategory
        case .timedOut: .timeoutCategory
        case .insecure: .tlsConnectionFailedCategory
        case .forbidden: .accessDeniedCategory
        case .malformed: .malformedResponseCategory
        case .refused: code == kPNResponseEncodingError ? .malformedResponseCategory : .unknownCategory
        case .serverError: .unknownCategory
        // Not sent, or given up, because there is no connection.
        case .local: code == kPNConnectionErrorOnSetup ? .badRequestCategory : .networkIssuesCategory
        }
    }
}
