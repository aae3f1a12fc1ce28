import Foundation

/// A request for who is on channels now.
public struct FetchHereNowRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

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
    public init(
        channels: [String],
        groups: [String] = [],
        includeUUIDs: Bool = true,
        includeState: Bool = true
    ) {
        self.channels = channels
        self.groups = groups
        self.includeUUIDs = includeUUIDs
        self.includeState = includeState
    }
}
