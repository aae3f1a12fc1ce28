import PubNub

/// The connection of a provider.
public enum ChatConnectionState: Hashable, Sendable {
    /// The app has not connected the provider, or has disconnected it.
    case idle
    /// The app connects the provider.
    case connecting
    case connected
    /// The service cannot be reached, with the last error. The client tries again if its configuration says so.
    case waiting(reason: String)
    /// The client cannot connect with its configuration, with the error.
    case failed(reason: String)
    /// The provider is closed.
    case closed
}

extension ChatConnectionState {
    /// The state of a client that is not connected.
    ///
    /// - Parameter error: Why the connection ended; nil if the app disconnected the client.
    init(after error: (any Error)?) {
        guard let error else {
            self = .idle
            return
        }
        let isRepeated = (error as? PNError)?.isConnectionWorthRepeating == true
        self = isRepeated ? .waiting(reason: "\(error)") : .failed(reason: "\(error)")
    }
}

extension PNError {
    /// Whether the client refused a call to connect without an attempt, which only the closure of the call learns.
    var isRefusalToConnect: Bool { [kPNClientConfigurationError, kPNRequestQueueFullError].contains(code) }

    /// Whether another attempt to connect may succeed with the same configuration.
    var isConnectionWorthRepeating: Bool {
        isTemporary || code == kPNClientConnectionFailedOnInternetFailureError
    }
}
