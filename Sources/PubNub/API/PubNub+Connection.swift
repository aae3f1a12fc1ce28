import PubNubCore
import PubNubWire

/// Connecting, disconnecting and changing the configuration (3.7.8 README, "Connecting and Disconnecting", "Client
/// configuration").
extension PubNub {
    /// Makes a client and connects it.
    ///
    /// - Parameters:
    ///   - configuration: Keys, origin and behaviour.
    ///   - delegate: Receives every event. It is not retained. `nil`, the default, means none.
    ///   - success: Called with the origin once the client is connected. Pass `nil` to ignore the result.
    ///   - failure: Called if the client could not connect. Pass `nil` to ignore the result.
    /// - Returns: The client, which is connecting.
    public static func connectingClient(
        with configuration: PNConfiguration,
        delegate: (any PNDelegate)? = nil,
        andSuccessBlock success: PNClientConnectionSuccessBlock? = nil,
        errorBlock failure: PNClientConnectionFailureBlock? = nil
    ) -> PubNub {
        let client = PubNub(configuration: configuration, andDelegate: delegate)
        client.connect(successBlock: success, errorBlock: failure)
        return client
    }

    /// Makes a client and connects it.
    ///
    /// - Parameters:
    ///   - configuration: Keys, origin and behaviour.
    ///   - delegate: Receives every event. It is not retained. `nil` means none.
    /// - Returns: The client, which is connecting.
    public static func connectingClient(
        with configuration: PNConfiguration,
        andDelegate delegate: (any PNDelegate)?
    ) -> PubNub {
        connectingClient(with: configuration, delegate: delegate)
    }

    /// Connects to the origin of the configuration.
    ///
    /// Calls run one after another, unless ``PNConfiguration/shouldRunCallsInParallel`` is set: connecting waits for the calls
    /// before it. Calls made while connecting wait until the client is connected, each up to
    /// ``PNConfiguration/nonSubscriptionRequestTimeout`` from the call; subscriptions wait without a limit.
    ///
    /// The client finds no network if the name of the origin does not resolve, no route exists, or no packet comes back
    /// within 10 s. It then waits for a network, also if it may not reconnect after a loss: `failure` is called with
    /// `nil`, the delegate receives error 102, calls continue to wait, and `success` is called once the client has
    /// connected. If the connection is refused or fails in another way, `failure` is called with the error, which ends
    /// this call, and waiting calls fail with 107.
    ///
    /// After such a failure, and after a loss, the client reconnects if the delegate or the configuration allows it. If
    /// the delegate does not, it is asked again each time that the origin can be reached again. If the configuration does
    /// not, the client stays disconnected.
    ///
    /// A client that waits for a network or reconnects tries again after 1 s, 2 s, 4 s, 8 s, 16 s and then every 30 s,
    /// each spread by a quarter. After a loss the first attempt follows after 0.1 s. A success resets the delays. A new
    /// link, address or default route ends a delay. These attempts are silent: a call to connect during one of them
    /// connects immediately.
    ///
    /// A connected client checks the origin with one request, which may take 10 s, when an address, a route or a link
    /// is removed, when the process continues after it was stopped, and after the machine slept. It detects a dead peer
    /// after 90 s without traffic (Documentation/Limits.md).
    ///
    /// Connecting while connected is reported as error 101 and changes nothing. While the client connects, another call waits
    /// for the outcome, as any call does; with ``PNConfiguration/shouldRunCallsInParallel`` it fails with 101 immediately.
    /// A call that is made while the client connects for another configuration joins that connection and succeeds with it, so
    /// an app may connect again in `didDisconnectFromOrigin`.
    ///
    /// - Parameters:
    ///   - success: Called with the origin once connected. Pass `nil`, the default, to ignore the result.
    ///   - failure: Called with `nil` while the client waits for a network; one of the closures is called later. Called
    ///     with 102 if the origin cannot be reached, 104 if TLS failed, 101 if the client is connected already, 108 if the
    ///     client is disconnected before, 100 if the configuration is invalid, which the delegate receives in
    ///     `pubnubClient(_:error:)`. Pass `nil`, the default, to ignore the result.
    public func connect(
        successBlock success: PNClientConnectionSuccessBlock? = nil,
        errorBlock failure: PNClientConnectionFailureBlock? = nil
    ) {
        face.connect(.connection(success: success, failure: failure))
    }

