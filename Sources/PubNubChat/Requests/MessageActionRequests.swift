import Foundation
public import PubNub

/// A request to add a reaction to a message.
public struct MessageActionSendRequest<Custom: ChatCustomData>: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The channel of the message.
    public var channelId: String
    /// The timetoken of the message.
    public var messageTimetoken: Timetoken
    /// The type of the reaction, such as `reaction`: 1 to 15 characters.
    public var actionType: String
    /// Its value, such as an emoji.
    public var actionValue: String
    /// The message, which is stored with the reaction if it is not stored yet; nil if it is stored.
    public var parent: ChatMessage<Custom>?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channelId: The channel of the message, which is stored.
    ///   - messageTimetoken: The timetoken of the message.
    ///   - actionType: The type of the reaction: 1 to 15 characters.
    ///   - actionValue: Its value.
    ///   - config: The configuration for this request, in place of the client's.
    public init(
        channelId: String,
        messageTimetoken: Timetoken,
        actionType: String,
        actionValue: String,
        config: PNConfiguration? = nil
    ) {
        self.channelId = channelId
        self.messageTimetoken = messageTimetoken
        self.actionType = actionType
        self.actionValue = actionValue
        self.config = config
    }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - parent: The message.
    ///   - actionType: The type of the reaction: 1 to 15 characters.
    ///   - actionValue: Its value.
    ///   - config: The configuration for this request, in place of the client's.
    public init(parent: ChatMessage<Custom>, actionType: String, actionValue: String, config: PNConfiguration? = nil) {
        self.init(
            channelId: parent.pubnubChannelId,
            messageTimetoken: parent.timetoken,
            actionType: actionType,
            actionValue: actionValue
        )
        self.parent = parent
        self.config = config
    }
}

/// A request for a page of the reactions to the messages of a channel, the newest in a range.
public struct MessageActionFetchRequest: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The identifier of the channel.
    public var channel: String
    /// The maximum number of reactions in a page; nil for the maximum of the service, which also limits larger values.
    public var limit: Int?
    /// Only reactions that were published before this timetoken; nil starts with the newest.
    public var start: Timetoken?
    /// Only reactions that were published at or after this timetoken; nil ends with the oldest.
    public var end: Timetoken?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channel: The identifier of the channel.
    ///   - limit: The maximum number of reactions in a page; nil for the maximum of the service.
    ///   - start: Only reactions that were published before this timetoken.
    ///   - end: Only reactions that were published at or after this timetoken.
    ///   - config: The configuration for this request, in place of the client's.
    public init(
        channel: String,
        limit: Int? = nil,
        start: Timetoken? = nil,
        end: Timetoken? = nil,
        config: PNConfiguration? = nil
    ) {
        self.channel = channel
        self.limit = limit
        self.start = start
        self.end = end
        self.config = config
    }
}

/// A request about one reaction: to remove it.
public struct MessageActionRequest<Custom: ChatCustomData>: Sendable {
    /// Identifies the request in logs. Requests for further pages have the same identifier.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration for this request; nil, the default, uses the client's.
    public var config: PNConfiguration?

    /// The reaction, which the user of this app added.
    public var messageAction: ChatMessageAction<Custom>

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - messageAction: The reaction.
    ///   - config: The configuration for this request, in place of the client's.
    public init(messageAction: ChatMessageAction<Custom>, config: PNConfiguration? = nil) {
        self.messageAction = messageAction
        self.config = config
    }
}
