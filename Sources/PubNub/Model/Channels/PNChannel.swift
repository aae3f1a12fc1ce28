import PubNubSupport
import PubNubWire

// Unchecked because the class has subclasses: every stored property is a `let` of a Sendable type.

/// A channel, identified by its name.
///
/// ``channel(withName:shouldObservePresence:)`` returns one object for one name, as in 3.7.8: the same object (`===`) while the
/// application or a client holds it. Messages, events and the participants of a request refer to that object. All objects of
/// a name are equal (`==`), and share the data about the channel (participants, last timetoken). Any name is accepted here; a
/// call that cannot use it fails with ``kPNRestrictedCharacterInChannelNameError``.
///
/// A client retains the channels that it is subscribed to, and at least the last 1,000 others of which it received
/// participants, messages or events, until it disconnects. So their data stays if the application holds no object.
///
/// A name that ends in `-pnpres` is the presence part of the channel or group before it (`demo-pnpres` of `demo`), in
/// every call that subscribes, unsubscribes or observes presence. A list may name a channel and its presence part, in any
/// order; each name counts once. Subscribing to the presence part enables presence observation, and unsubscribing from it
/// disables presence observation; both leave messages as they are. Unsubscribing from the channel ends both parts.
public class PNChannel: PNChannelProtocol, @unchecked Sendable {
    let identity: ChannelIdentity
    let state: ChannelState
    private let presenceSetting: Locked<Bool?>

    /// The application's setting of presence for the object; `nil` without one.
    var observesPresence: Bool? { presenceSetting.withLock { $0 } }

    /// Makes an object that is not the shared one of the name, so that its presence setting belongs to its owner only.
    init(identity: ChannelIdentity, observesPresence: Bool? = nil, state: ChannelState? = nil) {
        self.identity = identity
        presenceSetting = Locked(observesPresence)
        self.state = state ?? ChannelStates.state(for: identity)
    }

    /// Notes that the application began or ended presence observation with this object, as in 3.7.8: if the object has a
    /// setting, a later subscription with it keeps what was asked for last.
    func noteObservation(_ isObserved: Bool) {
        presenceSetting.withLock { if $0 != nil { $0 = isObserved } }
    }

    /// Returns the channel of a name.
    ///
    /// The name decides about the type of the object, as in 3.7.8: a name with `:` (`family:friends`) is a ``PNChannelGroup``
    /// in a namespace, one that ends in `:` a ``PNChannelGroupNamespace``, and one that ends in `-pnpres` a
    /// ``PNChannelPresence``.
    ///
    /// - Parameters:
    ///   - channelName: The name: 1 to 92 characters, without `,` and `/`, neither `.` nor `..`.
    ///   - observePresence: Whether subscribing to this object also turns presence observation on (`true`) or off
    ///     (`false`); `nil`, the default, leaves the object as it is. The setting belongs to the object of the name, so it
    ///     counts for all clients of the process.
    /// - Returns: The same object for every call with that name, while the application or a client holds it.
    public class func channel(
        withName channelName: String,
        shouldObservePresence observePresence: Bool? = nil
    ) -> PNChannel {
        let channel = shared(named: channelName)
        if let observePresence { channel.presenceSetting.withLock { $0 = observePresence } }
        return channel
    }

    /// Returns a channel; another spelling of ``channel(withName:shouldObservePresence:)``.
    ///
    /// - Parameters:
    ///   - channelName: The name of the channel.
    ///   - observePresence: Whether subscribing enables or disables presence events; `nil`, the default, leaves the object as
    ///     it is.
    /// - Returns: The channel of that name.
    public class func channels(
        withName channelName: String,
        shouldObservePresence observePresence: Bool? = nil
    ) -> PNChannel {
        channel(withName: channelName, shouldObservePresence: observePresence)
    }

    /// Returns one channel for each name, in the same order; see ``channel(withName:shouldObservePresence:)``.
    ///
    /// - Parameter channelsName: The names.
    /// - Returns: One channel for each name.
    public class func channels(withNames channelsName: [String]) -> [PNChannel] {
        channelsName.map { channel(withName: $0) }
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

