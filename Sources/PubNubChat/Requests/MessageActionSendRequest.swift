import Foundation

/// A request to add a reaction to a message.
public struct MessageActionSendRequest<Custom: ChatCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

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
    public init(channelId: String, messageTimetoken: Timetoken, actionType: String, actionValue: String) {
        self.channelId = channelId
        self.messageTimetoken = messageTimetoken
        self.actionType = actionType
        self.actionValue = actionValue
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - parent: The message.
    ///   - actionType: What kind of reaction it is.
    ///   - actionValue: Its value.
    public init(parent: ChatMessage<Custom>, actionType: String, actionValue: String) {
        self.init(
            channelId: parent.pubnubChannelId,
            messageTimetoken: parent.timetoken,
            actionType: actionType,
            actionValue: actionValue
        )
        self.parent = parent
    }
}
