import PubNubCore

/// Suspending the client while its application does not need it (Documentation/WireProtocol.md, "Suspension and
/// identifier").
extension PubNub {
    /// Suspends the client. Call this before the application or its machine goes to sleep.
    ///
    /// The delegate is asked first whether the client continues (`shouldRunClientInBackground`); if it agrees, nothing
    /// happens. Then the delegate receives `pubnubClient(_:willSuspendWith:)` and may use the client for the last time,
    /// for at most ten seconds after this call. Then the client stops without events: the long poll and heartbeats end,
    /// calls in flight and later ones fail with 109, and the client retains its subscriptions and their positions. It
    /// sends no leave, so other clients see it until its presence times out.
    ///
    /// A client that is suspended already, or neither connected nor connecting, stays as it is.
    /// ``connect(successBlock:errorBlock:)-method`` ends a suspension as ``resume()`` does, ``disconnect()-method``
    /// ends it and forgets the subscriptions. To suspend with the process see
    /// ``PNConfiguration/shouldSuspendWithProcess``.
    public func suspend() {
        engine.suspend()
    }

    /// Ends a suspension, or cancels one before which the delegate is still working.
    ///
    /// The client connects again (`willConnectToOrigin`, `didConnectToOrigin`) and restores its subscriptions
    /// (`willRestoreSubscriptionOn`, `didRestoreSubscriptionOn`) from their last position if configuration and delegate
    /// allow that. It reports messages that the service did not store long enough as a gap. A client that had lost its
    /// connection before continues trying to reconnect. A client that is not suspended stays as it is.
    public func resume() {
        engine.resume()
    }
}
