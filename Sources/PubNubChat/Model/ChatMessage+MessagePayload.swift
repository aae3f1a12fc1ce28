public import Foundation
import PubNubWire

extension ChatMessage {
    /// What is published as a message.
    public struct MessagePayload: Identifiable, Hashable, Sendable {
        /// The identifier; a new UUID by default.
        public var id: String
        /// The text.
        public var text: String
        /// The type of the extra content.
        public var contentType: String?
        /// The extra content.
        public var content: Custom.MessageContent { didSet { contentSource.isChanged = true } }
        /// What the app adds.
        public var custom: Custom.Message { didSet { customSource.isChanged = true } }
        /// When it was made.
        public var createdAt: Date
        /// The text of the member `content`.
        var contentSource = SourceJSON()
        /// The text of the member `custom`.
        var customSource = SourceJSON()
        /// The other members: those that the schema does not have, and those that have another type than it says.
        var extraSource = SourceJSON()

        /// Makes a payload.
        ///
        /// - Parameters:
        ///   - id: The identifier; a new UUID by default.
        ///   - text: The text.
        ///   - contentType: The type of the extra content.
        ///   - content: The extra content.
        ///   - custom: What the app adds.
        ///   - createdAt: When it was made; now by default.
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

    /// Reads the message schema: `id`, `text` and `createdAt` have to be there. Members that the schema does not have are kept, and written again.
    ///
    /// - Parameter decoder: where it is read from.
    /// - Throws: `DecodingError` for what does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func members(_ key: CodingKeys) throws -> [String: ChatJSON]? {
            try container.decodeIfPresent([String: ChatJSON].self, forKey: key)
        }
        let (content, custom) = (try members(.content), try members(.custom))
        self.init(
            id: try container.decode(String.self, forKey: .id),
            text: try container.decode(String.self, forKey: .text),
            contentType: try container.decodeIfPresent(String.self, forKey: .contentType),
            content: try CustomCoder.custom(Custom.MessageContent.self, from: content),
            custom: try CustomCoder.custom(Custom.Message.self, from: custom),
            createdAt: try container.isoDate(.createdAt)
        )
        contentSource.text = try content.map { try CustomCoder.encoder.encode($0) }
        customSource.text = try custom.map { try CustomCoder.encoder.encode($0) }
        let extra = try decoder.singleValueContainer().decode([String: ChatJSON].self)
            .filter { CodingKeys(stringValue: $0.key) == nil }
        if !extra.isEmpty { extraSource.text = try CustomCoder.encoder.encode(extra) }
    }

    /// Writes the message schema, with the members of the JSON that it was read from.
    ///
    /// - Parameter encoder: where it is written.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is no object.
    public func encode(to encoder: any Encoder) throws {
        var members: [String: ChatJSON] = [:]
        if let extra = extraSource.text { members = try JSONDecoder().decode([String: ChatJSON].self, from: extra) }
        guard let date = ISODate.text(of: createdAt) else {
            throw ISODate.unwritable(createdAt, encoder.codingPath + [CodingKeys.createdAt])
        }
        members["id"] = .string(id)
        members["text"] = .string(text)
        if let contentType { members["contentType"] = .string(contentType) }
        members["content"] = try Self.json(of: content, contentSource)
        members["custom"] = try Self.json(of: custom, customSource)
        members["createdAt"] = .string(date)
        try members.encode(to: encoder)
    }

    private static func json(of custom: some CustomData, _ source: SourceJSON) throws -> ChatJSON {
        guard source.text != nil else { return .object(try CustomCoder.members(of: custom, isFlat: false)) }
        let text = try CustomCoder.text(of: custom, source: source, isFlat: false)
        return try JSONDecoder().decode(ChatJSON.self, from: text)
    }
}

