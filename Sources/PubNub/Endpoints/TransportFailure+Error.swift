extension TransportFailure {
    /// The error this failure is reported as when it happens in `phase`.
    ///
    /// A reply larger than allowed counts as one that cannot be read, like malformed JSON.
    func error(in phase: TransportPhase) -> PNError {
        PNError(code: code(in: phase)).caused(by: self)
    }

    private func code(in phase: TransportPhase) -> Int {
        switch self {
        case .nameNotResolved, .unreachable:
            switch phase {
            case .connecting: kPNClientConnectionFailedOnInternetFailureError
            case .connected: kPNClientConnectionClosedOnInternetFailureError
            case .requesting: kPNRequestExecutionFailedOnInternetFailureError
            }
        case .tls: kPNClientConnectionClosedOnSSLNegotiationFailureError
        case .reset, .closed: kPNClientConnectionClosedOnServerRequestError
        case .connectTimedOut, .socket: kPNClientConnectionClosedOnSocketsError
        case .cancelled: kPNRequestExecutionFailedClientNotReadyError
        case .badEncoding: kPNResponseEncodingError
        case .tooLarge: kPNResponseMalformedJSONError
        case .setup: kPNConnectionErrorOnSetup
        }
    }
}