    /// Disconnects after the calls before it: the long poll ends, and the client forgets its subscriptions. It sends no
    /// leave, so other clients see it until its presence times out. To leave immediately, unsubscribe first.
    ///
    /// The calls behind it fail with 108, unless one of them connects again. If the client waits for a network, or with
    /// ``PNConfiguration/shouldRunCallsInParallel``, it disconnects immediately, and calls that have not ended fail with 108.
    public func disconnect() {
        face.disconnect(self)
    }

    /// Changes the configuration after the calls before it; ``configuration()-method`` returns it immediately. A configuration equal to
    /// the one that was set last changes nothing. The effect on a connected client depends on the settings that changed:
    ///
    /// | Setting | Effect |
    /// |---|---|
    /// | subscribe key | The client leaves all channels with the old key, ends calls that have not ended with error 108, disconnects, connects again immediately and subscribes to the same channels with the new key, from now on. Nothing of the old key is delivered afterwards. |
    /// | origin, TLS, certificate authority file, proxy, authorization key, heartbeat timeout | The client disconnects, connects again after a second and restores its subscriptions from their last position. |
    /// | `shouldReduceSecurityLevelOnError`, `canIgnoreSecureConnectionRequirement` | As above if the client's present level is not allowed any more. |
    /// | user identifier | As ``setClientIdentifier(_:shouldCatchup:)-method`` without catching up. |
    /// | publish key, secret key | Calls made from now on use it. Calls made before, and waiting, are sent with the old one. |
    /// | anything else, such as the cipher key | Takes effect with the next request or message. |
    ///
    /// A client that is not connected uses the new settings when it connects. With another subscribe key it does not
    /// continue from the position of the old one. If publish or subscribe key changes, messages in an outbox end; those
    /// in a file are sent when the client has these keys again.
    ///
    /// - Parameter configuration: The new configuration; the client copies it. A configuration without a publish and a
    ///   subscribe key is reported as error 100 and ignored. If the shared client has received no other, its calls end with
    ///   this error until it receives a valid one.
    public func setConfiguration(_ configuration: PNConfiguration) {
        engine.reconfigure(configuration.settings)
    }

    /// Changes configuration and delegate in one call; see ``setConfiguration(_:)-method`` and ``setDelegate(_:)-method``.
    ///
    /// - Parameters:
    ///   - configuration: The new configuration.
    ///   - delegate: Receives every event from now on. It is not retained. `nil` means none.
    public func setup(with configuration: PNConfiguration, andDelegate delegate: (any PNDelegate)?) {
        setDelegate(delegate)
        setConfiguration(configuration)
    }

    /// Changes the identifier by which other clients see this client.
    ///
    /// The identifier changes after the calls before it. A subscribed client leaves with the old identifier and subscribes again
    /// with the new one, with the usual unsubscription and subscription events. The state of the old identifier is not that of
    /// the new one. The identifier in use changes nothing.
    ///
    /// - Parameters:
    ///   - identifier: At most 92 characters (Unicode scalars), and neither `.` nor `..`; the delegate receives an error for any
    ///     other, and nothing changes. If it is `nil` or empty, the client generates one.
    ///   - shouldCatchup: Whether messages that were sent during the change are received; false, the default, skips
    ///     them.
    public func setClientIdentifier(_ identifier: String?, shouldCatchup: Bool = false) {
        engine.identify(as: identifier, catchUp: shouldCatchup)
    }
}
