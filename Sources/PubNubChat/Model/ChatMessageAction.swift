/// A reaction to a message, as the app and the service exchange it.
public struct ChatMessageAction<Custom: ChatCustomData>: Identifiable, Hashable, Sendable, Codable {
    /// The timetoken of the reaction.
    public var actionTimetoken: Timetoken
    /// The timetoken of its message.
    public var parentTimetoken: Timetoken
    /// The type of the action, such as `reaction`.
    public var sourceType: String
    /// Its value, such as an emoji.
    public var value: String
    /// The identifier of the author.
    public var pubnubUserId: String
    /// The user with the identifier `pubnubUserId`, if known.
    public var userModel: ChatUser<Custom.User>?
    /// The channel of the message.
    public var pubnubChannelId: String
    /// The message with the timetoken `parentTimetoken`, if known.
    public var messageModel: ChatMessage<Custom>?

    /// Creates a reaction.
    ///
    /// - Parameters:
    ///   - actionTimetoken: The timetoken of the reaction.
    ///   - parentTimetoken: The timetoken of its message.
    ///   - sourceType: The type of the action.
    ///   - value: Its value.
    ///   - pubnubUserId: The identifier of the author.
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

    /// The user, the timetoken of the message and the timetoken of the action, joined.
    public var id: String { "\(pubnubUserId)-\(parentTimetoken)-\(actionTimetoken)" }
}

/// A reaction without custom data.
public typealias PubNubChatMessageAction = ChatMessageAction<VoidCustomData>
