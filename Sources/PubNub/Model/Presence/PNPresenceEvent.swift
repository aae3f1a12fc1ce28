package import PubNubWire

/// Somebody joined, left, timed out or changed state on a channel, or the number of clients there changed.
public final class PNPresenceEvent: Sendable {
    private let payload: PresencePayload
    /// The time token of the envelope it came in; nil when it was made from a dictionary.
    package let timetoken: Timetoken?

    /// The name, on the wire, of the group or wildcard it came through; `nil` when it came through its channel.
    package let subscription: String?

    /// The channel it happened on.
    public let channel: PNChannel

    /// The group through which the client observes the channel; `nil` when it observes the channel itself.
    public let channelGroup: PNChannelGroup?

    init(
        payload: PresencePayload,
        channel: PNChannel,
        group: PNChannelGroup? = nil,
        timetoken: Timetoken? = nil,
        subscription: String? = nil
    ) {
        self.subscription = subscription
        self.payload = payload
        self.channel = channel
        channelGroup = group
        self.timetoken = timetoken
    }

    /// What happened. An interval report of the service counts as ``PNPresenceEventType/changed``.
    public var type: PNPresenceEventType {
        switch payload.action {
        case .join: .join
        case .leave: .leave
        case .timeout: .timeout
        case .stateChange: .stateChanged
        case .interval, .changed: .changed
        }
    }

    /// The client it is about; anonymous when the event is about the number of clients only.
    public var client: PNClient {
        PNClient(
            identifier: payload.identifier,
            channel: channel,
            group: channelGroup,
            states: payload.state.map { [channel.name: $0] } ?? [:]
        )
    }

    /// When it happened.
    public var date: PNDate {
        let token = payload.timestamp.map { Timetoken(secondsOrTimetoken: UInt64(clamping: $0)) }
        return PNDate(timetoken: token ?? timetoken ?? .zero)
    }

    /// How many clients are on the channel after the event.
    public var occupancy: UInt { UInt(max(payload.occupancy ?? 0, 0)) }

    /// The identifier of the client; `nil` when the event is about the number of clients only.
    @available(*, deprecated, message: "Use client.identifier")
    public var uuid: String? { payload.identifier }

    /// Who joined since the last interval report; empty in every other event.
    public var joined: [String] { payload.joined }

    /// Who left since the last interval report; empty in every other event.
    public var left: [String] { payload.left }

    /// Who timed out since the last interval report; empty in every other event.
    public var timedOut: [String] { payload.timedOut }

    /// Whether an interval report was too long to name everybody, so that the list of participants has to be
    /// requested again.
    public var isParticipantsListOutdated: Bool { payload.hereNowRefresh }
}

extension PNPresenceEvent {
    /// Makes an event from a dictionary of the service.
    ///
    /// - Parameters:
    ///   - presenceResponse: The dictionary. Anything else makes a ``PNPresenceEventType/changed`` event without
    ///     content; ``isPresenceEventObject(_:)`` tells beforehand.
    ///   - channel: The channel it was received on.
    ///   - channelGroup: The group it was received through; `nil`, the default, when there is none.
    public convenience init(
        response presenceResponse: Any,
        on channel: PNChannel,
        channelGroup: PNChannelGroup? = nil
    ) {
        let value = try? JSONBridge.value(presenceResponse)
        let payload = value.flatMap { PresencePayload($0) } ?? PresencePayload(action: .changed, timestamp: nil)
        self.init(payload: payload, channel: channel, group: channelGroup)
    }

    /// Makes an event from a dictionary of the service; see ``init(response:on:channelGroup:)``.
    ///
    /// - Parameters:
    ///   - presenceResponse: The dictionary.
    ///   - channel: The channel it was received on.
    ///   - channelGroup: The group it was received through; `nil`, the default, when there is none.
    /// - Returns: The event.
    public class func presenceEvent(
        forResponse presenceResponse: Any,
        on channel: PNChannel,
        channelGroup: PNChannelGroup? = nil
    ) -> PNPresenceEvent {
        PNPresenceEvent(response: presenceResponse, on: channel, channelGroup: channelGroup)
    }

    /// Tells whether a dictionary is a presence event.
    ///
    /// - Parameter event: A dictionary received from the service.
    /// - Returns: `true` when it has a time stamp and an occupancy, or an action and an identifier.
    public class func isPresenceEventObject(_ event: [String: Any]) -> Bool {
        (event["timestamp"] != nil && event["occupancy"] != nil) || (event["action"] != nil && event["uuid"] != nil)
    }
}

extension PNPresenceEvent: CustomStringConvertible {
    /// What happened, to whom and where.
    public var description: String {
        "PNPresenceEvent(\(payload.action.rawValue) \(payload.identifier ?? "-") on \(channel.name), occupancy \(occupancy))"
    }
}

/// What a presence event reports.
///
/// The values exclude each other and can be switched over; the type is an option set because it was one.
public struct PNPresenceEventType: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The number of clients changed.
    public static let changed: PNPresenceEventType = []

    /// A client changed its state.
    public static let stateChanged = PNPresenceEventType(rawValue: 1)

    /// A client joined.
    public static let join = PNPresenceEventType(rawValue: 2)

    /// A client left.
    public static let leave = PNPresenceEventType(rawValue: 3)

    /// A client was not heard of for too long.
    public static let timeout = PNPresenceEventType(rawValue: 4)
}
