import Foundation
public import PubNub

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
