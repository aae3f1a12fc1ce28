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
