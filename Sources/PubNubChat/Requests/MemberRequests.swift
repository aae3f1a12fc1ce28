import Foundation
public import PubNub

/// A request for a page of the users that are members of a channel.
public struct UserMemberFetchRequest: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The identifier of the channel.
    public var channelId: String
    /// Whether to fetch custom data; otherwise the stored custom data stays.
    public var includeCustom: Bool
    /// Whether to fetch the total number of memberships.
    public var includeTotalCount: Bool
    /// Whether to fetch all fields of the users, and not with only their identifiers.
    public var includeUserFields: Bool
    /// A filter expression that memberships must match, in the filter language of the service; nil for no filter.
    public var filter: String?
    /// The sort keys of memberships, such as `uuid.name` or `updated:desc`.
    public var sort: [String]
    /// The maximum number of memberships in a page, 1 to 100.
    public var limit: Int
    /// The start of the page; nil for the first page.
    public var page: ChatPage?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - includeCustom: Whether to fetch custom data.
    ///   - includeTotalCount: Whether to fetch the total number of memberships.
    ///   - includeUserFields: Whether to fetch all fields of the users.
    ///   - filter: A filter expression that memberships must match.
    ///   - sort: The sort keys of memberships.
    ///   - limit: The maximum number of memberships in a page.
    ///   - page: The start of the page.
    ///   - config: The configuration for this request, in place of the client's.
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
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The identifier of the user.
    public var userId: String
    /// Whether to fetch custom data; otherwise the stored custom data stays.
    public var includeCustom: Bool
    /// Whether to fetch the total number of memberships.
    public var includeTotalCount: Bool
    /// Whether to fetch all fields of the channels, and not with only their identifiers.
    public var includeChannelFields: Bool
    /// A filter expression that memberships must match, in the filter language of the service; nil for no filter.
    public var filter: String?
    /// The sort keys of memberships, such as `channel.name` or `updated:desc`.
    public var sort: [String]
    /// The maximum number of memberships in a page, 1 to 100.
    public var limit: Int
    /// The start of the page; nil for the first page.
    public var page: ChatPage?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - includeCustom: Whether to fetch custom data.
    ///   - includeTotalCount: Whether to fetch the total number of memberships.
    ///   - includeChannelFields: Whether to fetch all fields of the channels.
    ///   - filter: A filter expression that memberships must match.
    ///   - sort: The sort keys of memberships.
    ///   - limit: The maximum number of memberships in a page.
    ///   - page: The start of the page.
    ///   - config: The configuration for this request, in place of the client's.
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
    /// The side from which memberships are changed. The stored result is the same.
    public enum Direction: Hashable, Sendable {
        /// The channels of a user: one call for each user among the members.
        case modifyChannelsByUser
        /// The users of a channel: one call for each channel among the members.
        case modifyUsersByChannel
    }

    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The memberships.
    public var members: [ChatMember<Custom>]
    /// The side from which they are changed.
    public var modificationDirection: Direction

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - members: The memberships, at least one.
    ///   - modificationDirection: The side from which they are changed.
    ///   - config: The configuration for this request, in place of the client's.
    public init(members: [ChatMember<Custom>], modificationDirection: Direction, config: PNConfiguration? = nil) {
        self.members = members
        self.modificationDirection = modificationDirection
        self.config = config
    }
}
