/// A reaction to a message, as it travels between the app and the service.
public struct ChatMessageAction<Custom: ChatCustomData>: Identifiable, Hashable, Sendable, Codable {
    /// When the reaction was published.
    public var actionTimetoken: Timetoken
    /// When its message was published.
    public var parentTimetoken: Timetoken
    /// What kind of action it is, such as `reaction`.
    public var sourceType: String
    /// Its value, such as an emoji.
    public var value: String
    /// Who published it.
    public var pubnubUserId: String
    /// The user with the identifier `pubnubUserId`, when it is known.
    public var userModel: ChatUser<Custom.User>?
    /// The channel of the message.
    public var pubnubChannelId: String
    /// The message that was published at `parentTimetoken`, when it is known.
    public var messageModel: ChatMessage<Custom>?

    /// Makes a reaction.
    ///
    /// - Parameters:
    ///   - actionTimetoken: When the reaction was published.
    ///   - parentTimetoken: When its message was published.
    ///   - sourceType: What kind of action it is.
    ///   - value: Its value.
    ///   - pubnubUserId: Who published it.
    ///   - userModel: The user with this identifier.
    ///   - pubnubChannelId: The channel of the message.
    ///   - messageModel: The message.
    public init(
        actionTimetoken: Timetoken,
        parentTimetoken: Timetoken,
        sourceType: String,
        value: String,
        pubnubUserId: String,
        userModel: ChatUser<Custom.User>? = nil,
        pubnubChannelId: String,
        messageModel: ChatMessage<Custom>? = nil
    ) {
        self.actionTimetoken = actionTimetoken
        self.parentTimetoken = parentTimetoken
        self.sourceType = sourceType
        self.value = value
        self.pubnubUserId = pubnubUserId
        self.userModel = userModel
        self.pubnubChannelId = pubnubChannelId
        self.messageModel = messageModel
    }

    /// User, timetoken of the message and timetoken of the action, joined.
    public var id: String { "\(pubnubUserId)-\(parentTimetoken)-\(actionTimetoken)" }
}

/// A reaction without custom data.
public typealias PubNubChatMessageAction = ChatMessageAction<VoidCustomData>
