import Foundation
public import PubNub

/// A request for a page of the users that are members of a channel.
public struct UserMemberFetchRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifier of the channel.
    public var channelId: String
    /// Whether memberships and users come with custom data; stored custom data stays as it is otherwise.
    public var includeCustom: Bool
    /// Whether the service tells how many memberships there are.
    public var includeTotalCount: Bool
    /// Whether the users come with all their fields, and not with their identifiers alone.
    public var includeUserFields: Bool
    /// What memberships have to meet, in the filter language of the service; nil for all.
    public var filter: String?
    /// What memberships are sorted by, such as `uuid.name` or `updated:desc`.
    public var sort: [String]
    /// How many memberships a page has at most, 1 to 100.
    public var limit: Int
    /// Where the page begins; nil for the first one.
    public var page: ChatPage?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - includeCustom: Whether memberships and users come with custom data.
    ///   - includeTotalCount: Whether the service tells how many memberships there are.
    ///   - includeUserFields: Whether the users come with all their fields.
    ///   - filter: What memberships have to meet.
    ///   - sort: What memberships are sorted by.
    ///   - limit: How many memberships a page has at most.
    ///   - page: Where the page begins.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        channelId: String,
        includeCustom: Bool = true,
        includeTotalCount: Bool = true,
        includeUserFields: Bool = true,
        filter: String? = nil,
        sort: [String] = [],
        limit: Int = 100,
        page: ChatPage? = nil,
        config: PNConfiguration? = nil
    ) {
        self.channelId = channelId
        self.includeCustom = includeCustom
        self.includeTotalCount = includeTotalCount
        self.includeUserFields = includeUserFields
        self.filter = filter
        self.sort = sort
        self.limit = limit
        self.page = page
        self.config = config
    }
}

/// A request for a page of the channels that a user is a member of.
public struct ChannelMemberFetchRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifier of the user.
    public var userId: String
    /// Whether memberships and channels come with custom data; stored custom data stays as it is otherwise.
    public var includeCustom: Bool
    /// Whether the service tells how many memberships there are.
    public var includeTotalCount: Bool
    /// Whether the channels come with all their fields, and not with their identifiers alone.
    public var includeChannelFields: Bool
    /// What memberships have to meet, in the filter language of the service; nil for all.
    public var filter: String?
    /// What memberships are sorted by, such as `channel.name` or `updated:desc`.
    public var sort: [String]
    /// How many memberships a page has at most, 1 to 100.
    public var limit: Int
    /// Where the page begins; nil for the first one.
    public var page: ChatPage?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - includeCustom: Whether memberships and channels come with custom data.
    ///   - includeTotalCount: Whether the service tells how many memberships there are.
    ///   - includeChannelFields: Whether the channels come with all their fields.
    ///   - filter: What memberships have to meet.
    ///   - sort: What memberships are sorted by.
    ///   - limit: How many memberships a page has at most.
    ///   - page: Where the page begins.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        userId: String,
        includeCustom: Bool = true,
        includeTotalCount: Bool = true,
        includeChannelFields: Bool = true,
        filter: String? = nil,
        sort: [String] = [],
        limit: Int = 100,
        page: ChatPage? = nil,
        config: PNConfiguration? = nil
    ) {
        self.userId = userId
        self.includeCustom = includeCustom
        self.includeTotalCount = includeTotalCount
        self.includeChannelFields = includeChannelFields
        self.filter = filter
        self.sort = sort
        self.limit = limit
        self.page = page
        self.config = config
    }
}

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
