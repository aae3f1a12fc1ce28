/// The shared client: who it is, and how it connects.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// The configuration of the shared client, as a copy: changes of it take effect with ``setConfiguration(_:)-type.method``.
    public static func configuration() -> PNConfiguration {
        sharedInstance().configuration()
    }

    /// The identifier under which the others see the shared client (its UUID).
    public static func clientIdentifier() -> String {
        sharedInstance().clientIdentifier()
    }

    /// Makes `delegate` the one that the shared client tells of events. It is not retained; nil means none.
    public static func setDelegate(_ delegate: (any PNDelegate)?) {
        sharedInstance().setDelegate(delegate)
    }

    /// Connects the shared client to the origin of its configuration.
    public static func connect(
        successBlock success: PNClientConnectionSuccessBlock? = nil,
        errorBlock failure: PNClientConnectionFailureBlock? = nil
    ) {
        sharedInstance().connect(successBlock: success, errorBlock: failure)
    }

    /// Disconnects the shared client: the long poll ends, calls under way fail with 108, subscriptions are forgotten.
    public static func disconnect() {
        sharedInstance().disconnect()
    }

    /// Changes the configuration of the shared client, which begins with the default one.
    public static func setConfiguration(_ configuration: PNConfiguration) {
        sharedInstance().setConfiguration(configuration)
    }

    /// Changes configuration and delegate of the shared client in one call.
    public static func setup(with configuration: PNConfiguration, andDelegate delegate: (any PNDelegate)?) {
        sharedInstance().setup(with: configuration, andDelegate: delegate)
    }

    /// Changes the identifier under which the others see the shared client.
    public static func setClientIdentifier(_ identifier: String?, shouldCatchup: Bool = false) {
        sharedInstance().setClientIdentifier(identifier, shouldCatchup: shouldCatchup)
    }
}
