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
