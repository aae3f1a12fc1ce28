import PubNub
import PubNubCore
import PubNubMachines
import PubNubWire

/// Follows a client: what it receives, its connection, its subscriptions, and changes of access rights. It ends when it is
/// released.
///
/// The engine of the client reports what arrives and what is subscribed, on the network thread, in the order of its
/// decisions. Refusals and access rights come from the 3.x interface, on the callback queue: a call that is refused before
/// the engine decides about it is reported only there. They may be received later than what happened after them.
final class ClientListener: Sendable {
    /// The owner of the observers.
    private final class Key: Sendable {}

    private let key = Key()
    private let center: PNObservationCenter
    private let engine: ClientEngine
    private let tap: EngineTap

    private let receive: @Sendable ([LiveItem], _ stored: (@Sendable () -> Void)?) -> Void

    /// - Parameters:
    ///   - client: The client, which is not retained.
    ///   - receive: Receives the items of each event, and a closure to call when they are stored.
    init(
        _ client: PubNub,
        receive: @escaping @Sendable ([LiveItem], _ stored: (@Sendable () -> Void)?) -> Void
    ) {
        center = client.observationCenter
        engine = client.connection.engine
        self.receive = receive
        tap = EngineTap(engine, receive)
    }

    /// Begins to follow the client.
    ///
    /// - Parameter begin: Called once before the first item, with what the client is doing then.
    func start(begin: @escaping @Sendable (EngineSituation) -> Void) {
        let receive = receive
        engine.addListener(tap, begin: begin)
        center.addAccessRightsChangeObserver(key) { _, error in
            if error == nil { receive([.rightsChanged], nil) }
        }
        center.addClientChannelSubscriptionStateObserver(key) { state, objects, error in
            guard case .notSubscribedState = state else { return }
            receive([.refused(channels: Self.channels(objects), error ?? PNError(code: kPNUnknownError))], nil)
        }
        center.addClientChannelUnsubscriptionObserver(key) { objects, error in
            if let error { receive([.refused(channels: Self.channels(objects), error)], nil) }
        }
    }

    deinit {
        engine.removeListener(tap)
        center.removeAccessRightsObserver(key)
        center.removeClientChannelSubscriptionStateObserver(key)
        center.removeClientChannelUnsubscriptionObserver(key)
    }

    /// Calls `body` behind the items of everything that happened before.
    func afterItems(_ body: @escaping @Sendable () -> Void) { engine.afterReports(body) }

    private static func channels(_ objects: [any PNChannelProtocol]?) -> [String] {
        (objects ?? []).filter { !$0.isChannelGroup }.map(\.name)
    }
}

extension LiveItem {
    /// The subscription of these targets.
    static func subscribed(_ targets: [SubscriptionTarget]) -> Self {
        .subscribed(channels: targets.names(ofGroups: false), groups: targets.names(ofGroups: true))
    }

    fileprivate static func unsubscribed(_ targets: [SubscriptionTarget]) -> Self {
        .unsubscribed(channels: targets.names(ofGroups: false), groups: targets.names(ofGroups: true))
    }
}

extension [SubscriptionTarget] {
    fileprivate func names(ofGroups isGroup: Bool) -> [String] { filter { $0.isGroup == isGroup }.map(\.name) }
}

/// Turns what an engine reports into items.
private final class EngineTap: EngineListener {
    private let receive: @Sendable ([LiveItem], _ stored: (@Sendable () -> Void)?) -> Void
    /// Weak, because the engine retains its listeners.
    private weak let engine: ClientEngine?

    init(
        _ engine: ClientEngine,
        _ receive: @escaping @Sendable ([LiveItem], _ stored: (@Sendable () -> Void)?) -> Void
    ) {
        self.engine = engine
        self.receive = receive
    }

    func connection(_ event: ConnectionMachine.Event) {
        switch event {
        case .didConnect: receive([.connected], nil)
        case .connectionFailed(let failure), .didDisconnectWithError(let failure):
            receive([.disconnected(PNError(failure))], nil)
        case .waitingForNetwork: receive([.disconnected(Self.waiting)], nil)
        case .didDisconnect:
            // The client connects again after a change of its configuration.
            let isConnecting = engine?.isConnecting == true
            receive([.disconnected(isConnecting ? Self.waiting : nil)], nil)
        // Connecting twice does not end the connection, and the end of one is reported when it has ended.
        case .willConnect, .alreadyConnecting, .willDisconnect: break
        }
    }

    func subscription(_ event: SubscribeMachine.Event) {
        switch event {
        case .subscribed(let change): report(change.messageTargets) { .subscribed($0) }
        case .restored(let targets): report(targets) { .subscribed($0) }
        case .unsubscribed(let change): report(change.messageTargets) { .unsubscribed($0) }
        case .forgotten(let targets): report(targets) { .unsubscribed($0) }
        case .gap(let start, let end):
            receive([.gap(TimetokenRange(after: start.rawValue, upTo: end.rawValue), channels: [])], nil)
        case .subscriptionFailed, .unsubscriptionFailed, .presenceEnabled, .presenceDisabled, .presenceFailed,
            .willRestore:
            break
        }
    }

    func received(_ events: [ReceivedEvent], processed: @escaping @Sendable () -> Void) {
        receive(events.compactMap { LiveArrival($0) }.map { .arrival($0) }, processed)
    }

    private func report(_ targets: [SubscriptionTarget], as item: ([SubscriptionTarget]) -> LiveItem) {
        if !targets.isEmpty { receive([item(targets)], nil) }
    }

    private static var waiting: PNError { PNError(code: kPNClientConnectionFailedOnInternetFailureError) }
}

extension SubscriptionChange {
    /// The targets whose messages begin or end with the change.
    fileprivate var messageTargets: [SubscriptionTarget] { entries.filter(\.messages).map(\.target) }
}
