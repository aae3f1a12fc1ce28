/// What kind of end an operation came to.
public enum PNStatusCategory: Int, Sendable, Hashable, CaseIterable {
    /// Something that no other category stands for: too many requests, trouble of the service.
    /// ``PNErrorData/information`` says what.
    case unknownCategory = 0
    /// The service did what it was asked for.
    case acknowledgmentCategory = 1
    /// Access rights are missing, or App Context is not enabled for the subscribe key.
    case accessDeniedCategory = 2
    /// No answer came in time.
    case timeoutCategory = 3
    /// There is no connection, or it broke; also a client that is not connected.
    case networkIssuesCategory = 4
    /// The request is wrong: the client did not send it, or the service refused it.
    case badRequestCategory = 11
    /// The request is too long, for instance for its filter.
    case requestURITooLongCategory = 12
    /// The filter is wrong.
    case malformedFilterExpressionCategory = 13
    /// The answer is not what the protocol says.
    case malformedResponseCategory = 14
    /// TLS could not be agreed on.
    case tlsConnectionFailedCategory = 16
    /// What was asked for does not exist.
    case resourceNotFoundCategory = 19
    /// The object has been modified since it was read: the entity tag of the request does not match (HTTP 412). Nothing was
    /// changed.
    case entityTagMismatchCategory = 412

    /// The category in words.
    var text: String {
        switch self {
        case .unknownCategory: "Unknown"
        case .acknowledgmentCategory: "Acknowledgment"
        case .accessDeniedCategory: "Access Denied"
        case .timeoutCategory: "Timeout"
        case .networkIssuesCategory: "Network Issues"
        case .badRequestCategory: "Bad Request"
        case .requestURITooLongCategory: "Request URI Too Long"
        case .malformedFilterExpressionCategory: "Malformed Filter Expression"
        case .malformedResponseCategory: "Malformed Response"
        case .tlsConnectionFailedCategory: "TLS Connection Failed"
        case .resourceNotFoundCategory: "Resource Not Found"
        case .entityTagMismatchCategory: "Entity Tag Mismatch"
        }
    }
}
