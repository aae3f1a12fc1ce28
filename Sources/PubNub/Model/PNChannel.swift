import PubNubWire

// Unchecked because the class has subclasses: every stored property is a `let` of a Sendable type.

/// A channel, identified by its name.
///
/// Objects are cheap and may be made again for the same name: they are equal, and share what is known about the
/// channel (participants, last time token). Any name is accepted here; a call that cannot use it fails with
/// ``kPNRestrictedCharacterInChannelNameError``.
///
/// A name that ends in `-pnpres` is the presence part of the channel or group before it (`demo-pnpres` of `demo`), in
/// every call that subscribes, unsubscribes or observes presence. A list may name a channel and its presence part, in any
/// order; each name counts once. Subscribing to the presence part enables presence observation, and unsubscribing from it
/// disables presence observation; both leave messages as they are. Unsubscribing from the channel ends both parts.
public class PNChannel: PNChannelProtocol, @unchecked Sendable {
    let identity: ChannelIdentity
    let state: ChannelState

    /// What the app said about presence when it made the object; `nil` when it said nothing.
    let observesPresence: Bool?

    init(identity: ChannelIdentity, observesPresence: Bool? = nil) {
        self.identity = identity
        self.observesPresence = observesPresence
        state = ChannelStates.state(for: identity)
    }

    /// Gives a channel.
    ///
    /// - Parameters:
    ///   - channelName: The name: 1 to 92 characters, without `,`, `/` and `:`, neither `.` nor `..`.
    ///   - observePresence: Whether subscribing to this object also turns presence observation on (`true`) or off
    ///     (`false`); `nil`, the default, leaves it as it is.
    /// - Returns: A channel of that name.
    public class func channel(
        withName channelName: String,
        shouldObservePresence observePresence: Bool? = nil
    ) -> PNChannel {
        PNChannel(name: channelName, observesPresence: observePresence)
    }

    /// Gives a channel; another spelling of ``channel(withName:shouldObservePresence:)``.
    ///
    /// - Parameters:
    ///   - channelName: The name of the channel.
    ///   - observePresence: What subscribing does about presence; `nil`, the default, is nothing.
    /// - Returns: A channel of that name.
    public class func channels(
        withName channelName: String,
        shouldObservePresence observePresence: Bool? = nil
    ) -> PNChannel {
        channel(withName: channelName, shouldObservePresence: observePresence)
    }

    /// Gives one channel for each name, in the same order.
    ///
    /// - Parameter channelsName: The names.
    /// - Returns: As many channels.
    public class func channels(withNames channelsName: [String]) -> [PNChannel] {
        channelsName.map { PNChannel(name: $0) }
    }

    convenience init(name: String, observesPresence: Bool? = nil) {
        self.init(identity: ChannelIdentity(kind: .channel, name: name), observesPresence: observesPresence)
    }

    /// The name of the channel.
    public var name: String { identity.name }

    /// The time token of the last thing received on the channel; `nil` before anything was.
    public var updateTimeToken: String? { state.current.timetoken?.description }

    /// When presence on the channel last changed, as far as this process was told; `nil` before that.
    public var presenceUpdateDate: PNDate? { state.current.presenceDate }

    /// How many clients are on the channel, anonymous ones included, as far as this process was told.
    public var participantsCount: UInt {
        let values = state.current
        return max(values.occupancy, UInt(values.participants.count))
    }

    /// The identifiers of the clients known to be on the channel, in alphabetical order.
    ///
    /// As in 3.7.8 this is what any client of this process was told, whatever its keys: where several keysets use the same
    /// name, take who is there from the closure or the event of the client that was asked (``PNHereNow``).
    public var participants: [String] { state.current.participants.sorted() }

    /// Whether this is a channel group, or the presence part of one, and not a channel.
    public var isChannelGroup: Bool {
        switch identity.kind {
        case .group, .groupPresence, .namespace: true
        case .channel, .presence: false
        }
    }
}

extension PNChannel: Hashable {
    /// Channels are equal when they are of the same kind and name.
    public static func == (left: PNChannel, right: PNChannel) -> Bool {
        left.identity == right.identity
    }

    /// Hashes the kind and the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }
}

extension PNChannel: CustomStringConvertible {
    /// The kind and the name.
    public var description: String {
        "\(type(of: self))(\(name))"
    }
}
