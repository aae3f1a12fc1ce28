/// What must hold in every run.
package enum Invariant: String, CaseIterable, Sendable {
    /// What a subscriber is due is delivered, or a gap is told that covers it.
    case loss
    /// Nothing comes twice on one way, but for what the service itself repeated.
    case duplicates
    /// What is delivered came in the order in which it was sent.
    case order
    /// Nothing is delivered of what is not subscribed.
    case unwanted
    /// At most one subscribe request is under way.
    case onePoll = "one poll"
    /// With a good network, a client that is to be connected gets connected and listens.
    case stuck
    /// Every call of the application ends exactly once.
    case calls
    /// Calls of one order reach the service in their order.
    case callOrder = "call order"
    /// A call that takes too long ends when its limit has passed since it was sent, not before and not later.
    case limits
    /// What failed is sent again only after a pause, and no earlier than the service asks for.
    case backOff = "back-off"
    /// Every change of the subscription ends exactly once.
    case changes
    /// A timer runs exactly as long as there is something to limit.
    case timers
    /// Nothing is under way that nobody waits for.
    case requests
    /// What the application hears of the connection makes sense.
    case connectionEvents = "connection events"
    /// What the application hears of its subscriptions makes sense.
    case subscriptionEvents = "subscription events"
    /// Whoever asks for a suspension learns how it ended.
    case suspension
    /// No less security than the configuration allows.
    case security
    /// After a change of keys nothing of the old ones is delivered, and every call is sent with the keys that it was made for.
    case keys
    /// While the client is present and sends heartbeats, none is missing for longer than their interval and their limit.
    case heartbeat
    /// Where the client says it is, the service shows it; where it has left, not.
    case presence
    /// What an outbox took ends once, and not before the service has it or said no, whatever happens to the process.
    case outbox
    /// Messages of an outbox reach the service in their order, for each channel.
    case outboxOrder = "outbox order"
    /// An outbox keeps as much as it may, and no more.
    case room
    /// No more is asked for while the application is far behind.
    case backlog
    /// Nothing piles up.
    case growth
}

/// An invariant that does not hold, and how that shows.
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
