public import Foundation

/// A message, as it travels between the app and the service.
@dynamicMemberLookup
public struct ChatMessage<Custom: ChatCustomData>: Identifiable, Hashable, Sendable, Codable {
    /// When it was published; 0 until it is.
    public var timetoken: Timetoken
    /// What is published.
    public var content: MessagePayload
    /// Who published it.
    public var pubnubUserId: String
    /// The user with the identifier `pubnubUserId`, when it is known.
    public var userModel: ChatUser<Custom.User>?
    /// Where it was published.
    public var pubnubChannelId: String
    /// The channel with the identifier `pubnubChannelId`, when it is known.
    public var channelModel: ChatChannel<Custom.Channel>?
    /// Its reactions.
    public var messageActions: [ChatMessageAction<Custom>]

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - timetoken: When it was published; 0 until it is.
    ///   - content: What is published.
    ///   - pubnubUserId: Who published it.
    ///   - userModel: The user with this identifier.
    ///   - pubnubChannelId: Where it was published.
    ///   - channelModel: The channel with this identifier.
    ///   - messageActions: Its reactions.
    public init(
        timetoken: Timetoken = 0,
        content: MessagePayload,
        pubnubUserId: String,
        userModel: ChatUser<Custom.User>? = nil,
        pubnubChannelId: String,
        channelModel: ChatChannel<Custom.Channel>? = nil,
        messageActions: [ChatMessageAction<Custom>] = []
    ) {
        self.timetoken = timetoken
        self.content = content
        self.pubnubUserId = pubnubUserId
        self.userModel = userModel
        self.pubnubChannelId = pubnubChannelId
        self.channelModel = channelModel
        self.messageActions = messageActions
    }

    /// The identifier in the payload.
    public var id: String { content.id }

    /// The text in the payload.
    public var text: String { content.text }

    /// The type of the extra content in the payload.
    public var contentType: String? { content.contentType }

    /// When it was made, by the payload.
    public var createdAt: Date { content.createdAt }

    /// The custom data in the payload.
    public var custom: Custom.Message { content.custom }

    /// A field of the custom data.
    public subscript<Field>(dynamicMember path: WritableKeyPath<Custom.Message, Field>) -> Field {
        get { content.custom[keyPath: path] }
        set { content.custom[keyPath: path] = newValue }
    }
}

/// A message without custom data.
public typealias PubNubChatMessage = ChatMessage<VoidCustomData>

/// A moment as the service counts it: tenths of microseconds since 1970. 0 stands for "not published yet".
public typealias Timetoken = UInt64
