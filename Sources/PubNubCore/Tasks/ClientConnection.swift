/// The connection of a client to the service, which several interfaces can share.
///
/// Pass the client to `PubNubClient(sharing:)` of PubNubAsync, which then uses the same connection. A connection has nothing to
/// call.
public final class ClientConnection: Sendable {
    package let engine: ClientEngine

    /// The connection of a client that makes its own engine.
    package init(_ engine: ClientEngine) {
        self.engine = engine
    }

    /// The connection of a client without a 3.x interface, which is not connected yet.
    package convenience init(_ settings: ClientSettings) {
        let engine = ClientEngine(
            settings: settings,
            identifier: settings.userID ?? ClientEngine.generatedIdentifier(),
            transport: CurlTransport.shared,
            timers: DispatchTimers(),
            seed: UInt64.random(in: .min ... .max),
            network: .shared
        )
        settings.warnOfSwitches()
        engine.followProcess()
        self.init(engine)
    }

    deinit {
        engine.shutDown()
    }
}

/// A client whose connection another interface can share.
public protocol ConnectionSharing: AnyObject, Sendable {
    /// The connection. It ends with the client.
    var connection: ClientConnection { get }
}