    /// The number of clients on the channel including anonymous ones, as the last response or presence event reported it.
    ///
    /// It can be smaller than the number of ``participants``: the service may report the number without naming those who left.
    public var participantsCount: UInt { state.current.occupancy }

    /// The clients known to be on the channel, with their identifiers and, as far as it is known, their state there.
    ///
    /// A request for participants with identifiers sets the list, and presence events change it. It has the clients with an
    /// identifier in alphabetical order, then those without one (``PNClient/isAnonymous()``). It is empty before the first
    /// request or event, and after a request without identifiers.
    ///
    /// As in 3.7.8 all clients of this process contribute to it, regardless of their keys. If several keysets use the
    /// same name, take the participants from the closure or the event of the client that made the request
    /// (``PNHereNow``).
    public var participants: [PNClient] {
        let values = state.current
        let named = values.participants.sorted { $0.key < $1.key }.map { identifier, participant in
            PNClient(
                identifier: identifier.text,
                channel: self,
                states: participant.state.map { [name: $0] } ?? [:]
            )
        }
        guard values.anonymous > 0 else { return named }
        return named + repeatElement(PNClient(identifier: nil, channel: self), count: Int(clamping: values.anonymous))
    }

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

    /// The known participants.
    var participants: [PNClient] { get }

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
            for identifier in payload.joined { values.add(identifier) }
            for identifier in payload.left + payload.timedOut { values.remove(identifier) }
            if let identifier = payload.identifier {
                switch payload.action {
                case .join, .stateChange: values.add(identifier, state: payload.state)
                case .leave, .timeout: values.remove(identifier)
                case .interval, .changed: break
                }
            }
            let named = values.participants.count
            values.occupancy = UInt(max(payload.occupancy ?? named, 0))
            values.anonymous = min(values.anonymous, UInt(max(Int(clamping: values.occupancy) - named, 0)))
        }
    }
}

extension PNChannel {
    /// Returns the shared object of exactly this name, which is a channel also if the name contains a colon.
    ///
    /// The service names channels in responses and events, and such a name is never a group.
    package static func exactly(named name: String) -> PNChannel {
        let identity = ChannelIdentity(kind: .channel, name: name)
        return ChannelStates.object(for: identity) { PNChannel(identity: identity, state: $0) }
    }

    /// Returns the shared objects of exactly these names, in the same order.
    package static func exactly(named names: [String]) -> [PNChannel] {
        names.map { exactly(named: $0) }
    }

    /// Makes an object that is not the shared one of the name, with a presence setting that no other client changes.
    package static func separate(named name: String, observesPresence: Bool) -> PNChannel {
        PNChannel(name: name, observesPresence: observesPresence)
    }

    /// The shared object of a name, whose type follows from the name.
    fileprivate static func shared(named name: String) -> PNChannel {
        let (observedName, isPresence) = PresenceName.stripAll(name)
        guard isPresence else {
            return name.utf8.contains(UInt8(ascii: ":")) ? group(named: name) : exactly(named: name)
        }
        let observed = shared(named: observedName)
        let identity = ChannelIdentity(kind: observed.presenceKind, name: name)
        return ChannelStates.object(for: identity) { PNChannelPresence(of: observed, identity: identity, state: $0) }
    }

    private static func group(named name: String) -> PNChannel {
        // Makes an object also if the name has one: groups are rare, and made by an initializer elsewhere.
        let group = PNChannelGroup.object(wireName: name)
        return ChannelStates.object(for: group.identity) { _ in group }
    }

    fileprivate var presenceKind: ChannelIdentity.Kind { isChannelGroup ? .groupPresence : .presence }
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
    public convenience init(for channel: PNChannel) {
        let identity = ChannelIdentity(kind: channel.presenceKind, name: PresenceName.make(channel.name))
        self.init(of: channel, identity: identity)
        ChannelStates.introduce(self)
    }

    fileprivate init(of channel: PNChannel, identity: ChannelIdentity, state: ChannelState? = nil) {
        observed = channel
        super.init(identity: identity, state: state)
    }
}
