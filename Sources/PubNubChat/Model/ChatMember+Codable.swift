import Foundation

extension ChatMember: Codable {
    enum CodingKeys: String, CodingKey {
        case status, custom, updated, eTag
        case chatUser = "uuid"
        case chatChannel = "channel"
    }

    /// Reads a member with its user and channel; presence is not part of it.
    ///
    /// - Parameter decoder: where it is read from.
    /// - Throws: `DecodingError` for what does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let members = try container.decodeIfPresent([String: ChatJSON].self, forKey: .custom)
        self.init(
            chatChannel: try container.decode(ChatChannel<Custom.Channel>.self, forKey: .chatChannel),
            chatUser: try container.decode(ChatUser<Custom.User>.self, forKey: .chatUser),
            status: try container.decodeIfPresent(String.self, forKey: .status),
            updated: try container.isoDateIfPresent(.updated),
            eTag: try container.decodeIfPresent(String.self, forKey: .eTag),
            custom: try CustomCoder.custom(Custom.Member.self, from: members)
        )
        customSource.text = try CustomCoder.source(of: members)
    }

    /// Writes a member with its user and channel; presence is not part of it.
    ///
    /// - Parameter encoder: where it is written.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(chatUser, forKey: .chatUser)
        try container.encode(chatChannel, forKey: .chatChannel)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encode(CustomCoder.members(of: custom, source: customSource, isFlat: true), forKey: .custom)
        try container.encodeISODateIfPresent(updated, .updated)
        try container.encodeIfPresent(eTag, forKey: .eTag)
    }
}
