import Foundation
public import PubNub

/// A request to change the state of the current user on channels.
public struct SetPresenceStateRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifier of the current user.
    public var currentUserId: String
    /// The identifiers of the channels, which are subscribed.
    public var channels: [String]
    /// The names of the channel groups, `namespace:group` for those in a namespace.
    public var groups: [String]
    /// The fields that change: texts, numbers, booleans, and null for a field that is removed.
    public var state: [String: ChatJSON]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - currentUserId: The identifier of the current user.
    ///   - channels: The identifiers of the channels; at least one, or a group.
    ///   - groups: The names of the channel groups.
    ///   - state: The fields that change.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        currentUserId: String,
        channels: [String],
        groups: [String] = [],
        state: [String: ChatJSON],
        config: PNConfiguration? = nil
    ) {
        self.currentUserId = currentUserId
        self.channels = channels
        self.groups = groups
        self.state = state
        self.config = config
    }
}
