import Foundation
public import PubNub

/// A request for a page of the messages of channels, the newest of those asked for.
public struct MessageHistoryRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifiers of the channels, at least one.
    public var channels: [String]
    /// Whether messages come with their reactions, which then become the stored ones.
    public var actionsInResponse: Bool
    /// Whether the service is asked for the metadata of messages.
    public var metaInResponse: Bool
    /// Whether the service is asked who published messages; the author of a message that is new to the store is the user with an empty identifier otherwise.
    public var uuidInResponse: Bool
    /// Whether the service is asked for the kind of messages.
    public var messageTypeInResponse: Bool
    /// How many messages of each channel at most; nil, and more than the service gives, for as many as it gives: 25 with reactions or of several channels,
    /// 100 otherwise.
    public var limit: Int?
    /// Only messages before this moment; nil begins with the newest.
    public var start: Timetoken?
    /// Only messages from this moment on; nil reaches to the oldest.
    public var end: Timetoken?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels.
    ///   - actionsInResponse: Whether messages come with their reactions.
    ///   - metaInResponse: Whether the service is asked for the metadata of messages.
    ///   - uuidInResponse: Whether the service is asked who published messages.
    ///   - messageTypeInResponse: Whether the service is asked for the kind of messages.
    ///   - limit: How many messages of each channel at most.
    ///   - start: Only messages before this moment.
    ///   - end: Only messages from this moment on.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        channels: [String],
        actionsInResponse: Bool = true,
        metaInResponse: Bool = false,
        uuidInResponse: Bool = true,
        messageTypeInResponse: Bool = true,
        limit: Int? = nil,
        start: Timetoken? = nil,
        end: Timetoken? = nil,
        config: PNConfiguration? = nil
    ) {
        self.channels = channels
        self.actionsInResponse = actionsInResponse
        self.metaInResponse = metaInResponse
        self.uuidInResponse = uuidInResponse
        self.messageTypeInResponse = messageTypeInResponse
        self.limit = limit
        self.start = start
        self.end = end
        self.config = config
    }
}

/// A request to publish a message.
public struct SendMessageRequest<Custom: ChatCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The message; its channel is where it is published.
    public var message: ChatMessage<Custom>
    /// Whether history keeps it; nil leaves that to the settings of the keys.
    public var storeInHistory: Bool?
    /// Whether it travels compressed.
    public var shouldCompress: Bool
    /// How many hours history keeps it; nil leaves that to the settings of the keys.
    public var ttl: Int?
    /// What filters of subscribers are applied to; nil for nothing.
    public var metadata: ChatJSON?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - storeInHistory: Whether history keeps it.
    ///   - shouldCompress: Whether it travels compressed.
    ///   - ttl: How many hours history keeps it.
    ///   - metadata: What filters of subscribers are applied to.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        message: ChatMessage<Custom>,
        storeInHistory: Bool? = nil,
        shouldCompress: Bool = false,
        ttl: Int? = nil,
        metadata: ChatJSON? = nil,
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

/// What became of the messages that were to be sent.
public struct ChatSendReport: Sendable {
    /// A message that was not published, or of which nobody knows whether it was.
    public struct Failure: Sendable {
        /// The identifier in its payload.
        public let messageId: String
        /// Its channel; nil when that was removed from the store.
        public let channelId: String?
        /// Why: `PNError` or ``ChatError``.
        public let error: any Error
        /// Whether it is parked: it is sent again only after `retryUnsentMessages`. One that is not parked is sent by the next call, and so are those of its channel
        /// that wait behind it.
        public let isParked: Bool
    }

    /// How many messages were published.
    public internal(set) var sent = 0
    /// Those that were not. Of a channel that cannot be reached, the first message.
    public internal(set) var failures: [Failure] = []
}

/// How far an action that reads pages has come.
public struct ChatSyncProgress: Hashable, Sendable {
    /// How many items are stored so far.
    public let count: Int
    /// How many there are in all; nil where the service was not asked or does not say.
    public let total: Int?

    /// Makes a progress.
    ///
    /// - Parameters:
    ///   - count: How many items are stored so far.
    ///   - total: How many there are in all.
    public init(count: Int, total: Int?) {
        self.count = count
        self.total = total
    }
}
