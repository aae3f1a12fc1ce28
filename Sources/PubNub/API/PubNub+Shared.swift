import PubNubSupport

/// The one client that class-level calls of 3.x use.
extension PubNub {
    private static let shared = Locked<PubNub?>(nil)

    /// Returns the shared client, which is created on first use.
    ///
    /// It begins with the default configuration, without a delegate and not connected. If the first configuration that it
    /// receives is refused, calls end with error 100 until it receives a valid one.
    ///
    /// Every class-level call forwards to it. So ``setConfiguration(_:)-swift.type.method``,
    /// ``setDelegate(_:)-swift.type.method`` and ``connect(successBlock:errorBlock:)-swift.type.method`` affect later
    /// class-level calls. Clients that the factories make are not shared.
    ///
    /// - Returns: The same client for every caller, until ``resetClient()``.
    public static func sharedInstance() -> PubNub {
        shared.withLock { shared in
            let client = shared ?? PubNub(configuration: .default(), isConfigured: false)
            shared = client
            return client
        }
    }

    /// Ends the shared client; the next use makes a new one, with the default configuration and without a delegate.
    ///
    /// The client disconnects immediately: calls that have not ended fail with 108, and its delegate receives the events. The whole process
    /// forgets the data of channels (last timetoken, participants, channels of groups), including the channels of
    /// other clients. Without a shared client only the data is forgotten.
    ///
    /// Do not call ``connect(successBlock:errorBlock:)-swift.type.method`` in `didDisconnectFromOrigin` after a reset: it
    /// connects a new shared client with the default configuration.
    public static func resetClient() {
        let client = shared.withLock { shared in
            defer { shared = nil }
            return shared
        }
        if let client { client.face.reset(client) }
        ChannelStates.empty()
    }
}

extension PubNub {
    /// Changes a client's state on every channel and group that the shared client is subscribed to. The client makes one call
    /// for each, with the outcome of `updateClientState(_:state:forObject:withCompletionHandling:)`. Without a subscription
    /// it reports error 136.
    ///
    /// - Parameters:
    ///   - clientIdentifier: The identifier of the client.
    ///   - clientMetadata: The state.
    @available(*, deprecated, message: "Use updateClientState(_:state:forObject:withCompletionHandling:)")
    public static func updateClientMetadata(_ clientIdentifier: String, metadata clientMetadata: [String: Any]) {
        sharedInstance().face.updateStateEverywhere(of: clientIdentifier, clientMetadata)
    }
}

extension PNObservationCenter {
    /// The center of the shared client.
    ///
    /// - Returns: The same center as `PubNub.sharedInstance().observationCenter`.
    public class func `default`() -> PNObservationCenter {
        PubNub.sharedInstance().observationCenter
    }
}
