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
