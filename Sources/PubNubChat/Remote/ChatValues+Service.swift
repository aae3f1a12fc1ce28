import Foundation
public import PubNub
import PubNubWire

extension ChatMessage {
    /// Reads a message that the service delivered or kept, field by field. It has placeholders for its author and channel, which are stored where there is none yet.
    ///
    /// - Parameters:
    ///   - payload: What was published.
    ///   - publisher: Who published it; the user with an empty identifier when the service does not say.
    ///   - channelId: Where it was published.
    ///   - timetoken: When it was published.
    ///   - actions: Its reactions.
    /// - Throws: ``ChatError`` for a payload that is no message of the schema.
    init(
        payload: RawJSON,
        publisher: String?,
        channelId: String,
        timetoken: Timetoken,
        actions: [PNMessageAction] = []
    ) throws(ChatError) {
        let userId = publisher ?? ""
        self.init(
            timetoken: timetoken,
            content: try MessagePayload(wire: payload),
            pubnubUserId: userId,
            userModel: ChatUser(id: userId),
            pubnubChannelId: channelId,
            channelModel: ChatChannel(id: channelId),
            messageActions: actions.map { ChatMessageAction($0, channelId: channelId) }
        )
    }

    /// Reads a message of the past.
    ///
    /// - Parameters:
    ///   - stored: What history has.
    ///   - channelId: Its channel.
    /// - Throws: ``ChatError`` for a payload that is no message of the schema.
    public init(_ stored: PNStoredMessage, channelId: String) throws(ChatError) {
        try self.init(
            payload: stored.payload,
            publisher: stored.uuid,
            channelId: channelId,
            timetoken: stored.timetoken.uint64Value,
            actions: stored.actions
        )
    }

    /// The payload as `PubNub.sendMessage(_:to:)` publishes it.
    ///
    /// - Returns: Dictionaries and scalars.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is no JSON object, or a date that cannot be written.
    public func servicePayload() throws -> Any {
        do {
            return JSONBridge.any(try JSONValue(parsing: Array(content.wireJSON())))
        } catch let error as ChatError {
            throw error
        } catch {
            throw ChatError.wrongContentType("message \(id)")
        }
    }
}

extension ChatMessageAction {
    /// Reads a reaction; its author has an identifier alone.
    ///
    /// - Parameters:
    ///   - action: What the service has.
    ///   - channelId: The channel of the message.
    public init(_ action: PNMessageAction, channelId: String) {
        self.init(
            actionTimetoken: action.actionTimetoken.uint64Value,
            parentTimetoken: action.messageTimetoken.uint64Value,
            sourceType: action.type,
            value: action.value,
            pubnubUserId: action.uuid,
            userModel: ChatUser(id: action.uuid),
            pubnubChannelId: channelId
        )
    }
}

extension ChatChannel {
    /// Reads the metadata of a channel; without a type, `custom.type` is taken, then `default`.
    ///
    /// - Parameter metadata: What the service has.
    /// Custom data that does not fit the app's type has defaults, field by field.
    public init(_ metadata: PNChannelMetadata) {
        let custom = metadata.customText
        self.init(
            id: metadata.channel,
            name: metadata.name,
            type: metadata.type ?? custom?["type"]?.value().stringValue ?? "default",
            status: metadata.status,
            details: metadata.information,
            avatarURL: custom?[Self.avatarKey]?.value().stringValue.flatMap { URL(string: $0) },
            updated: metadata.updated,
            eTag: metadata.eTag
        )
        if let custom { read(custom: Self.withoutAvatar(custom, avatarURL)) }
    }

    /// The custom object of the channel at the service, with the picture; nil when it is empty.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    func serviceCustom() throws -> [String: Any]? {
        var members = try CustomCoder.native(customJSON())
        if let avatarURL { members[Self.avatarKey] = avatarURL.absoluteString }
        return members.isEmpty ? nil : members
    }
}

extension ChatUser {
    /// Reads the metadata of a user; without a type, `custom.type` is taken, then `default`.
    ///
    /// - Parameter metadata: What the service has.
    /// Custom data that does not fit the app's type has defaults, field by field.
    public init(_ metadata: PNUUIDMetadata) {
        let custom = metadata.customText
        self.init(
            id: metadata.uuid,
            name: metadata.name,
            type: metadata.type ?? custom?["type"]?.value().stringValue ?? "default",
            status: metadata.status,
            externalId: metadata.externalId,
            avatarURL: metadata.profileUrl.flatMap { URL(string: $0) },
            email: metadata.email,
            updated: metadata.updated,
            eTag: metadata.eTag
        )
        if let custom { read(custom: Data(custom.bytes)) }
    }

    /// The custom object of the user at the service; nil when it is empty.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    func serviceCustom() throws -> [String: Any]? {
        let members = try CustomCoder.native(customJSON())
        return members.isEmpty ? nil : members
    }
}

extension ChatMember {
    /// Reads a member of a channel. A user without metadata has an identifier alone.
    ///
    /// - Parameters:
    ///   - member: What the service has.
    ///   - channelId: The channel.
    /// Custom data that does not fit the app's type has defaults, field by field.
    public init(_ member: PNChannelMember, channelId: String) {
        self.init(
            member,
            channel: ChatChannel(id: channelId),
            user: member.metadata.map { ChatUser($0) } ?? ChatUser(id: member.uuid)
        )
    }

    /// Reads a membership of a user. A channel without metadata has an identifier alone.
    ///
    /// - Parameters:
    ///   - membership: What the service has.
    ///   - userId: The user.
    /// Custom data that does not fit the app's type has defaults, field by field.
    public init(_ membership: PNMembership, userId: String) {
        self.init(
            membership,
            channel: membership.metadata.map { ChatChannel($0) } ?? ChatChannel(id: membership.channel),
            user: ChatUser(id: userId)
        )
    }

    private init(
        _ object: any PNBaseAppContextObject,
        channel: ChatChannel<Custom.Channel>,
        user: ChatUser<Custom.User>
    ) {
        self.init(
            chatChannel: channel,
            chatUser: user,
            status: object.status,
            updated: object.updated,
            eTag: object.eTag
        )
        if let custom = object.customText { read(custom: Data(custom.bytes)) }
    }

    /// The entry that sets this membership at the service.
    ///
    /// - Parameters:
    ///   - key: What names its other side: `uuid` or `channel`.
    ///   - id: The identifier of the other side.
    /// - Returns: The entry.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    func serviceEntry(_ key: String, _ id: String) throws -> [String: Any] {
        var entry: [String: Any] = [key: id]
        let members = try CustomCoder.native(customJSON())
        if !members.isEmpty { entry["custom"] = members }
        if let status { entry["status"] = status }
        return entry
    }
}
