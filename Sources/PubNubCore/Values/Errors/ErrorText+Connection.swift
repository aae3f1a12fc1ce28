import PubNubMachines

extension ErrorText {
    /// Configuration, connection and requests.
    static let connection: [Int: ErrorText] = [
        ErrorCode.configurationMissing: ErrorText(
            description: "The client is not configured.",
            reason: "The configuration is missing, or has neither a publish nor a subscribe key.",
            suggestion: "Set a configuration with at least one of the two keys before connecting."
        ),
        ErrorCode.alreadyConnected: ErrorText(
            description: "The client is connected or connecting already.",
            reason: "connect was called again before a disconnect.",
            suggestion: "Disconnect first, or set another configuration: the client then reconnects by itself."
        ),
        ErrorCode.connectionFailedWithoutNetwork: ErrorText(
            description: "The client could not connect.",
            reason: "The network is unavailable, or the origin cannot be reached.",
            suggestion: "Check the network and the name of the origin. The client connects by itself when the network "
                + "is back, if it is configured to."
        ),
        ErrorCode.connectionLostWithNetwork: ErrorText(
            description: "The client lost its connection.",
            reason: "The network became unavailable, or the origin cannot be reached any more.",
            suggestion: "Check the network. The client reconnects by itself when the network is back, if it is "
                + "configured to."
        ),
        ErrorCode.connectionNotSecured: ErrorText(
            description: "A secure connection could not be set up.",
            reason: "The origin's certificate was not accepted, or client and server support no common cipher.",
            suggestion: "Check the clock, the installed certificate authorities and the origin. Relaxing security in "
                + "the configuration is possible, but exposes the traffic."
        ),
        ErrorCode.connectionClosedByServer: ErrorText(
            description: "The server closed the connection.",
            reason: "The server ended the connection before it sent a response.",
            suggestion: "Repeat the call. If it fails again, check the proxies and firewalls between "
                + "the client and the origin."
        ),
        ErrorCode.connectionFailed: ErrorText(
            description: "The connection failed.",
            reason: "The operating system reported an error on the connection.",
            suggestion: "Repeat the call. If it fails again, check the network."
        ),
        ErrorCode.requestFailedWithoutNetwork: ErrorText(
            description: "The request failed.",
            reason: "The network is unavailable, or the origin cannot be reached.",
            suggestion: "Repeat the call when the network is back."
        ),
        ErrorCode.notConnected: ErrorText(
            description: "The request was not sent.",
            reason: "The client is not connected.",
            suggestion: "Connect, and repeat the call when the client reports that it is connected."
        ),
        ErrorCode.suspended: ErrorText(
            description: "The request was not sent.",
            reason: "The client is suspended.",
            suggestion: "Repeat the call when the client is resumed."
        ),
        ErrorCode.requestQueueFull: ErrorText(
            description: "The request was not sent.",
            reason: "Too many calls wait to be sent: 10,000 for one channel, or 100,000 in all; "
                + "or 10,000 changes of the subscription, or changes of 100,000 channels and groups.",
            suggestion: "Wait for calls to end before making more, then repeat this one."
        ),
        ErrorCode.requestTimedOut: ErrorText(
            description: "No response arrived in time.",
            reason: "The origin or the network is slow, or the time limit in the configuration is too short.",
            suggestion: "Repeat the call, or give it more time in the configuration."
        ),
        ErrorCode.requestRescheduled: ErrorText(
            description: "The client has to send the request again.",
            reason: "The client was changing its connection.",
            suggestion: "Do nothing: the client sends the request again."
        ),
        ErrorCode.responseNotText: ErrorText(
            description: "The response could not be read.",
            reason: "The response is not text in a known encoding.",
            suggestion: "Repeat the call. If it fails again, check the proxies and firewalls between "
                + "the client and the origin."
        ),
        ErrorCode.responseMalformed: ErrorText(
            description: "The response could not be parsed.",
            reason: "The response does not conform to the protocol.",
            suggestion: "Repeat the call. If it fails again, check the proxies and firewalls between "
                + "the client and the origin."
        ),
        ErrorCode.connectionSetUpFailed: ErrorText(
            description: "The client could not prepare its connection.",
            reason: "A setting of the connection is invalid, such as the origin or the certificate authority file.",
            suggestion: "Check the configuration."
        ),
    ]
}
