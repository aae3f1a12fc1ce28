import Foundation
public import PubNub

/// A request for the present users of channels.
public struct FetchHereNowRequest: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The identifiers of the channels.
    public var channels: [String]
    /// The names of the channel groups, `namespace:group` for those in a namespace.
    public var groups: [String]
    /// Whether to fetch the identifiers of present users. Otherwise the service only counts them, and nothing is
    /// stored.
    public var includeUUIDs: Bool
    /// Whether to fetch the state of present users; otherwise the stored state stays.
    public var includeState: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels; at least one channel or group is required.
    ///   - groups: The names of the channel groups.
    ///   - includeUUIDs: Whether to fetch the identifiers of present users.
    ///   - includeState: Whether to fetch the state of present users.
    ///   - config: The configuration for this request, in place of the client's.
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

/// A request for the presence state of a user on channels.
public struct FetchPresenceStateRequest: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The identifier of the user.
    public var uuid: String
    /// The identifiers of the channels.
    public var channels: [String]
    /// The names of the channel groups, `namespace:group` for those in a namespace.
    public var groups: [String]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - uuid: The identifier of the user.
    ///   - channels: The identifiers of the channels; at least one, or a group.
    ///   - groups: The names of the channel groups.
    ///   - config: The configuration for this request, in place of the client's.
    public init(uuid: String, channels: [String], groups: [String] = [], config: PNConfiguration? = nil) {
        self.uuid = uuid
        self.channels = channels
        self.groups = groups
        self.config = config
    }
}

/// A request to change the presence state of the current user on channels.
public struct SetPresenceStateRequest: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The identifier of the current user.
    public var currentUserId: String
    /// The identifiers of the channels, which must be subscribed.
    public var channels: [String]
    /// The names of the channel groups, `namespace:group` for those in a namespace.
    public var groups: [String]
    /// The fields that change: strings, numbers, booleans, and null to remove a field.
    public var state: [String: JSON]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - currentUserId: The identifier of the current user.
    ///   - channels: The identifiers of the channels; at least one, or a group.
    ///   - groups: The names of the channel groups.
    ///   - state: The fields that change.
    ///   - config: The configuration for this request, in place of the client's.
    public init(
        currentUserId: String,
        channels: [String],
        groups: [String] = [],
        state: [String: JSON],
        config: PNConfiguration? = nil
    ) {
        self.currentUserId = currentUserId
        self.channels = channels
        self.groups = groups
        self.state = state
        self.config = config
    }
}
