/// The kind of outcome of an operation.
public enum PNStatusCategory: Int, Sendable, Hashable, CaseIterable {
    /// An error without a category of its own, such as too many requests or a server error.
    /// ``PNErrorData/information`` describes it.
    case unknownCategory = 0
    /// The service performed the operation.
    case acknowledgmentCategory = 1
    /// Access rights are missing, or App Context is not enabled for the subscribe key.
    case accessDeniedCategory = 2
    /// No response arrived in time.
    case timeoutCategory = 3
    /// The connection failed, or the client is not connected.
    case networkIssuesCategory = 4
    /// The request is invalid: the client did not send it, or the service refused it.
    case badRequestCategory = 11
    /// The request is too long, for instance for its filter.
    case requestURITooLongCategory = 12
    /// The filter expression is invalid.
    case malformedFilterExpressionCategory = 13
    /// The response does not conform to the protocol.
    case malformedResponseCategory = 14
    /// The TLS handshake failed.
    case tlsConnectionFailedCategory = 16
    /// The requested object does not exist.
    case resourceNotFoundCategory = 19
    /// The object has been modified since it was read: the entity tag of the request does not match (HTTP 412). Nothing was
    /// changed.
    case entityTagMismatchCategory = 412

    /// The category as text.
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

/// The names of Objective-C.
extension PNStatusCategory {
    /// Another name of ``unknownCategory``.
    public static let PNUnknownCategory = PNStatusCategory.unknownCategory

    /// Another name of ``acknowledgmentCategory``.
    public static let PNAcknowledgmentCategory = PNStatusCategory.acknowledgmentCategory

    /// Another name of ``accessDeniedCategory``.
    public static let PNAccessDeniedCategory = PNStatusCategory.accessDeniedCategory

    /// Another name of ``timeoutCategory``.
    public static let PNTimeoutCategory = PNStatusCategory.timeoutCategory

    /// Another name of ``networkIssuesCategory``.
    public static let PNNetworkIssuesCategory = PNStatusCategory.networkIssuesCategory

    /// Another name of ``badRequestCategory``.
    public static let PNBadRequestCategory = PNStatusCategory.badRequestCategory

    /// Another name of ``requestURITooLongCategory``.
    public static let PNRequestURITooLongCategory = PNStatusCategory.requestURITooLongCategory

    /// Another name of ``malformedFilterExpressionCategory``.
    public static let PNMalformedFilterExpressionCategory = PNStatusCategory.malformedFilterExpressionCategory

    /// Another name of ``malformedResponseCategory``.
    public static let PNMalformedResponseCategory = PNStatusCategory.malformedResponseCategory

    /// Another name of ``tlsConnectionFailedCategory``.
    public static let PNTLSConnectionFailedCategory = PNStatusCategory.tlsConnectionFailedCategory

    /// Another name of ``entityTagMismatchCategory``.
    public static let PNEntityTagMismatchCategory = PNStatusCategory.entityTagMismatchCategory

    /// Another name of ``resourceNotFoundCategory``.
    public static let PNResourceNotFoundCategory = PNStatusCategory.resourceNotFoundCategory
}
