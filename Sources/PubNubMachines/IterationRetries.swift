/// The pauses before targets of iterations are asked for again, after the service could not subscribe the client to them.
package struct IterationRetries: Sendable, Equatable {
    private var backoff: Backoff
    private var failures = 0

    package init(seed: UInt64) {
        backoff = Backoff(seed: seed)
    }

    /// A change failed: the pause before the next attempt, longer after each failure. ``SubscribeMachine`` has repeated
    /// the request before, after shorter pauses.
    package mutating func pause(after failure: Failure) -> Duration {
        defer { failures += 1 }
        return backoff.delay(attempt: SubscribeMachine.retries + failures, atLeast: failure.retryAfter)
    }

    /// A change succeeded, or the connection ended.
    package mutating func reset() { failures = 0 }
}

extension Failure {
    /// Whether a change for iterations would fail again after a pause or on the next connection, so that they end.
    package var endsIterations: Bool {
        switch kind {
        case .forbidden, .malformed, .unsent: true
        case .refused: !isRateLimit && !isRequestTimeout
        case .local: !isNotReady
        case .unreachable, .interrupted, .insecure, .serverError, .timedOut: false
        }
    }
}
