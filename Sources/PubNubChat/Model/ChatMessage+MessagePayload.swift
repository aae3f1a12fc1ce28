public import Foundation
import PubNubWire

extension ChatMessage {
    /// The published payload of a message.
    public struct MessagePayload: Identifiable, Hashable, Sendable {
        /// The identifier; a new UUID by default.
        public var id: String
        /// The text.
        public var text: String
        /// The type of the extra content.
        public var contentType: String?
        /// The extra content.
        public var content: Custom.MessageContent { didSet { contentSource.isChanged = true } }
        /// The custom data of the app.
        public var custom: Custom.Message { didSet { customSource.isChanged = true } }
        /// Its creation date.
        public var createdAt: Date
        /// The JSON of the member `content`.
        var contentSource = SourceJSON()
        /// The JSON of the member `custom`.
        var customSource = SourceJSON()
        /// The other members: those that the schema lacks, and those of another type than the schema's.
        var extraSource = SourceJSON()

        /// Creates a payload.
        ///
        /// - Parameters:
        ///   - id: The identifier; a new UUID by default.
        ///   - text: The text.
        ///   - contentType: The type of the extra content.
        ///   - content: The extra content.
        ///   - custom: The custom data of the app.
        ///   - createdAt: The creation date; now by default.
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

    /// Reads the message schema; `id`, `text` and `createdAt` are required. Members that the schema lacks are retained
    /// and written again.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func members(_ key: CodingKeys) throws -> [String: JSON]? {
            try container.decodeIfPresent([String: JSON].self, forKey: key)
        }
        let content = try members(.content)
        let custom = try members(.custom)
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
        let extra = try decoder.singleValueContainer().decode([String: JSON].self)
            .filter { CodingKeys(stringValue: $0.key) == nil }
        if !extra.isEmpty { extraSource.text = try CustomCoder.encoder.encode(extra) }
    }

    /// Writes the message schema, with the members of the JSON that it was read from.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not an object.
    public func encode(to encoder: any Encoder) throws {
        var members: [String: JSON] = [:]
        if let extra = extraSource.text { members = try JSONDecoder().decode([String: JSON].self, from: extra) }
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

    private static func json(of custom: some CustomData, _ source: SourceJSON) throws -> JSON {
        guard source.text != nil else { return .object(try CustomCoder.members(of: custom, isFlat: false)) }
        let text = try CustomCoder.text(of: custom, source: source, isFlat: false)
        return try JSONDecoder().decode(JSON.self, from: text)
    }
}

extension ChatMessage.MessagePayload {
    /// Reads a published payload. A member of a wrong type, or custom data that does not fit the app's type, has its
    /// default value and does not affect the other fields. The original JSON is retained.
    ///
    /// - Parameter text: The payload.
    /// - Throws: ``ChatError`` if the payload is not a message: not an object, or without a string `id`, a string
    ///   `text` or a date `createdAt`.
    init(wire text: RawJSON) throws(ChatError) {
        var fields = try WireFields(text)
        let id = try fields.requiredString("id")
        let body = try fields.requiredString("text")
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
        contentSource = content.source
        customSource = custom.source
        if contentType == nil, fields.defaulted.contains("contentType") { extraSource.defaulted = ["contentType"] }
        readExtra(from: fields.members)
    }

    /// Stores the JSON from which the payload was read. If a key occurs twice, the first value applies, as in
    /// `JSONDecoder`.
    mutating func attach(_ text: RawJSON) {
        guard let members = text.members() else { return }
        if let content = text.first("content") { contentSource.text = Data(content.bytes) }
        if let custom = text.first("custom") { customSource.text = Data(custom.bytes) }
        readExtra(from: members)
    }

    mutating func readExtra(from members: [RawJSON.Member]) {
        var known: Set<String> = ["id", "text", "createdAt", "content", "custom"]
        if contentType != nil { known.insert("contentType") }
        let extra = members.filter { member in
            // Every message is published with this type, unless the app has another one.
            let isText =
                member.key == ChatSDKPayload.typeKey && member.value.value().string == ChatSDKPayload.messageType
            return !known.contains(member.key) && !isText
        }
        guard !extra.isEmpty else { return }
        var writer = RawObjectWriter()
        for member in extra { writer.add(member.key, member.value.bytes) }
        extraSource.text = writer.data
    }

    /// The fields that did not fit the app's types when the payload was read, and have their default values.
    var defaultedFields: [String] { extraSource.defaulted + contentSource.defaulted + customSource.defaulted }

    /// Returns the extra content as JSON: the original JSON unless the app changed it, including fields that the app's type
    /// lacks.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the content is not a JSON object.
    public func contentJSON() throws -> Data {
        try CustomCoder.text(of: content, source: contentSource, isFlat: false)
    }

    /// Returns the custom data as JSON: the original JSON unless the app changed it, including fields that the app's type
    /// lacks.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not a JSON object.
    public func customJSON() throws -> Data {
        try CustomCoder.text(of: custom, source: customSource, isFlat: false)
    }

    /// The members of the payload that the schema lacks, as a JSON object; nil if none exists.
    public var extraJSON: Data? { extraSource.text }

    /// Reads content, custom data and further members from stored JSON, for rows of an app's own. Fields that do not
    /// fit the app's types have their default values.
    ///
    /// - Parameters:
    ///   - content: The value of ``contentJSON()``.
    ///   - custom: The value of ``customJSON()``.
    ///   - extra: The value of ``extraJSON``.
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

    /// Adds the quote and the mentions in the metadata of the published message. Those in the payload take precedence.
    mutating func readAnnotations(from metadata: RawJSON?) {
        guard let members = metadata?.members() else { return }
        let own = extraSource.text.flatMap { try? RawJSON(validating: Array($0)).members() } ?? []
        let added = members.filter { member in
            PayloadExtra.annotations.contains(member.key) && !own.contains { $0.key == member.key }
        }
        guard !added.isEmpty else { return }
        var writer = RawObjectWriter()
        for member in own + added { writer.add(member.key, member.value.bytes) }
        extraSource.text = writer.data
    }

    /// The whole payload as it is published.
    ///
    /// - Parameter names: Members that the schema lacks, and that are left out; none by default.
    /// - Returns: The JSON.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not a JSON object; `EncodingError` if a date
    ///   cannot be written.
    func wireJSON(without names: Set<String> = []) throws -> Data {
        guard let date = ISODate.text(of: createdAt) else { throw ISODate.unwritable(createdAt, []) }
        func quoted(_ text: String) -> [UInt8] { JSON.string(text).bytes }
        var writer = RawObjectWriter()
        writer.add("id", quoted(id))
        writer.add("text", quoted(text))
        if let contentType { writer.add("contentType", quoted(contentType)) }
        writer.add("content", try contentJSON())
        writer.add("custom", try customJSON())
        writer.add("createdAt", quoted(date))
        let extra = extraSource.text.flatMap { try? RawJSON(validating: Array($0)).members() } ?? []
        for member in extra where !names.contains(member.key) && (member.key != "contentType" || contentType == nil) {
            writer.add(member.key, member.value.bytes)
        }
        // PubNub's Chat SDK reads only payloads with it.
        if !extra.contains(where: { $0.key == ChatSDKPayload.typeKey }) {
            writer.add(ChatSDKPayload.typeKey, quoted(ChatSDKPayload.messageType))
        }
        return writer.data
    }
}
