import PubNub

/// Connecting and subscribing as async functions that throw the `PNError` of a failure.
extension PubNub {
    /// Connects; fails with a timeout error after `limit` seconds if a limit is given.
    func connected(within limit: Double?) async throws {
        try await outcome(within: limit) { (outcome: CallOutcome<Void>) in
            connect(
                successBlock: { _ in outcome.end(.success(())) },
                // Without an error the client waits for the network; a command does not. Its errors are about the name of the
                // call, and not about the origin.
                errorBlock: { error in
                    let error = error ?? PNError(code: kPNClientConnectionFailedOnInternetFailureError)
                    outcome.fail(error.associated(with: nil))
                }
            )
        }
    }

    /// Subscribes; fails with a timeout error after `limit` seconds if a limit is given.
    func subscribed(to objects: [any PNChannelProtocol], within limit: Double?) async throws {
        try await outcome(within: limit) { (outcome: CallOutcome<Void>) in
            subscribe(on: objects) { _, _, error in outcome.end(error) }
        }
    }
}
