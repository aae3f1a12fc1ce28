import Foundation

extension ChatUser: Codable {
    enum CodingKeys: String, CodingKey {
        case id, name, type, status, externalId, email, custom, updated, eTag
        case avatarURL = "profileUrl"
    }

    /// Reads the user schema: only `id` has to be there; without `type`, `custom.type` is taken, then `default`.
    ///
    /// - Parameter decoder: where it is read from.
    /// - Throws: `DecodingError` for what does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let members = try container.decodeIfPresent([String: ChatJSON].self, forKey: .custom)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            name: try container.decodeIfPresent(String.self, forKey: .name),
            type: try container.decodeIfPresent(String.self, forKey: .type) ?? members?.text("type") ?? "default",
            status: try container.decodeIfPresent(String.self, forKey: .status),
            externalId: try container.decodeIfPresent(String.self, forKey: .externalId),
            avatarURL: try container.urlIfPresent(.avatarURL),
            email: try container.decodeIfPresent(String.self, forKey: .email),
            updated: try container.isoDateIfPresent(.updated),
            eTag: try container.decodeIfPresent(String.self, forKey: .eTag),
            custom: try CustomCoder.custom(Custom.self, from: members)
        )
        customSource.text = try CustomCoder.source(of: members)
    }

    /// Writes the user schema.
    ///
    /// - Parameter encoder: where it is written.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encodeIfPresent(externalId, forKey: .externalId)
        try container.encodeIfPresent(avatarURL?.absoluteString, forKey: .avatarURL)
        try container.encodeIfPresent(email, forKey: .email)
        try container.encode(CustomCoder.members(of: custom, source: customSource, isFlat: true), forKey: .custom)
        try container.encodeISODateIfPresent(updated, .updated)
        try container.encodeIfPresent(eTag, forKey: .eTag)
    }
}
