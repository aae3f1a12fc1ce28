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
    /// How the value arrived; nil if it was not encrypted.
    var encryption: ActionEncryption?
    /// Whether the store counts it; nil for a value that does not come from a store, and for other types.
    var verdict: ActionVerdict?
    /// true if the service does not have it yet. Optional, because values of earlier versions are decoded.
    var pending: Bool?

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

    /// Whether the service does not have it yet: see ``ChatOutboxEntry``. Its timetoken is greater than those of all others.
    public var isPending: Bool { pending == true }

    /// Whether the value was encrypted at the service, as that of an edit by a client with a cipher key is. It is decrypted
    /// here, unless the key is unknown.
    public var isEncrypted: Bool { encryption != nil }

    /// The user, the timetoken of the message and the timetoken of the action, joined.
    public var id: String { "\(pubnubUserId)-\(parentTimetoken)-\(actionTimetoken)" }
}

/// How the value of an encrypted message action is stored.
enum ActionEncryption: Int, Codable, Sendable {
    case decrypted = 1
    /// It cannot be decrypted with the cipher key of the client, which may have none.
    case unreadable = 2
}

/// Whether an edit or a deletion counts.
enum ActionVerdict: Int, Codable, Sendable {
    /// Its user is not the author of the message, and the app's policy does not accept the user.
    case ignored = 0
    case counted = 1
    case unreadable = 2
}

/// A reaction without custom data.
public typealias PubNubChatMessageAction = ChatMessageAction<VoidCustomData>
