import Foundation
public import PubNub

/// A request for a page of the messages of channels, the newest in a range.
public struct MessageHistoryRequest: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The identifiers of the channels, at least one.
    public var channels: [String]
    /// Whether to fetch messages with their reactions, which then replace the stored ones.
    public var actionsInResponse: Bool
    /// Has no effect: the metadata of messages is always fetched, because it has their quotes and mentions. False by default.
    @available(*, deprecated, message: "Has no effect: metadata is always fetched")
    public var metaInResponse = false
    /// Whether to fetch the authors of messages. Otherwise the author of a message that is new to the store is the user
    /// with an empty identifier.
    public var uuidInResponse: Bool
    /// Whether to fetch the type of messages.
    public var messageTypeInResponse: Bool
    /// The maximum number of messages of each channel; nil for the maximum of the service, which also limits larger
    /// values: 25 with reactions or for several channels, 100 otherwise.
    public var limit: Int?
    /// Only messages before this timetoken; nil starts with the newest.
    public var start: Timetoken?
    /// Only messages at or after this timetoken; nil ends with the oldest.
    public var end: Timetoken?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels, at least one.
    ///   - actionsInResponse: Whether to fetch messages with their reactions.
    ///   - uuidInResponse: Whether to fetch the authors of messages.
    ///   - messageTypeInResponse: Whether to fetch the type of messages.
    ///   - limit: The maximum number of messages of each channel.
    ///   - start: Only messages before this timetoken.
    ///   - end: Only messages at or after this timetoken.
    ///   - config: The configuration for this request, in place of the client's.
    public init(
        channels: [String],
        actionsInResponse: Bool = true,
        uuidInResponse: Bool = true,
        messageTypeInResponse: Bool = true,
        limit: Int? = nil,
        start: Timetoken? = nil,
        end: Timetoken? = nil,
        config: PNConfiguration? = nil
    ) {
        self.channels = channels
        self.actionsInResponse = actionsInResponse
        self.uuidInResponse = uuidInResponse
        self.messageTypeInResponse = messageTypeInResponse
        self.limit = limit
        self.start = start
        self.end = end
        self.config = config
    }

    /// Creates a request. The same as the initializer without `metaInResponse`, which has no effect.
    @available(*, deprecated, message: "Omit metaInResponse, which has no effect: metadata is always fetched")
    public init(
        channels: [String],
        actionsInResponse: Bool = true,
        metaInResponse: Bool,
        uuidInResponse: Bool = true,
        messageTypeInResponse: Bool = true,
        limit: Int? = nil,
        start: Timetoken? = nil,
        end: Timetoken? = nil,
        config: PNConfiguration? = nil
    ) {
        self.init(
            channels: channels,
            actionsInResponse: actionsInResponse,
            uuidInResponse: uuidInResponse,
            messageTypeInResponse: messageTypeInResponse,
            limit: limit,
            start: start,
            end: end,
            config: config
        )
        self.metaInResponse = metaInResponse
    }
}

/// A request to publish a message.
public struct SendMessageRequest<Custom: ChatCustomData>: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The message. It is published to its channel.
    public var message: ChatMessage<Custom>
    /// Whether to store it in history; nil applies the setting of the keys.
    public var storeInHistory: Bool?
    /// Whether to compress it.
    public var shouldCompress: Bool
    /// The number of hours that history stores it; nil applies the setting of the keys.
    public var ttl: Int?
    /// The metadata to which subscribers' filters apply; nil for none.
    public var metadata: JSON?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - storeInHistory: Whether to store it in history; nil, the default, applies the setting of the keys.
    ///   - shouldCompress: Whether to compress it; false by default.
    ///   - ttl: The number of hours that history stores it; nil, the default, applies the setting of the keys.
    ///   - metadata: The metadata to which subscribers' filters apply; nil, the default, for none.
    ///   - config: The configuration for this request, in place of the client's.
    public init(
        message: ChatMessage<Custom>,
        storeInHistory: Bool? = nil,
        shouldCompress: Bool = false,
        ttl: Int? = nil,
        metadata: JSON? = nil,
        config: PNConfiguration? = nil
    ) {
        self.message = message
        self.storeInHistory = storeInHistory
        self.shouldCompress = shouldCompress
        self.ttl = ttl
        self.metadata = metadata
        self.config = config
    }
}

/// The progress of an action that reads pages.
public struct ChatSyncProgress: Hashable, Sendable {
    /// The number of items stored so far.
    public let count: Int
    /// The total number of items; nil if the request did not ask for it or the service does not report it.
    public let total: Int?

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - count: The number of items stored so far.
    ///   - total: The total number of items; nil if unknown.
    public init(count: Int, total: Int?) {
        self.count = count
        self.total = total
    }
}
