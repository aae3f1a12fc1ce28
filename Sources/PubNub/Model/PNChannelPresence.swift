// Unchecked because the superclass is: the added property is a `let` of a Sendable type.

/// The channel on which the service reports who joins and leaves another one.
public final class PNChannelPresence: PNChannel, @unchecked Sendable {
    static let suffix = "-pnpres"

    /// The channel or group that is observed.
    let observed: PNChannel

    /// Makes the presence channel of a channel or group.
    ///
    /// - Parameter channel: What is observed.
    public init(for channel: PNChannel) {
        observed = channel
        super.init(identity: ChannelIdentity(kind: .presence, name: channel.name + Self.suffix))
    }
}
