import Foundation
public import PubNub
import PubNubWire

import typealias PubNubTime.Timetoken

extension ChatMessage {
    /// Reads a message that was delivered or fetched, field by field. Its author and channel are placeholders, which
    /// are stored unless rows exist already.
    ///
    /// - Parameters:
    ///   - payload: The published payload.
    ///   - publisher: The identifier of the author; empty if the service did not return it.
    ///   - channelId: The channel.
    ///   - timetoken: The timetoken of its publication.
    ///   - actions: Its reactions.
    ///   - metadata: The metadata of the sender, which may contain a quote and mentions.
    /// - Throws: ``ChatError`` if the payload is not a message of the schema.
    init(
        payload: RawJSON,
        publisher: String?,
        channelId: String,
        timetoken: Timetoken,
        actions: [PNMessageAction] = [],
        metadata: RawJSON? = nil
    ) throws(ChatError) {
        let userId = publisher ?? ""
        var content = try MessagePayload(published: payload, on: channelId, at: timetoken)
        content.readAnnotations(from: metadata)
        self.init(
            timetoken: timetoken,
            content: content,
            pubnubUserId: userId,
            userModel: ChatUser(id: userId),
            pubnubChannelId: channelId,
            channelModel: ChatChannel(id: channelId),
            messageActions: actions.map { ChatMessageAction($0, channelId: channelId) }
        )
    }

    /// Reads a message from history.
    ///
    /// - Parameters:
    ///   - stored: The message in history.
    ///   - channelId: Its channel.
    /// - Throws: ``ChatError`` if the payload is not a message of the schema.
    public init(_ stored: PNStoredMessage, channelId: String) throws(ChatError) {
        try self.init(
            payload: stored.payload,
            publisher: stored.uuid,
            channelId: channelId,
            timetoken: stored.timetoken.uint64Value,
            actions: stored.actions,
            metadata: stored.metadataText
        )
    }

    /// Returns the payload as `PubNub.sendMessage(_:to:)` publishes it, with its quote and mentions.
    ///
    /// - Returns: Dictionaries and scalars.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not a JSON object, or a date cannot be
    ///   written.
    public func servicePayload() throws -> Any {
        try servicePayload(without: [])
    }

    /// The payload without some of the members that the schema lacks.
    func servicePayload(without names: Set<String>) throws -> Any {
        do {
            return JSONBridge.any(try JSON(parsing: Array(content.wireJSON(without: names))))
        } catch let error as ChatError {
            throw error
        } catch {
            throw ChatError.wrongContentType("message \(id)")
        }
    }
}

extension ChatMessageAction {
    /// Reads a reaction. Its author has only an identifier.
    ///
    /// - Parameters:
    ///   - action: The reaction at the service.
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
    /// Reads the metadata of a channel. Without a type, `custom.type` applies, then `default`.
    ///
    /// - Parameter metadata: The metadata at the service. Fields of the custom data that do not fit the app's type have
    ///   their default values.
    public init(_ metadata: PNChannelMetadata) {
        let custom = metadata.customText
        self.init(
            id: metadata.channel,
            name: metadata.name,
            type: metadata.type ?? custom?["type"]?.value().string ?? "default",
            status: metadata.status,
            details: metadata.information,
            avatarURL: custom?[Self.avatarKey]?.value().string.flatMap { URL(string: $0) },
            updated: metadata.updated,
            eTag: metadata.eTag
        )
        if let custom { read(custom: Self.withoutAvatar(custom, avatarURL)) }
        base = ReadValue(self)
    }

    /// The custom object of the channel at the service, with the picture; nil if it is empty.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not flat.
    func serviceCustom() throws -> [String: Any]? {
        var members = try CustomCoder.native(customJSON())
        if let avatarURL { members[Self.avatarKey] = avatarURL.absoluteString }
        return members.isEmpty ? nil : members
    }
}

extension ChatUser {
    /// Reads the metadata of a user. Without a type, `custom.type` applies, then `default`.
    ///
    /// - Parameter metadata: The metadata at the service. Fields of the custom data that do not fit the app's type have
    ///   their default values.
    public init(_ metadata: PNUUIDMetadata) {
        let custom = metadata.customText
        self.init(
            id: metadata.uuid,
            name: metadata.name,
            type: metadata.type ?? custom?["type"]?.value().string ?? "default",
            status: metadata.status,
            externalId: metadata.externalId,
            avatarURL: metadata.profileUrl.flatMap { URL(string: $0) },
            email: metadata.email,
            updated: metadata.updated,
            eTag: metadata.eTag
        )
        if let custom { read(custom: Data(custom.bytes)) }
        base = ReadValue(self)
    }

    /// The custom object of the user at the service; nil if it is empty.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not flat.
    func serviceCustom() throws -> [String: Any]? {
        let members = try CustomCoder.native(customJSON())
        return members.isEmpty ? nil : members
    }
}

extension ChatMember {
    /// Reads a member of a channel. A user without metadata has only an identifier.
    ///
    /// - Parameters:
    ///   - member: The member at the service. Fields of the custom data that do not fit the app's type have their
    ///     default values.
    ///   - channelId: The channel.
    public init(_ member: PNChannelMember, channelId: String) {
        self.init(
            member,
            channel: ChatChannel(id: channelId),
            user: member.metadata.map { ChatUser($0) } ?? ChatUser(id: member.uuid)
        )
    }

    /// Reads a membership of a user. A channel without metadata has only an identifier.
    ///
    /// - Parameters:
    ///   - membership: The membership at the service. Fields of the custom data that do not fit the app's type have
    ///     their default values.
    ///   - userId: The user.
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
        base = ReadValue(self)
    }

    /// The entry that sets this membership at the service.
    ///
    /// - Parameters:
    ///   - key: The key of the other side: `uuid` or `channel`.
    ///   - id: The identifier of the other side.
    /// - Returns: The entry.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not flat.
    func serviceEntry(_ key: String, _ id: String) throws -> [String: Any] {
        var entry: [String: Any] = [key: id]
        let members = try CustomCoder.native(customJSON())
        if !members.isEmpty { entry["custom"] = members }
        if let status { entry["status"] = status }
        return entry
    }
}
