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

/// What channels, channel groups and channel group namespaces have in common: things one can subscribe to, ask about
/// and give rights on.
public protocol PNChannelProtocol: AnyObject, Sendable {
    /// The name as the service knows it; `namespace:group` for a group inside a namespace.
    var name: String { get }

    /// The time token of the last thing received here; `nil` before anything was.
    var updateTimeToken: String? { get }

    /// When presence here last changed, as far as this process was told; `nil` before that.
    var presenceUpdateDate: PNDate? { get }

    /// How many clients are here, anonymous ones included, as far as this process was told.
    var participantsCount: UInt { get }

    /// The identifiers of the clients known to be here.
    var participants: [String] { get }

    /// Whether this is a channel group (or a namespace of groups) and not a channel.
    var isChannelGroup: Bool { get }
}

/// What the client learns about a channel.
extension PNChannel {
    /// Keeps the time token of the last thing received.
    func update(timetoken: Timetoken?) {
        state.update { $0.timetoken = timetoken }
    }

    /// Takes over one presence event.
    func update(with payload: PresencePayload) {
        let date = payload.timestamp.map { PNDate(timetoken: Timetoken(secondsOrTimetoken: UInt64(clamping: $0))) }
        state.update { values in
            values.presenceDate = date ?? values.presenceDate
            values.participants.formUnion(payload.joined)
            values.participants.subtract(payload.left)
            values.participants.subtract(payload.timedOut)
            if let identifier = payload.identifier {
                switch payload.action {
                case .join, .stateChange: values.participants.insert(identifier)
                case .leave, .timeout: values.participants.remove(identifier)
                case .interval, .changed: break
                }
            }
            values.occupancy = UInt(max(payload.occupancy ?? values.participants.count, 0))
        }
    }

    /// Takes over a complete list of who is here.
    func update(participants: [String], occupancy: UInt, at date: PNDate) {
        state.update { values in
            values.presenceDate = date
            values.participants = Set(participants)
            values.occupancy = occupancy
        }
    }
}

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
