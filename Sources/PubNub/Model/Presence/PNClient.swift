import PubNubWire

/// A client as presence reports it: its identifier, its channel or group, and its state there.
public final class PNClient: Sendable {
    static let anonymousIdentifier = "unknown"

    /// The identifier; `"unknown"` for a client without one.
    public let identifier: String

    /// The channel of the request or report; `nil` for a group.
    public let channel: PNChannel?

    /// The group of the request or report; `nil` without a group.
    public let group: PNChannelGroup?

    /// The channels whose state is known.
    public let channels: [PNChannel]

    private let states: [String: JSON]

    /// Makes a client; `states` are keyed by wire names of channels.
    init(
        identifier: String?,
        channel: PNChannel? = nil,
        group: PNChannelGroup? = nil,
        states: [String: JSON] = [:]
    ) {
        self.identifier = identifier ?? Self.anonymousIdentifier
        self.channel = channel
        self.group = group
        self.states = states
        channels = states.keys.sorted().map {
            $0 == channel?.name ? (channel ?? .exactly(named: $0)) : .exactly(named: $0)
        }
    }

    /// The state on ``channel``.
    @available(*, deprecated, message: "Use state(for:)")
    public var data: [String: Any] {
        channel.map(state) ?? [:]
    }

    /// Returns the state of the client on a channel.
    ///
    /// - Parameter channel: The channel, or the group of the request.
    /// - Returns: The state; empty if none is known.
    public func state(for channel: PNChannel) -> [String: Any] {
        states[channel.name].map(JSONBridge.dictionary) ?? [:]
    }

    /// Returns whether the client has no identifier.
    public func isAnonymous() -> Bool {
        identifier == Self.anonymousIdentifier
    }
}

extension PNClient: CustomStringConvertible {
    /// The identifier and the channel or group.
    public var description: String {
        let target = channel ?? group
        return "PNClient(\(identifier)\(target.map { " on \($0.name)" } ?? ""))"
    }
}
