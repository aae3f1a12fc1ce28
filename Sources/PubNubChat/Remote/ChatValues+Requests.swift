import Foundation
public import PubNub

// Values as parameters of the client's calls.

extension PNSetUUIDMetadataRequest {
    /// Makes a request that creates or changes a user. Fields of the user that are nil do not change at the service.
    ///
    /// - Parameter user: The user.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not flat.
    public convenience init<Custom: UserCustomData>(_ user: ChatUser<Custom>) throws {
        self.init(uuid: user.id)
        name = user.name
        externalId = user.externalId
        profileUrl = user.avatarURL?.absoluteString
        email = user.email
        status = user.status
        type = user.type
        custom = try user.serviceCustom()
    }
}

extension PNSetChannelMetadataRequest {
    /// Makes a request that creates or changes a channel. Fields of the channel that are nil do not change at the service.
    ///
    /// - Parameter channel: The channel.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not flat.
    public convenience init<Custom: ChannelCustomData>(_ channel: ChatChannel<Custom>) throws {
        self.init(channel: channel.id)
        name = channel.name
        information = channel.details
        status = channel.status
        type = channel.type
        custom = try channel.serviceCustom()
    }
}

extension PNSetChannelMembersRequest {
    /// Makes a request that makes users members of a channel, or changes their memberships.
    ///
    /// - Parameters:
    ///   - channel: The identifier of the channel.
    ///   - members: The members; their own channels are ignored.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not flat.
    public convenience init<Custom: ChatCustomData>(channel: String, members: [ChatMember<Custom>]) throws {
        self.init(channel: channel, uuids: try members.map { try $0.serviceEntry("uuid", $0.chatUser.id) })
    }
}

extension PNSetMembershipsRequest {
    /// Makes a request that makes a user a member of channels, or changes these memberships.
    ///
    /// - Parameters:
    ///   - uuid: The identifier of the user.
    ///   - members: The memberships; their own users are ignored.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not flat.
    public convenience init<Custom: ChatCustomData>(uuid: String, members: [ChatMember<Custom>]) throws {
        self.init(uuid: uuid, channels: try members.map { try $0.serviceEntry("channel", $0.chatChannel.id) })
    }
}

extension PNAddMessageActionRequest {
    /// Makes a request that adds a reaction to a message. The service sets its timetoken and its author. The value is not
    /// encrypted; `DataProvider.editMessage(_:text:)` encrypts edits.
    ///
    /// - Parameter action: The reaction.
    public convenience init<Custom: ChatCustomData>(_ action: ChatMessageAction<Custom>) {
        self.init(channel: action.pubnubChannelId, messageTimetoken: NSNumber(value: action.parentTimetoken))
        type = action.sourceType
        value = action.value
    }
}
