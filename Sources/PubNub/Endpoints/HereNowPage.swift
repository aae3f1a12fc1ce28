import PubNubWire

/// Who is where, by channel name.
struct HereNowPage: Sendable, Hashable {
    /// One present client.
    struct Participant: Sendable, Hashable {
        /// The client's identifier.
        let identifier: String

        /// The client's state on the channel; nil when it has none or it was not asked for.
        let state: JSONValue?
    }

    /// One channel's presence.
    struct Channel: Sendable, Hashable {
        /// How many clients are present, named or not.
        let occupancy: Int

        /// The clients the service named, in its order. Beyond `ReplyLimits.items` in a page they are only counted.
        let participants: [Participant]
    }

    /// The channels in the reply. A channel nobody is on may be absent.
    let channels: [String: Channel]
}
