/// Suspending the client while its app does not need it (Documentation/WireProtocol.md, "Suspension and identifier").
extension PubNub {
    /// Suspends the client: what an app calls before it, or its machine, goes to sleep.
    ///
    /// The delegate is asked first whether the client goes on (`shouldRunClientInBackground`); when it says so nothing
    /// happens. Then it is told (`pubnubClient(_:willSuspendWith:)`) and may work with the client for the last time, for
    /// ten seconds at most from this call on. Then the client stops without a word to anybody: the long poll and
    /// heartbeats end, calls under way and later ones fail with 109, subscriptions and how far they have been read are
    /// kept. No leave is sent: the others see the client until its presence times out.
    ///
    /// A client that is not connected and not trying to be, or is suspended already, stays as it is.
    /// ``connect(successBlock:errorBlock:)-method`` ends a suspension as ``resume()`` does, ``disconnect()-method`` ends it and
    /// forgets the subscriptions. To suspend with the process see ``PNConfiguration/shouldSuspendWithProcess``.
    public func suspend() {
        engine.suspend()
    }

    /// Takes the client out of its suspension, or calls one off that the delegate is still working before.
    ///
    /// The client connects again (`willConnectToOrigin`, `didConnectToOrigin`) and restores its subscriptions
    /// (`willRestoreSubscriptionOn`, `didRestoreSubscriptionOn`) from where it had stopped reading, if configuration and
    /// delegate allow that; messages that the service no longer had are told as a gap. One that had lost its connection
    /// before goes on trying to reconnect. Nothing happens to a client that is not suspended.
    public func resume() {
        engine.resume()
    }
}
