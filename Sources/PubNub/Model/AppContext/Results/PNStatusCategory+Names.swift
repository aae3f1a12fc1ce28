/// The names as Objective-C has them.
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
