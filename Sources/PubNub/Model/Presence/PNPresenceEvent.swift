package import PubNubWire

/// A presence event: a client joined, left, timed out or changed state on a channel, or the number of clients changed.
public final class PNPresenceEvent: Sendable {
    package let payload: PresencePayload
    /// The timetoken of its envelope; `nil` for an event made of a dictionary.
    package let timetoken: Timetoken?

    /// The name, on the wire, of the group or wildcard through which it came; `nil` if it came through its channel.
    package let subscription: String?

    /// The channel of the event.
    public let channel: PNChannel

    /// The group through which the client observes the channel; `nil` if it observes the channel itself.
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

    /// Stores in the channel what the event reports.
    func updateChannel() {
        if let timetoken { channel.update(timetoken: timetoken) }
        channel.update(with: payload)
    }

    /// The kind of event. An interval report of the service counts as ``PNPresenceEventType/changed``.
    public var type: PNPresenceEventType {
        switch payload.action {
        case .join: .join
        case .leave: .leave
        case .timeout: .timeout
        case .stateChange: .stateChanged
        case .interval, .changed: .changed
        }
    }

    /// The client of the event; anonymous if the event only reports the number of clients.
    public var client: PNClient {
        PNClient(
            identifier: payload.identifier,
            channel: channel,
            group: channelGroup,
            states: payload.state.map { [channel.name: $0] } ?? [:]
        )
    }

    /// The time of the event.
    public var date: PNDate {
        let token = payload.timestamp.map { Timetoken(secondsOrTimetoken: UInt64(clamping: $0)) }
        return PNDate(timetoken: token ?? timetoken ?? .zero)
    }

    /// The number of clients on the channel after the event.
    public var occupancy: UInt { UInt(max(payload.occupancy ?? 0, 0)) }

    /// The identifier of the client; `nil` if the event only reports the number of clients.
    @available(*, deprecated, message: "Use client.identifier")
    public var uuid: String? { payload.identifier }

    /// The clients that joined since the last interval report; empty in every other event.
    public var joined: [String] { payload.joined }

    /// The clients that left since the last interval report; empty in every other event.
    public var left: [String] { payload.left }

    /// The clients that timed out since the last interval report; empty in every other event.
    public var timedOut: [String] { payload.timedOut }

    /// Whether an interval report was too long to name all clients. Then request the list of participants again.
    public var isParticipantsListOutdated: Bool { payload.hereNowRefresh }
}

extension PNPresenceEvent {
    /// Makes an event from a dictionary of the service.
    ///
    /// - Parameters:
    ///   - presenceResponse: The dictionary. Anything else makes a ``PNPresenceEventType/changed`` event without
    ///     content; check it with ``isPresenceEventObject(_:)`` first.
    ///   - channel: The channel on which it was received.
    ///   - channelGroup: The group through which it was received; `nil`, the default, for none.
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
    ///   - channel: The channel on which it was received.
    ///   - channelGroup: The group through which it was received; `nil`, the default, for none.
    /// - Returns: The event.
    public class func presenceEvent(
        forResponse presenceResponse: Any,
        on channel: PNChannel,
        channelGroup: PNChannelGroup? = nil
    ) -> PNPresenceEvent {
        PNPresenceEvent(response: presenceResponse, on: channel, channelGroup: channelGroup)
    }

    /// Returns whether a dictionary is a presence event.
    ///
    /// - Parameter event: A dictionary received from the service.
    /// - Returns: `true` if it has a time stamp and an occupancy, or an action and an identifier.
    public class func isPresenceEventObject(_ event: [String: Any]) -> Bool {
        (event["timestamp"] != nil && event["occupancy"] != nil) || (event["action"] != nil && event["uuid"] != nil)
    }
}

extension PNPresenceEvent: CustomStringConvertible {
    /// The kind, the client and the channel.
    public var description: String {
        "PNPresenceEvent(\(payload.action.rawValue) \(payload.identifier ?? "-") on \(channel.name), occupancy \(occupancy))"
    }
}

/// The kind of a presence event.
///
/// The values exclude each other and work in a `switch`. The type is an option set because 3.7.8 has one.
public struct PNPresenceEventType: OptionSet, Hashable, Sendable {
    /// The number in the interface of 3.7.8.
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

    /// A client sent no heartbeat in time.
    public static let timeout = PNPresenceEventType(rawValue: 4)
}
