public import Foundation

extension ChatMessage {
    /// What is published as a message.
    public struct MessagePayload: Identifiable, Hashable, Sendable {
        /// The identifier; a new UUID unless told.
        public var id: String
        /// The text.
        public var text: String
        /// The type of the extra content.
        public var contentType: String?
        /// The extra content.
        public var content: Custom.MessageContent
        /// What the app adds.
        public var custom: Custom.Message
        /// When it was made.
        public var createdAt: Date

        /// Makes a payload.
        ///
        /// - Parameters:
        ///   - id: The identifier; a new UUID unless told.
        ///   - text: The text.
        ///   - contentType: The type of the extra content.
        ///   - content: The extra content.
        ///   - custom: What the app adds.
        ///   - createdAt: When it was made; now unless told.
        public init(
            id: String = UUID().uuidString.lowercased(),
            text: String = "",
            contentType: String? = nil,
            content: Custom.MessageContent = Custom.MessageContent(),
            custom: Custom.Message = Custom.Message(),
            createdAt: Date = Date()
        ) {
            self.id = id
            self.text = text
            self.contentType = contentType
            self.content = content
            self.custom = custom
            self.createdAt = createdAt
        }
    }
}

extension ChatMessage.MessagePayload: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, text, contentType, content, custom, createdAt
    }

    /// Reads the message schema: `id`, `text` and `createdAt` have to be there.
    ///
    /// - Parameter decoder: where it is read from.
    /// - Throws: `DecodingError` for what does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func members(_ key: CodingKeys) throws -> [String: ChatJSON]? {
            try container.decodeIfPresent([String: ChatJSON].self, forKey: key)
        }
        self.init(
            id: try container.decode(String.self, forKey: .id),
            text: try container.decode(String.self, forKey: .text),
            contentType: try container.decodeIfPresent(String.self, forKey: .contentType),
            content: try CustomCoder.custom(Custom.MessageContent.self, from: members(.content)),
            custom: try CustomCoder.custom(Custom.Message.self, from: members(.custom)),
            createdAt: try container.isoDate(.createdAt)
        )
    }

    /// Writes the message schema.
    ///
    /// - Parameter encoder: where it is written.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is no object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(contentType, forKey: .contentType)
        try container.encode(CustomCoder.members(of: content, isFlat: false), forKey: .content)
        try container.encode(CustomCoder.members(of: custom, isFlat: false), forKey: .custom)
        try container.encodeISODateIfPresent(createdAt, .createdAt)
    }
}
