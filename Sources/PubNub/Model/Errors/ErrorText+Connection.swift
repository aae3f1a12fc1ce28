extension ErrorText {
    /// Configuration, connection and requests.
    static let connection: [Int: ErrorText] = [
        kPNClientConfigurationError: ErrorText(
            description: "The client is not configured.",
            reason: "The configuration is missing, or has neither a publish nor a subscribe key.",
            suggestion: "Set a configuration with at least one of the two keys before connecting."
        ),
        kPNClientTriedConnectWhileConnectedError: ErrorText(
            description: "The client is connected or connecting already.",
            reason: "connect was called again before a disconnect.",
            suggestion: "Disconnect first, or set another configuration: the client then reconnects by itself."
        ),
        kPNClientConnectionFailedOnInternetFailureError: ErrorText(
            description: "The client could not connect.",
            reason: "There is no network, or the origin cannot be reached.",
            suggestion: "Check the network and the name of the origin. The client connects by itself when the network "
                + "is back, if it is configured to."
        ),
        kPNClientConnectionClosedOnInternetFailureError: ErrorText(
            description: "The client lost its connection.",
            reason: "The network went away, or the origin cannot be reached any more.",
            suggestion: "Check the network. The client reconnects by itself when the network is back, if it is "
                + "configured to."
        ),
        kPNClientConnectionClosedOnSSLNegotiationFailureError: ErrorText(
            description: "A secure connection could not be set up.",
            reason: "The origin's certificate was not accepted, or both sides share no way of encryption.",
            suggestion: "Check the clock, the installed certificate authorities and the origin. Relaxing security in "
                + "the configuration is possible, but exposes the traffic."
        ),
        kPNClientConnectionClosedOnServerRequestError: ErrorText(
            description: "The server closed the connection.",
            reason: "The server ended the connection before it answered.",
            suggestion: "Repeat the call. If it happens again, check what stands between the client and the origin."
        ),
        kPNClientConnectionClosedOnSocketsError: ErrorText(
            description: "The connection broke.",
            reason: "The operating system reported an error of the connection.",
            suggestion: "Repeat the call, and check the network if it happens again."
        ),
        kPNRequestExecutionFailedOnInternetFailureError: ErrorText(
            description: "The request was not sent or not answered.",
            reason: "There is no network, or the origin cannot be reached.",
            suggestion: "Repeat the call when the network is back."
        ),
        kPNRequestExecutionFailedClientNotReadyError: ErrorText(
            description: "The request was not sent.",
            reason: "The client is not connected.",
            suggestion: "Connect, and repeat the call when the client reports that it is connected."
        ),
        kPNRequestExecutionFailedClientSuspendedError: ErrorText(
            description: "The request was not sent.",
            reason: "The client is suspended.",
            suggestion: "Repeat the call when the client is resumed."
        ),
        kPNRequestQueueFullError: ErrorText(
            description: "The request was not sent.",
            reason: "Too many calls wait to be sent: 10,000 for one channel, or 100,000 in all; "
                + "or 10,000 changes of the subscription, or changes of 100,000 channels and groups.",
            suggestion: "Make calls no faster than they end, and repeat this one when others have ended."
        ),
        kPNRequestExecutionFailedByTimeoutError: ErrorText(
            description: "The request was not answered in time.",
            reason: "The origin or the network is slow, or the time limit in the configuration is too short.",
            suggestion: "Repeat the call, or give it more time in the configuration."
        ),
        kPNRequestCantBeProcessedWithOutRescheduleError: ErrorText(
            description: "The request has to be issued again.",
            reason: "The client was busy changing its connection.",
            suggestion: "Nothing has to be done: the client issues the call again."
        ),
        kPNResponseEncodingError: ErrorText(
            description: "The answer could not be read.",
            reason: "The answer of the service is not text in a known encoding.",
            suggestion: "Repeat the call, and check what stands between the client and the origin."
        ),
        kPNResponseMalformedJSONError: ErrorText(
            description: "The answer could not be understood.",
            reason: "The answer of the service is not what the protocol promises.",
            suggestion: "Repeat the call, and check what stands between the client and the origin."
        ),
        kPNConnectionErrorOnSetup: ErrorText(
            description: "The client could not prepare its connection.",
            reason: "A setting of the connection was refused, such as the origin or the certificate authority file.",
            suggestion: "Check the configuration."
        ),
    ]
}
