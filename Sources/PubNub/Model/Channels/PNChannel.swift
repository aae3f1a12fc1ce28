import PubNubWire

// Unchecked because the class has subclasses: every stored property is a `let` of a Sendable type.

/// A channel, identified by its name.
///
/// Objects are cheap and can be created repeatedly for the same name: they are equal, and share the data about the
/// channel (participants, last timetoken). Any name is accepted here; a call that cannot use it fails with
/// ``kPNRestrictedCharacterInChannelNameError``.
///
/// A name that ends in `-pnpres` is the presence part of the channel or group before it (`demo-pnpres` of `demo`), in
/// every call that subscribes, unsubscribes or observes presence. A list may name a channel and its presence part, in any
/// order; each name counts once. Subscribing to the presence part enables presence observation, and unsubscribing from it
/// disables presence observation; both leave messages as they are. Unsubscribing from the channel ends both parts.
public class PNChannel: PNChannelProtocol, @unchecked Sendable {
    let identity: ChannelIdentity
    let state: ChannelState

    /// The application's setting of presence for the object; `nil` without one.
    let observesPresence: Bool?

    init(identity: ChannelIdentity, observesPresence: Bool? = nil) {
        self.identity = identity
        self.observesPresence = observesPresence
        state = ChannelStates.state(for: identity)
    }

    /// Returns a channel.
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

    /// Returns a channel; another spelling of ``channel(withName:shouldObservePresence:)``.
    ///
    /// - Parameters:
    ///   - channelName: The name of the channel.
    ///   - observePresence: Whether subscribing enables or disables presence events; `nil`, the default, leaves them as
    ///     they are.
    /// - Returns: A channel of that name.
    public class func channels(
        withName channelName: String,
        shouldObservePresence observePresence: Bool? = nil
    ) -> PNChannel {
        channel(withName: channelName, shouldObservePresence: observePresence)
    }

    /// Returns one channel for each name, in the same order.
    ///
    /// - Parameter channelsName: The names.
    /// - Returns: One channel for each name.
    public class func channels(withNames channelsName: [String]) -> [PNChannel] {
        channelsName.map { PNChannel(name: $0) }
    }

    convenience init(name: String, observesPresence: Bool? = nil) {
        self.init(identity: ChannelIdentity(kind: .channel, name: name), observesPresence: observesPresence)
    }

    /// The name of the channel.
    public var name: String { identity.name }

    /// The timetoken of the last message or event on the channel; `nil` before the first one.
    public var updateTimeToken: String? { state.current.timetoken?.description }

    /// When presence on the channel last changed, as far as this process knows; `nil` before that.
    public var presenceUpdateDate: PNDate? { state.current.presenceDate }

    /// The number of clients on the channel including anonymous ones, as far as this process knows.
    public var participantsCount: UInt {
        let values = state.current
        return max(values.occupancy, UInt(values.participants.count))
    }

    /// The identifiers of the clients known to be on the channel, in alphabetical order.
    ///
    /// As in 3.7.8 all clients of this process contribute to it, regardless of their keys. If several keysets use the
    /// same name, take the participants from the closure or the event of the client that made the request
    /// (``PNHereNow``).
    public var participants: [String] { state.current.participants.sorted().map(\.text) }

    /// Whether this is a channel group, or the presence part of one.
    public var isChannelGroup: Bool {
        switch identity.kind {
        case .group, .groupPresence, .namespace: true
        case .channel, .presence: false
        }
    }
}

extension PNChannel: Hashable {
    /// Channels are equal if they have the same kind and name. As for the service, names are different if their bytes are.
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

/// The common interface of channels, channel groups and namespaces of groups, which are subjects of subscriptions,
/// requests and access rights.
public protocol PNChannelProtocol: AnyObject, Sendable {
    /// The name on the wire; `namespace:group` for a group inside a namespace.
    var name: String { get }

    /// The timetoken of the last message or event; `nil` before the first one.
    var updateTimeToken: String? { get }

    /// When presence last changed, as far as this process knows; `nil` before that.
    var presenceUpdateDate: PNDate? { get }

    /// The number of clients including anonymous ones, as far as this process knows.
    var participantsCount: UInt { get }

    /// The identifiers of the known participants.
    var participants: [String] { get }

    /// Whether this is a channel group or a namespace of groups.
    var isChannelGroup: Bool { get }
}

/// Updates of the data about a channel.
extension PNChannel {
    /// Stores the timetoken of the last message or event.
    func update(timetoken: Timetoken?) {
        state.update { $0.timetoken = timetoken }
    }

    /// Applies one presence event.
    func update(with payload: PresencePayload) {
        let date = payload.timestamp.map { PNDate(timetoken: Timetoken(secondsOrTimetoken: UInt64(clamping: $0))) }
        state.update { values in
            values.presenceDate = date ?? values.presenceDate
            values.participants.formUnion(payload.joined.map(NameKey.init))
            values.participants.subtract(payload.left.map(NameKey.init))
            values.participants.subtract(payload.timedOut.map(NameKey.init))
            if let identifier = payload.identifier {
                switch payload.action {
                case .join, .stateChange: values.participants.insert(NameKey(identifier))
                case .leave, .timeout: values.participants.remove(NameKey(identifier))
                case .interval, .changed: break
                }
            }
            values.occupancy = UInt(max(payload.occupancy ?? values.participants.count, 0))
        }
    }

    /// Stores a complete list of participants.
    func update(participants: [String], occupancy: UInt, at date: PNDate) {
        state.update { values in
            values.presenceDate = date
            values.participants = Set(participants.map(NameKey.init))
            values.occupancy = occupancy
        }
    }
}

// Unchecked because the superclass is: the added property is a `let` of a Sendable type.

/// The channel on which the service reports joins and leaves of another channel, or of the channels of a group.
///
/// It is the presence part of that channel or group: subscribing to it enables presence observation, and unsubscribing from
/// it disables presence observation. Neither changes whether messages are received.
public final class PNChannelPresence: PNChannel, @unchecked Sendable {
    /// The observed channel or group.
    let observed: PNChannel

    /// Makes the presence channel of a channel or group.
    ///
    /// - Parameter channel: The observed channel or group.
    public init(for channel: PNChannel) {
        observed = channel
        let kind: ChannelIdentity.Kind = channel.isChannelGroup ? .groupPresence : .presence
        super.init(identity: ChannelIdentity(kind: kind, name: PresenceName.make(channel.name)))
    }
}
