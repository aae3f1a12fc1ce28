import Foundation
public import PubNub

/// A request for a page of all channels.
public typealias ChannelsFetchRequest = ObjectsFetchRequest<PubNubChatChannel>

/// A request for a page of all users.
public typealias UsersFetchRequest = ObjectsFetchRequest<PubNubChatUser>

/// A request for a page of all channels or users; see ``ChannelsFetchRequest`` and ``UsersFetchRequest``.
public struct ObjectsFetchRequest<Object: Sendable>: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// Whether to fetch custom data; otherwise the stored custom data stays.
    public var includeCustom: Bool
    /// Whether to fetch the total number.
    public var includeTotalCount: Bool
    /// The maximum number of objects in a page, 1 to 100.
    public var limit: Int
    /// A filter expression that the objects must match, in the filter language of the service; nil for no filter.
    public var filter: String?
    /// The sort keys, such as `name` or `updated:desc`.
    public var sort: [String]
    /// The start of the page; nil for the first page.
    public var page: ChatPage?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - includeCustom: Whether to fetch custom data.
    ///   - includeTotalCount: Whether to fetch the total number.
    ///   - limit: The maximum number of objects in a page.
    ///   - filter: A filter expression that the objects must match.
    ///   - sort: The sort keys.
    ///   - page: The start of the page.
    ///   - config: The configuration for this request, in place of the client's.
    public init(
        includeCustom: Bool = true,
        includeTotalCount: Bool = false,
        limit: Int = 100,
        filter: String? = nil,
        sort: [String] = [],
        page: ChatPage? = nil,
        config: PNConfiguration? = nil
    ) {
        self.includeCustom = includeCustom
        self.includeTotalCount = includeTotalCount
        self.limit = limit
        self.filter = filter
        self.sort = sort
        self.page = page
        self.config = config
    }
}

/// A request about one channel: to fetch, create, change or remove it.
public struct ChatChannelRequest<Custom: ChannelCustomData>: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The channel; its identifier is sufficient to fetch or remove it.
    public var channel: ChatChannel<Custom>
    /// Whether the response includes custom data; otherwise the stored custom data stays.
    public var includeCustom: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - includeCustom: Whether the response includes custom data; true by default.
    ///   - config: The configuration for this request, in place of the client's.
    public init(channel: ChatChannel<Custom>, includeCustom: Bool = true, config: PNConfiguration? = nil) {
        self.channel = channel
        self.includeCustom = includeCustom
        self.config = config
    }
}

/// A request about one user: to fetch, create, change or remove it.
public struct ChatUserRequest<Custom: UserCustomData>: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The user; its identifier is sufficient to fetch or remove it.
    public var user: ChatUser<Custom>
    /// Whether the response includes custom data; otherwise the stored custom data stays.
    public var includeCustom: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - includeCustom: Whether the response includes custom data; true by default.
    ///   - config: The configuration for this request, in place of the client's.
    public init(user: ChatUser<Custom>, includeCustom: Bool = true, config: PNConfiguration? = nil) {
        self.user = user
        self.includeCustom = includeCustom
        self.config = config
    }
}
