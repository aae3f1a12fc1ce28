import Foundation
public import PubNub

/// A request to add a reaction to a message.
public struct MessageActionSendRequest<Custom: ChatCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The channel of the message.
    public var channelId: String
    /// When the message was published.
    public var messageTimetoken: Timetoken
    /// What kind of reaction it is, such as `reaction`: 1 to 15 characters.
    public var actionType: String
    /// Its value, such as an emoji.
    public var actionValue: String
    /// The message, which is stored along with the reaction when it is not stored yet; nil for one that is.
    public var parent: ChatMessage<Custom>?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channelId: The channel of the message, which is stored.
    ///   - messageTimetoken: When the message was published.
    ///   - actionType: What kind of reaction it is.
    ///   - actionValue: Its value.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
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

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - parent: The message.
    ///   - actionType: What kind of reaction it is.
    ///   - actionValue: Its value.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
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

/// A request for a page of the reactions to the messages of a channel, the newest of those asked for.
public struct MessageActionFetchRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifier of the channel.
    public var channel: String
    /// How many reactions a page has at most; nil, and more than the service gives, for as many as it gives.
    public var limit: Int?
    /// Only reactions that were published before this moment; nil begins with the newest.
    public var start: Timetoken?
    /// Only reactions that were published from this moment on; nil reaches to the oldest.
    public var end: Timetoken?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channel: The identifier of the channel.
    ///   - limit: How many reactions a page has at most.
    ///   - start: Only reactions that were published before this moment.
    ///   - end: Only reactions that were published from this moment on.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
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
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The reaction, which the user of this app added.
    public var messageAction: ChatMessageAction<Custom>

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - messageAction: The reaction.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(messageAction: ChatMessageAction<Custom>, config: PNConfiguration? = nil) {
        self.messageAction = messageAction
        self.config = config
    }
}
