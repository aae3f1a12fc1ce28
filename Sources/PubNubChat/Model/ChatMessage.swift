public import Foundation
// The type that the async interface also has, so that a file that imports both modules can name it.
@_exported public import PubNubTime

/// A message, as the app and the service exchange it.
@dynamicMemberLookup
public struct ChatMessage<Custom: ChatCustomData>: Identifiable, Hashable, Sendable, Codable {
    /// The timetoken of its publication; 0 until it is published.
    public var timetoken: Timetoken
    /// The published payload.
    public var content: MessagePayload
    /// The identifier of the author.
    public var pubnubUserId: String
    /// The user with the identifier `pubnubUserId`, if known.
    public var userModel: ChatUser<Custom.User>?
    /// The identifier of the channel.
    public var pubnubChannelId: String
    /// The channel with the identifier `pubnubChannelId`, if known.
    public var channelModel: ChatChannel<Custom.Channel>?
    /// Its reactions.
    public var messageActions: [ChatMessageAction<Custom>]

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - timetoken: The timetoken of its publication; 0 until it is published.
    ///   - content: The payload.
    ///   - pubnubUserId: The identifier of the author.
    ///   - userModel: The user with this identifier.
    ///   - pubnubChannelId: The identifier of the channel.
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

    /// The creation date in the payload.
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
