/// The properties that must hold in every run.
package enum Invariant: String, CaseIterable, Sendable {
    /// Each message that is due is delivered or covered by a reported gap.
    case loss
    /// No message is delivered twice by one subscription, except for messages that the service itself repeated.
    case duplicates
    /// Messages are delivered in the order in which they were sent.
    case order
    /// No message arrives for a name without a subscription.
    case unwanted
    /// An iteration receives everything that was sent after its own start, and nothing older.
    case starts
    /// At most one subscribe request is in flight.
    case onePoll = "one poll"
    /// On a good network, a client that should be connected connects and listens.
    case stuck
    /// Every call of the application ends exactly once.
    case calls
    /// Calls of one order reach the service in that order.
    case callOrder = "call order"
    /// A call in line begins after the outcome of every call before it.
    case lineOrder = "line order"
    /// A call without a response ends exactly when its time limit has passed since it was sent.
    case limits
    /// A failed request is repeated only after a pause, and no earlier than the service asks for.
    case backOff = "back-off"
    /// Every change of the subscription ends exactly once.
    case changes
    /// A timer runs exactly as long as the request or state that it limits.
    case timers
    /// No request is in flight after its caller ended.
    case requests
    /// The events of the connection are consistent.
    case connectionEvents = "connection events"
    /// The events of the subscriptions are consistent.
    case subscriptionEvents = "subscription events"
    /// Each request to suspend reports how it ended.
    case suspension
    /// The connection is never less secure than the configuration allows.
    case security
    /// After a change of keys no message of the old keys is delivered, and every call is sent with the keys that it was made for.
    case keys
    /// While the client is present and sends heartbeats, the pause between two is at most their interval plus their time limit.
    case heartbeat
    /// The service shows the client as present where the client is subscribed, and nowhere else.
    case presence
    /// Each message of an outbox ends once, and only after the service stored or refused it, even if the process ends.
    case outbox
    /// Messages of an outbox reach the service in their order, for each channel.
    case outboxOrder = "outbox order"
    /// An outbox stores as many messages as it may, and no more.
    case room
    /// The client requests no more messages while the application is far behind.
    case backlog
    /// The number of stored elements stays bounded.
    case growth
}

/// An invariant that does not hold, with a description of the failure.
package struct Violation: Error, Equatable, Sendable {
    package let invariant: Invariant
    package let text: String

    init(_ invariant: Invariant, _ text: String) {
        self.invariant = invariant
        self.text = text
    }
}

extension Violation: CustomStringConvertible {
    package var description: String { "\(invariant.rawValue): \(text)" }
}
