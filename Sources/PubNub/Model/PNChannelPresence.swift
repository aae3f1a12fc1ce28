import PubNubWire

// Unchecked because the superclass is: the added property is a `let` of a Sendable type.

/// The channel on which the service reports who joins and leaves another channel, or a channel of a group.
///
/// It is the presence part of that channel or group: subscribing to it enables presence observation, and unsubscribing from
/// it disables presence observation. Neither changes whether messages are received.
public final class PNChannelPresence: PNChannel, @unchecked Sendable {
    /// The channel or group that is observed.
    let observed: PNChannel

    /// Makes the presence channel of a channel or group.
    ///
    /// - Parameter channel: What is observed.
    public init(for channel: PNChannel) {
        observed = channel
        let kind: ChannelIdentity.Kind = channel.isChannelGroup ? .groupPresence : .presence
        super.init(identity: ChannelIdentity(kind: kind, name: PresenceName.make(channel.name)))
    }
}
