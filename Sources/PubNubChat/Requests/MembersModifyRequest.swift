import Foundation

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

    /// The memberships.
    public var members: [ChatMember<Custom>]
    /// From which side they are changed.
    public var modificationDirection: Direction

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - members: The memberships, at least one.
    ///   - modificationDirection: From which side they are changed.
    public init(members: [ChatMember<Custom>], modificationDirection: Direction) {
        self.members = members
        self.modificationDirection = modificationDirection
    }
}
