import Foundation
public import PubNub
import PubNubWire

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
