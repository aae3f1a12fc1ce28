import Foundation

extension ChatChannel: Codable {
    enum CodingKeys: String, CodingKey {
        case id, name, type, status, custom, updated, eTag
        case details = "description"
    }

    /// The key of the picture in the custom object.
    static var avatarKey: String { "profileUrl" }

    /// Reads the channel schema: only `id` has to be there; without `type`, `custom.type` is taken, then `default`.
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
            details: try container.decodeIfPresent(String.self, forKey: .details),
            avatarURL: members?.text(Self.avatarKey).flatMap { URL(string: $0) },
            updated: try container.isoDateIfPresent(.updated),
            eTag: try container.decodeIfPresent(String.self, forKey: .eTag),
            custom: try CustomCoder.custom(Custom.self, from: members)
        )
        customSource.text = try CustomCoder.source(of: members, without: avatarURL == nil ? nil : Self.avatarKey)
    }

    /// Writes the channel schema; the picture is a member of `custom`.
    ///
    /// - Parameter encoder: where it is written.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var members = try CustomCoder.members(of: custom, source: customSource, isFlat: true)
        if let avatarURL { members[Self.avatarKey] = .string(avatarURL.absoluteString) }
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encodeIfPresent(details, forKey: .details)
        try container.encode(members, forKey: .custom)
        try container.encodeISODateIfPresent(updated, .updated)
        try container.encodeIfPresent(eTag, forKey: .eTag)
    }
}

extension [String: ChatJSON] {
    /// The member when it is a string.
    func text(_ key: String) -> String? {
        guard case .string(let text)? = self[key] else { return nil }
        return text
    }
}
