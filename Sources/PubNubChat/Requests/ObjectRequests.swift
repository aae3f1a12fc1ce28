import Foundation
public import PubNub

/// A request for a page of all channels.
public typealias ChannelsFetchRequest = ObjectsFetchRequest<PubNubChatChannel>

/// A request for a page of all users.
public typealias UsersFetchRequest = ObjectsFetchRequest<PubNubChatUser>

/// A request for a page of all channels or users; see ``ChannelsFetchRequest`` and ``UsersFetchRequest``.
public struct ObjectsFetchRequest<Object: Sendable>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// Whether they come with custom data; stored custom data stays as it is otherwise.
    public var includeCustom: Bool
    /// Whether the service tells how many there are.
    public var includeTotalCount: Bool
    /// How many a page has at most, 1 to 100.
    public var limit: Int
    /// What they have to meet, in the filter language of the service; nil for all.
    public var filter: String?
    /// What they are sorted by, such as `name` or `updated:desc`.
    public var sort: [String]
    /// Where the page begins; nil for the first one.
    public var page: ChatPage?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - includeCustom: Whether they come with custom data.
    ///   - includeTotalCount: Whether the service tells how many there are.
    ///   - limit: How many a page has at most.
    ///   - filter: What they have to meet.
    ///   - sort: What they are sorted by.
    ///   - page: Where the page begins.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
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
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The channel; its identifier is enough to fetch or remove it.
    public var channel: ChatChannel<Custom>
    /// Whether the answer has custom data; stored custom data stays as it is otherwise.
    public var includeCustom: Bool

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - includeCustom: Whether the answer has custom data.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(channel: ChatChannel<Custom>, includeCustom: Bool = true, config: PNConfiguration? = nil) {
        self.channel = channel
        self.includeCustom = includeCustom
        self.config = config
    }
}

/// A request about one user: to fetch, create, change or remove it.
public struct ChatUserRequest<Custom: UserCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The user; its identifier is enough to fetch or remove it.
    public var user: ChatUser<Custom>
    /// Whether the answer has custom data; stored custom data stays as it is otherwise.
    public var includeCustom: Bool

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - includeCustom: Whether the answer has custom data.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(user: ChatUser<Custom>, includeCustom: Bool = true, config: PNConfiguration? = nil) {
        self.user = user
        self.includeCustom = includeCustom
        self.config = config
    }
}
