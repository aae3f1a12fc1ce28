import PubNubWire

/// Connecting, disconnecting, and changing how (README "Connecting and Disconnecting", "Client configuration").
extension PubNub {
    /// Connects to the origin of the configuration.
    ///
    /// Calls made while connecting wait until the client is connected. When the origin cannot be reached the failure is
    /// reported and, if the configuration or the delegate allow it, the client goes on trying: after 1 s, 2 s, 4 s, 8 s,
    /// 16 s and from then on every 30 s, each spread by a quarter, and after a loss for the first time after 0.1 s. A
    /// success lets the row begin anew. A link, an address or a default route that appears ends a pause.
    ///
    /// While it is connected it checks the origin with one request, which may take 10 s, when an address, a route or a link
    /// goes away, when the process was stopped and goes on, and after the machine slept. A peer that vanishes without a
    /// word is noticed after 90 s of silence (README "Limits").
    ///
    /// Connecting while connected or connecting is reported as error 101 and changes nothing.
    ///
    /// - Parameters:
    ///   - success: Called with the origin once connected; nil, the default, when nobody waits for it.
    ///   - failure: Called with 102 when the origin cannot be reached, 104 when TLS failed, 101 when connected already,
    ///     100 when the configuration has no keys. nil, the default, when nobody waits for it.
    public func connect(
        successBlock success: PNClientConnectionSuccessBlock? = nil,
        errorBlock failure: PNClientConnectionFailureBlock? = nil
    ) {
        engine.connect(.connection(success: success, failure: failure))
    }

    /// Disconnects: the long poll ends, calls under way fail with 108, subscriptions are forgotten. No leave is sent, so
    /// that the others see the client until its presence times out; unsubscribe first to leave at once.
    public func disconnect() {
        engine.disconnect(self)
    }

    /// Changes the configuration. Where the client is connected and a setting changed that needs it (origin, security,
    /// authorization key, heartbeat timeout), it disconnects, connects again after a second and restores its
    /// subscriptions; a cipher key takes effect at once.
    ///
    /// - Parameter configuration: The new configuration; the client keeps a copy. One without a publish and a subscribe
    ///   key is reported as error 100 and not taken over.
    public func setConfiguration(_ configuration: PNConfiguration) {
        engine.reconfigure(configuration.settings)
    }

    /// Changes configuration and delegate in one call; see ``setConfiguration(_:)-method`` and ``setDelegate(_:)-method``.
    ///
    /// - Parameters:
    ///   - configuration: The new configuration.
    ///   - delegate: Told of every event from now on; not retained. nil means none.
    public func setup(with configuration: PNConfiguration, andDelegate delegate: (any PNDelegate)?) {
        setDelegate(delegate)
        setConfiguration(configuration)
    }

    /// Changes the identifier under which the others see this client.
    ///
    /// A client that is subscribed leaves with the old identifier and subscribes again with the new one; the usual
    /// unsubscription and subscription events tell of it.
    ///
    /// - Parameters:
    ///   - identifier: At most 92 bytes in UTF-8, and neither `.` nor `..`; the delegate receives an error for any
    ///     other, and nothing changes. nil or an empty string makes the client generate one.
    ///   - shouldCatchup: Whether messages that were sent during the change are received; false, the default, skips them.
    public func setClientIdentifier(_ identifier: String?, shouldCatchup: Bool = false) {
        engine.identify(as: identifier, catchUp: shouldCatchup)
    }
}
