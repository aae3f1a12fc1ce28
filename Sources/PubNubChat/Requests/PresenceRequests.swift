import Foundation
public import PubNub

/// A request for who is on channels now.
public struct FetchHereNowRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifiers of the channels.
    public var channels: [String]
    /// The names of the channel groups, `namespace:group` for those in a namespace.
    public var groups: [String]
    /// Whether the service names who is there; it only counts them otherwise, and nothing is stored.
    public var includeUUIDs: Bool
    /// Whether the service tells the state of those who are there; stored state stays as it is otherwise.
    public var includeState: Bool

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels; at least one, or a group.
    ///   - groups: The names of the channel groups.
    ///   - includeUUIDs: Whether the service names who is there.
    ///   - includeState: Whether the service tells the state of those who are there.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        channels: [String],
        groups: [String] = [],
        includeUUIDs: Bool = true,
        includeState: Bool = true,
        config: PNConfiguration? = nil
    ) {
        self.channels = channels
        self.groups = groups
        self.includeUUIDs = includeUUIDs
        self.includeState = includeState
        self.config = config
    }
}

/// A request for the state of a user on channels.
public struct FetchPresenceStateRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifier of the user.
    public var uuid: String
    /// The identifiers of the channels.
    public var channels: [String]
    /// The names of the channel groups, `namespace:group` for those in a namespace.
    public var groups: [String]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - uuid: The identifier of the user.
    ///   - channels: The identifiers of the channels; at least one, or a group.
    ///   - groups: The names of the channel groups.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(uuid: String, channels: [String], groups: [String] = [], config: PNConfiguration? = nil) {
        self.uuid = uuid
        self.channels = channels
        self.groups = groups
        self.config = config
    }
}

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
