package import Foundation
// HTTPProxy, OutboxSettings and ClientConnection are part of this interface.
@_exported public import PubNubCore
import PubNubMachines

/// A client of the PubNub real-time network.
///
/// Create one with a configuration, connect, subscribe to channels and send messages. The client reports each event by
/// four mechanisms: to the delegate, to the closures of calls, to observers of ``observationCenter``, and as
/// notifications of `NotificationCenter`. All of them run one after another on the configuration's `callbackQueue`.
///
/// Every method may be called from any thread, and from inside a callback. A process may have any number of clients;
/// they do not influence each other. The client lives as long as the application retains it. When the application
/// releases it, every call that has not ended ends with ``kPNRequestExecutionFailedClientNotReadyError`` through its
/// closure.
public final class PubNub: ConnectionSharing {
    let engine: ClientEngine
    let face: ClientFace

    /// The connection of the client, which `PubNubClient(sharing:)` of PubNubAsync uses.
    public let connection: ClientConnection

    /// The center for closures that observe this client.
    public let observationCenter: PNObservationCenter

    /// Counts which methods the delegate implements.
    let delegateTrace = DelegateTrace()

    /// Makes a client that is not connected yet.
    ///
    /// - Parameters:
    ///   - configuration: Keys, origin and behaviour. The client copies it: later changes of the object take effect
    ///     only when it is passed to ``setConfiguration(_:)-method``.
    ///   - delegate: Receives every event. It is not retained. `nil`, the default, means none.
    public convenience init(configuration: PNConfiguration, andDelegate delegate: (any PNDelegate)? = nil) {
        self.init(configuration: configuration, andDelegate: delegate, isConfigured: true)
    }

    /// The same; without `isConfigured` the configuration is not the choice of the application, which has set none yet.
    convenience init(
        configuration: PNConfiguration,
        andDelegate delegate: (any PNDelegate)? = nil,
        isConfigured: Bool
    ) {
        self.init(
            configuration: configuration,
            delegate: delegate,
            transport: CurlTransport.shared,
            timers: DispatchTimers(),
            seed: UInt64.random(in: .min ... .max),
            network: .shared,
            isConfigured: isConfigured
        )
    }

    /// Makes a client without keys, which connects once ``setConfiguration(_:)-method`` has given it some.
    ///
    /// Apps made it as the first value of a property.
    public convenience init() {
        self.init(
            configuration: PNConfiguration(
                origin: nil,
                publishKey: nil,
                subscribeKey: nil,
                secretKey: nil,
                cipherKey: nil
            )
        )
    }

    /// A client on another transport and other timers. Its random choices follow from `seed`, its date is `now`, and
    /// `network` reports changes of the machine's network; `nil`, the default, reports none. Without `reportsEvents`,
    /// delegate, observers and notifications receive no events. Without `isConfigured`, the application has set no
    /// configuration yet.
    package init(
        configuration: PNConfiguration,
        delegate: (any PNDelegate)? = nil,
        transport: any Transport,
        timers: any Timers,
        seed: UInt64,
        observationCenter: PNObservationCenter = PNObservationCenter(),
        process: ProcessSuspension = .shared,
        network: NetworkWatch? = nil,
        reportsEvents: Bool = true,
        forks: ForkWatch = .shared,
        isConfigured: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let settings = configuration.settings
        self.observationCenter = observationCenter
        engine = ClientEngine(
            settings: settings,
            identifier: settings.userID ?? ClientEngine.generatedIdentifier(),
            transport: transport,
            timers: timers,
            seed: seed,
            process: process,
            network: network,
            forks: forks,
            isConfigured: isConfigured,
            now: now
        )
        let hub = EventHub(
            callbackQueue: settings.callbackQueue,
            center: observationCenter,
            postsNotifications: settings.postsNotifications
        )
        connection = ClientConnection(engine)
        face = ClientFace(engine: engine, hub: hub, reportsEvents: reportsEvents)
        settings.warnOfSwitches()
        face.attach(to: self)
        engine.followProcess()
        if let delegate { hub.setDelegate(delegate) }
    }

    deinit {
        face.shutDown()
    }

    /// Makes a client that is not connected yet; see ``init(configuration:andDelegate:)``.
    ///
    /// - Parameters:
    ///   - configuration: Keys, origin and behaviour.
    ///   - delegate: Receives every event. It is not retained. `nil`, the default, means none.
    /// - Returns: The client.
    public static func client(
        with configuration: PNConfiguration,
        andDelegate delegate: (any PNDelegate)? = nil
    ) -> PubNub {
        PubNub(configuration: configuration, andDelegate: delegate)
    }

    /// Returns a copy of the configuration that was set last. Changes take effect with ``setConfiguration(_:)-method``.
    public func configuration() -> PNConfiguration {
        PNConfiguration(settings: engine.settingsOfLastCall)
    }

    /// Returns the identifier by which other clients see this client (its UUID). Generated if none was set.
    public func clientIdentifier() -> String {
        engine.identifier
    }

    /// Whether the client tries to connect, or waits to try again.
    package var isConnecting: Bool {
        engine.isConnecting
    }

    /// Returns whether the client is connected: the origin responded, and no failure since has shown that it is unreachable.
    public func isConnected() -> Bool {
        engine.isConnected
    }

    /// Makes `delegate` the receiver of events, from the next event on. It is not retained. `nil` means none.
    ///
    /// The class that declares the conformance to ``PNDelegate`` has to implement the methods; a subclass can only override
    /// them. A class that inherits its conformance causes a warning in the log, once for each class.
    public func setDelegate(_ delegate: (any PNDelegate)?) {
        face.hub.setDelegate(delegate)
    }
}
