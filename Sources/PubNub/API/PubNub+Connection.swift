import PubNubWire

/// Connecting, disconnecting, and changing how (README "Connecting and Disconnecting", "Client configuration").
extension PubNub {
    /// Connects to the origin of the configuration.
    ///
    /// Calls made while connecting wait until the client is connected, each up to
    /// ``PNConfiguration/nonSubscriptionRequestTimeout`` from the call; subscriptions wait without a limit.
    ///
    /// If the client finds no network (the name of the origin does not resolve, there is no route to it, or nothing comes
    /// back within 10 s) and the configuration or the delegate allow it to reconnect, it waits for a network: `failure` is
    /// called with `nil`, `success` is called once the client has connected, and calls go on waiting. The delegate receives
    /// error 102 then. If the client may not reconnect, or the connection is refused or fails in another way, `failure` is
    /// called with the error, which ends this call, and waiting calls fail with 107.
    ///
    /// In either case a client that may reconnect goes on trying: after 1 s, 2 s, 4 s, 8 s, 16 s and from then on every
    /// 30 s, each spread by a quarter, and after a loss for the first time after 0.1 s. A success lets the row begin anew.
    /// A link, an address or a default route that appears ends a pause.
    ///
    /// While it is connected it checks the origin with one request, which may take 10 s, when an address, a route or a link
    /// goes away, when the process was stopped and goes on, and after the machine slept. A peer that vanishes without a
    /// word is noticed after 90 s of silence (README "Limits").
    ///
    /// Connecting while connected or connecting is reported as error 101 and changes nothing.
    ///
    /// - Parameters:
    ///   - success: Called with the origin once connected. Pass `nil`, the default, to ignore it.
    ///   - failure: Called with `nil` while the client waits for a network; one of the closures is called later. Called with
    ///     102 when the origin cannot be reached, 104 when TLS failed, 101 when connected already, 100 when the
    ///     configuration has no keys, 108 when the client is disconnected before. Pass `nil`, the default, to ignore it.
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

    /// Changes the configuration. What a connected client does depends on the settings that changed:
    ///
    /// | Setting | Effect |
    /// |---|---|
    /// | subscribe key | The client leaves all channels with the old key, ends calls that have not ended with error 108, disconnects, connects again after a second and subscribes to the same channels with the new key, from now on. Nothing of the old key is delivered afterwards. |
    /// | origin, TLS, certificate authority file, proxy, authorization key, heartbeat timeout | The client disconnects, connects again after a second and restores its subscriptions from where they were. |
    /// | `shouldReduceSecurityLevelOnError`, `canIgnoreSecureConnectionRequirement` | As above if the client has reached a level that is no longer allowed. |
    /// | user identifier | As ``setClientIdentifier(_:shouldCatchup:)-method`` without catching up. |
    /// | publish key, secret key | Calls made from now on use it. Calls made before, and waiting, are sent with the old one. |
    /// | anything else, such as the cipher key | Takes effect with the next request or message. |
    ///
    /// A client that is not connected uses the new settings when it connects. With another subscribe key it does not go on
    /// from where the old one was. Messages in an outbox are ended if publish or subscribe key changes; those in a file are
    /// sent when the client has these keys again.
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
