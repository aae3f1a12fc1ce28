import Foundation
public import PubNub

/// A request to create, change or remove memberships.
public struct MembersModifyRequest<Custom: ChatCustomData>: Sendable {
    /// From which side memberships are changed. What is stored is the same.
    public enum Direction: Hashable, Sendable {
        /// The channels of a user: one call for each user among the members.
        case modifyChannelsByUser
        /// The users of a channel: one call for each channel among the members.
        case modifyUsersByChannel
    }

    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The memberships.
    public var members: [ChatMember<Custom>]
    /// From which side they are changed.
    public var modificationDirection: Direction

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - members: The memberships, at least one.
    ///   - modificationDirection: From which side they are changed.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(members: [ChatMember<Custom>], modificationDirection: Direction, config: PNConfiguration? = nil) {
        self.members = members
        self.modificationDirection = modificationDirection
        self.config = config
    }
}
