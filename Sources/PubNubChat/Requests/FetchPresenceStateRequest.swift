import Foundation

/// A request for the state of a user on channels.
public struct FetchPresenceStateRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

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
    public init(uuid: String, channels: [String], groups: [String] = []) {
        self.uuid = uuid
        self.channels = channels
        self.groups = groups
    }
}