extension ChatMessage.MessagePayload {
    /// Reads what was published: a member of another type than the schema says, or custom data that does not fit the app's type, costs that field. The JSON
    /// of the rest stays as it came.
    ///
    /// - Parameter text: The payload.
    /// - Throws: ``ChatError`` for what is no message: no object, or without a string `id`, a string `text` or a date `createdAt`.
    init(wire text: RawJSON) throws(ChatError) {
        var fields = try WireFields(text)
        let (id, body) = (try fields.requiredString("id"), try fields.requiredString("text"))
        let createdAt = try fields.requiredDate("createdAt")
        let contentType = fields.string("contentType")
        let content = fields.custom("content", Custom.MessageContent.self)
        let custom = fields.custom("custom", Custom.Message.self)
        self.init(
            id: id,
            text: body,
            contentType: contentType,
            content: content.value,
            custom: custom.value,
            createdAt: createdAt
        )
        (contentSource, customSource) = (content.source, custom.source)
        if contentType == nil, fields.defaulted.contains("contentType") { extraSource.defaulted = ["contentType"] }
        readExtra(from: fields.members)
    }

    /// Keeps the texts that the payload was read from: of a key that occurs twice, the first one, which `JSONDecoder` takes.
    mutating func attach(_ text: RawJSON) {
        guard let members = text.members() else { return }
        if let content = text.first("content") { contentSource.text = Data(content.bytes) }
        if let custom = text.first("custom") { customSource.text = Data(custom.bytes) }
        readExtra(from: members)
    }

    private mutating func readExtra(from members: [RawJSON.Member]) {
        var known: Set<String> = ["id", "text", "createdAt", "content", "custom"]
        if contentType != nil { known.insert("contentType") }
        let extra = members.filter { !known.contains($0.key) }
        guard !extra.isEmpty else { return }
        var writer = RawObjectWriter()
        for member in extra { writer.add(member.key, member.value.bytes) }
        extraSource.text = writer.data
    }

    /// The fields that did not fit the app's types when the payload was read, and have their defaults.
    var defaultedFields: [String] { extraSource.defaulted + contentSource.defaulted + customSource.defaulted }

    /// The extra content as JSON: as it came while the app has not changed it, with the fields that the app's type does not have.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for content that is no JSON object.
    public func contentJSON() throws -> Data {
        try CustomCoder.text(of: content, source: contentSource, isFlat: false)
    }

    /// The custom data as JSON: as it came while the app has not changed it, with the fields that the app's type does not have.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is no JSON object.
    public func customJSON() throws -> Data {
        try CustomCoder.text(of: custom, source: customSource, isFlat: false)
    }

    /// The members of the payload that the schema does not have, as a JSON object; nil when there are none.
    public var extraJSON: Data? { extraSource.text }

    /// Reads content, custom data and further members from JSON that was stored, for rows of an app's own. Fields that do not fit the app's types have their
    /// defaults.
    ///
    /// - Parameters:
    ///   - content: What ``contentJSON()`` gave.
    ///   - custom: What ``customJSON()`` gave.
    ///   - extra: What ``extraJSON`` was.
    public mutating func read(content: Data?, custom: Data?, extra: Data?) {
        if let content {
            let read = SourceJSON.read(Custom.MessageContent.self, from: content, named: "content")
            self.content = read.value
            contentSource = read.source
        }
        if let custom {
            let read = SourceJSON.read(Custom.Message.self, from: custom, named: "custom")
            self.custom = read.value
            customSource = read.source
        }
        extraSource = SourceJSON(text: extra)
    }

    /// The whole payload as it is published.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is no JSON object, or `EncodingError` for a date that cannot be written.
    func wireJSON() throws -> Data {
        guard let date = ISODate.text(of: createdAt) else { throw ISODate.unwritable(createdAt, []) }
        func quoted(_ text: String) -> [UInt8] { JSONValue.string(text).serialized() }
        var writer = RawObjectWriter()
        writer.add("id", quoted(id))
        writer.add("text", quoted(text))
        if let contentType { writer.add("contentType", quoted(contentType)) }
        writer.add("content", try contentJSON())
        writer.add("custom", try customJSON())
        writer.add("createdAt", quoted(date))
        let extra = extraSource.text.flatMap { try? RawJSON(validating: Array($0)).members() } ?? []
        for member in extra where member.key != "contentType" || contentType == nil {
            writer.add(member.key, member.value.bytes)
        }
        return writer.data
    }
}
