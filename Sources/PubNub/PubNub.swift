package import Foundation
import PubNubMachines

/// A client of the PubNub real-time network.
///
/// Make one with a configuration, connect, subscribe to channels and send messages. What happens is told in four ways,
/// all fed from one place: to the delegate, to the closures given to calls, to observers added to ``observationCenter``,
/// and as notifications of `NotificationCenter` (README "How an app is told"). All of them run one after another on the
/// configuration's `callbackQueue`.
///
/// Every method may be called from any thread, also from inside a callback. A process may hold any number of clients;
/// they do not influence each other. The client lives as long as the application holds it. When the application releases
/// it, every call that has not ended ends with ``kPNRequestExecutionFailedClientNotReadyError`` through its closure.
public final class PubNub: Sendable {
    let engine: ClientEngine

    /// Where closures that watch this client are registered.
    public let observationCenter: PNObservationCenter

    /// Makes a client that is not connected yet.
    ///
    /// - Parameters:
    ///   - configuration: Keys, origin and behaviour. The client keeps a copy: later changes of the object take effect
    ///     only when it is passed to ``setConfiguration(_:)-method``.
    ///   - delegate: Told of every event. It is not retained. nil, the default, means none.
    public convenience init(configuration: PNConfiguration, andDelegate delegate: (any PNDelegate)? = nil) {
        self.init(
            configuration: configuration,
            delegate: delegate,
            transport: CurlTransport.shared,
            timers: DispatchTimers(),
            seed: UInt64.random(in: .min ... .max),
            network: .shared
        )
    }

    /// A client on another transport and other timers, whose random choices follow from `seed` and whose date is `now`. It
    /// hears of the machine's network through `network`; nil, the default, means never.
    package init(
        configuration: PNConfiguration,
        delegate: (any PNDelegate)? = nil,
        transport: any Transport,
        timers: any Timers,
        seed: UInt64,
        observationCenter: PNObservationCenter = PNObservationCenter(),
        process: ProcessSuspension = .shared,
        network: NetworkWatch? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let settings = configuration.settings
        self.observationCenter = observationCenter
        engine = ClientEngine(
            settings: settings,
            identifier: settings.userID ?? Self.generatedIdentifier(),
            hub: EventHub(callbackQueue: settings.callbackQueue, center: observationCenter),
            transport: transport,
            timers: timers,
            seed: seed,
            process: process,
            network: network,
            now: now
        )
        engine.attach(to: self)
        engine.followProcess()
        if let delegate { engine.hub.setDelegate(delegate) }
    }

    deinit {
        engine.shutDown()
    }

    /// An identifier for a client that was given none.
    static func generatedIdentifier() -> String {
        UUID().uuidString.lowercased()
    }

    /// Makes a client that is not connected yet; see ``init(configuration:andDelegate:)``.
    ///
    /// - Parameters:
    ///   - configuration: Keys, origin and behaviour.
    ///   - delegate: Told of every event; not retained. nil, the default, means none.
    /// - Returns: The client.
    public static func client(
        with configuration: PNConfiguration,
        andDelegate delegate: (any PNDelegate)? = nil
    ) -> PubNub {
        PubNub(configuration: configuration, andDelegate: delegate)
    }

    /// Makes a client and connects it.
    ///
    /// - Parameters:
    ///   - configuration: Keys, origin and behaviour.
    ///   - delegate: Told of every event; not retained. nil, the default, means none.
    ///   - success: Called with the origin once the client is connected; nil when nobody waits for it.
    ///   - failure: Called when it could not connect; nil when nobody waits for it.
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
    ///   - delegate: Told of every event; not retained. nil means none.
    /// - Returns: The client, which is connecting.
    public static func connectingClient(
        with configuration: PNConfiguration,
        andDelegate delegate: (any PNDelegate)?
    ) -> PubNub {
        connectingClient(with: configuration, delegate: delegate)
    }

    /// The configuration in force, as a copy: changes of it take effect with ``setConfiguration(_:)-method``.
    public func configuration() -> PNConfiguration {
        PNConfiguration(settings: engine.read { $0.settings })
    }

    /// The identifier under which the others see this client (its UUID). Generated unless one was set.
    public func clientIdentifier() -> String {
        engine.read { $0.identifier }
    }

    /// Whether the client tries to connect, or waits to try again.
    package var isConnecting: Bool {
        engine.read { $0.machine.connection.isRunning && !$0.machine.connection.isConnected }
    }

    /// Whether the client is connected: the origin answered, and nothing has shown since that it is gone.
    public func isConnected() -> Bool {
        engine.read { $0.machine.connection.isConnected }
    }

    /// Makes `delegate` the one that is told of events, from the next event on. It is not retained; nil means none.
    ///
    /// The class that declares the conformance to ``PNDelegate`` has to implement the methods; a subclass can only override
    /// them. A class that inherits its conformance causes a warning in the log, once for each class.
    public func setDelegate(_ delegate: (any PNDelegate)?) {
        engine.hub.setDelegate(delegate)
    }
}
