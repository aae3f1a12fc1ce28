import PubNubWire

/// Something to announce on a presence channel.
struct PresenceChange: Sendable, Equatable {
    /// What happened.
    enum Action: Sendable, Equatable {
        case join(String)
        case leave(String)
        case timeout(String)
        case stateChange(String)
        /// Who came and went since the last interval event; incomplete when they were too many to be named.
        case interval(joined: [String], left: [String], timedOut: [String], isIncomplete: Bool = false)
    }

    let topic: Topic
    let action: Action
    /// Clients in the channel afterwards.
    let occupancy: Int
    /// The client's state: new for a state change, given along for a join; nil when there is none.
    var state: JSONValue?
}
