import PubNubWire

/// A client that comes to channels, or stays in them, as its call says.
struct PresenceStay: Sendable {
    let client: String
    let topics: [Topic]
    /// The states it gives, by name of the channel.
    let states: [String: JSONValue]
    /// How long it may be silent.
    let life: Duration
}
