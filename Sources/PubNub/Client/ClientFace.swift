import PubNubCore
import PubNubSupport
import PubNubMachines

/// The 3.x interface of one engine: it makes the calls of the application, and turns what the engine reports into events.
///
/// It has what only the application knows: its objects and its closures. They are behind a lock of their own, which is taken
/// within that of the engine, and never the other way round.
final class ClientFace: Sendable {
    struct State {
        /// The closures of the last call to connect.
        var connecting: Completion?
        /// The number of connections for another configuration whose event the application has received.
        var knownReconfigurations: UInt64 = 0
        /// The application's own objects for its subscriptions, so that events contain those.
        var objects: [SubscriptionTarget: any PNChannelProtocol] = [:]
        /// Other channels whose data stays until the client disconnects.
        var knownChannels = KnownChannels()
        /// The calls that change subscriptions and have not ended, by the number of their change.
        var changes: [UInt64: ChangeCall] = [:]
        /// The messages of the outbox.
        var messages: [OutboxMachine.Ticket: SentMessage] = [:]
    }

    /// A message in the outbox.
    struct SentMessage: Sendable {
        let message: PNMessage
        /// `nil` for a call without a closure.
        let completion: Completion?
    }

    private struct WeakClient {
        weak var client: PubNub?
    }

    let engine: ClientEngine
    let hub: EventHub
    /// Whether delegate, observers and notifications receive events. Closures of calls always receive their results.
    let reportsEvents: Bool
    private let state = Locked(State())
    private let owner = Locked(WeakClient())

    init(engine: ClientEngine, hub: EventHub, reportsEvents: Bool) {
        self.engine = engine
        self.hub = hub
        self.reportsEvents = reportsEvents
        engine.report(to: self)
    }

    /// The client that events refer to; `nil` once the application has released it.
    var client: PubNub? { owner.withLock { $0.client } }

    func attach(to client: PubNub) {
        owner.withLock { $0.client = client }
    }

    /// Reads the state. `body` must not call the engine.
    func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
        state.withLock { body($0) }
    }

    /// Changes the state. `body` must not call the engine.
    @discardableResult
    func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    /// Ends all calls: the application has released the client. Each call that has not ended reports 108 to its
    /// closure. Delegate, observers and notifications receive nothing, because their events contain the client.
    func shutDown() {
        engine.shutDown { [self] in
            let connecting = change { state in
                defer { state.connecting = nil }
                return state.connecting
            }
            let origin = engine.origin
            if let connecting { emit(.didDisconnect(origin: origin), completion: connecting) }
        }
    }
}

/// Reports events.
extension ClientFace {
    /// Reports an event. Once the application has released the client, only the closure of the call receives it.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - change: The change that the event causes in the objects of the app; `nil`, the default, for none.
    ///   - completion: The closure of the call that the event belongs to; `nil`, the default, for none.
    ///   - position: The position of the call that ends with the event; by default the event ends no call.
    func emit(
        _ event: PNEvent,
        changing change: ChannelChange? = nil,
        completion: Completion? = nil,
        ending position: CallPosition = .apart
    ) {
        // The next call begins after the event is queued for the closure.
        defer { engine.leave(position) }
        if let client, reportsEvents || completion != nil {
            hub.emit(event, from: client, changing: change, completion: completion)
        } else if let completion {
            hub.emit(event, changing: change, to: completion)
        } else {
            change?.apply()
        }
    }

    /// Reports the outcome for the valid objects of a list, then the error about the others.
    ///
    /// The closure of the call receives the error, unless the call failed for the valid objects as well.
    func emit<Value>(
        _ outcome: PNEvent.Outcome<Value>,
        changing change: ChannelChange? = nil,
        fault: PNError?,
        completion: Completion?,
        ending position: CallPosition = .apart,
        _ event: (PNEvent.Outcome<Value>) -> PNEvent
    ) {
        guard let fault else {
            return emit(event(outcome), changing: change, completion: completion, ending: position)
        }
        let hasFailed = outcome.failure != nil
        emit(event(outcome), changing: change, completion: hasFailed ? completion : nil)
        emit(event(.failure(fault)), completion: hasFailed ? nil : completion, ending: position)
    }
}
