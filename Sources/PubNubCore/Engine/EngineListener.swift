package import PubNubMachines
import PubNubSupport

/// Follows what an engine receives and what it decides about its connection and its subscriptions.
///
/// Each function is called in the order of the decisions, on the thread that performs them, which it must not block. A
/// listener receives all subscriptions, an iteration only its own; the delegate receives pages that it reads itself.
package protocol EngineListener: AnyObject, Sendable {
    /// The connection changed.
    func connection(_ event: ConnectionMachine.Event)

    /// The subscriptions changed, or messages may be missing.
    func subscription(_ event: SubscribeMachine.Event)

    /// A page arrived.
    ///
    /// - Parameters:
    ///   - events: Its messages and events, decrypted. Not empty.
    ///   - processed: Called once when they are processed. Polling pauses while `DeliveryBacklog.limit` are not.
    func received(_ events: [ReceivedEvent], processed: @escaping @Sendable () -> Void)
}

/// The state of an engine when a listener begins.
package struct EngineSituation: Sendable {
    package let isConnected: Bool
    /// The subscriptions whose messages are received.
    package let subscriptions: [SubscriptionTarget]
}

final class EngineListeners: Sendable {
    /// A listener, with its number in the backlog.
    struct Entry: Sendable {
        let id: UInt64
        let listener: any EngineListener
    }

    private let entries = Locked<[Entry]>([])

    var all: [Entry] { entries.withLock { $0 } }

    func add(_ listener: any EngineListener, as id: UInt64) {
        entries.withLock { $0.append(Entry(id: id, listener: listener)) }
    }

    /// Removes a listener.
    ///
    /// - Returns: Its number; `nil` if it was not added.
    func remove(_ listener: any EngineListener) -> UInt64? {
        entries.withLock { entries in
            entries.firstIndex { $0.listener === listener }.map { entries.remove(at: $0).id }
        }
    }
}

extension ClientEngine {
    /// Reports to a listener, which the engine retains, behind everything that is decided already.
    ///
    /// - Parameters:
    ///   - listener: The listener.
    ///   - begin: Called once before the first report, with what the engine is doing then.
    package func addListener(
        _ listener: any EngineListener,
        begin: @escaping @Sendable (EngineSituation) -> Void
    ) {
        apply { state in
            let situation = EngineSituation(
                isConnected: state.machine.connection.isConnected,
                subscriptions: state.machine.subscription.confirmedList.messageTargets
            )
            state.batch.run { [listeners] in
                begin(situation)
                listeners.add(listener, as: Self.nextNumber())
            }
        }
    }

    /// Ends the reports to a listener.
    package func removeListener(_ listener: any EngineListener) {
        apply { state in
            state.batch.run { [weak self] in
                guard let self, let id = listeners.remove(listener) else { return }
                releasePoll { $0.backlog.ended(.listener(id)) }
            }
        }
    }

    /// Calls `body` behind the reports of everything that is decided already, on any thread.
    package func afterReports(_ body: @escaping @Sendable () -> Void) {
        apply { $0.batch.run(body) }
    }

    /// Passes the events of a page, which are counted already, to the listeners.
    func pass(_ events: [ReceivedEvent], to entries: [EngineListeners.Entry]) {
        guard !events.isEmpty else { return }
        let count = events.count
        for entry in entries {
            entry.listener.received(events) { [weak self] in
                self?.releasePoll { $0.backlog.delivered(count, to: .listener(entry.id)) }
            }
        }
    }
}
