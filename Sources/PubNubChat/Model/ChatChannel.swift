public import Foundation
import PubNubWire

/// A channel, as it travels between the app and the service.
@dynamicMemberLookup
public struct ChatChannel<Custom: ChannelCustomData>: Identifiable, Hashable, Sendable {
    /// Its identifier.
    public var id: String
    /// Its name for people.
    public var name: String?
    /// What it is used as; `default` by default.
    public var type: String
    /// Its status.
    public var status: String?
    /// What is shown beside the name; `description` in JSON.
    public var details: String?
    /// The picture; `custom.profileUrl` in JSON.
    public var avatarURL: URL?
    /// When the service changed it last.
    public var updated: Date?
    /// What differs after each change at the service.
    public var eTag: String?
    /// What the app adds.
    public var custom: Custom { didSet { customSource.isChanged = true } }
    /// The text that the custom data was read from.
    var customSource = SourceJSON()

    /// Makes a channel.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - name: Its name.
    ///   - type: What it is used as.
    ///   - status: Its status.
    ///   - details: What is shown beside the name.
    ///   - avatarURL: The picture.
    ///   - updated: When the service changed it last.
    ///   - eTag: The service's tag.
    ///   - custom: What the app adds.
    public init(
        id: String,
        name: String? = nil,
        type: String = "default",
        status: String? = nil,
        details: String? = nil,
        avatarURL: URL? = nil,
        updated: Date? = nil,
        eTag: String? = nil,
        custom: Custom = Custom()
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.status = status
        self.details = details
        self.avatarURL = avatarURL
        self.updated = updated
        self.eTag = eTag
        self.custom = custom
    }

    /// A field of the custom data.
    public subscript<Field>(dynamicMember path: WritableKeyPath<Custom, Field>) -> Field {
        get { custom[keyPath: path] }
        set { custom[keyPath: path] = newValue }
    }

    /// Whether it comes from the service: it has both a tag and a date.
    var isSynced: Bool { eTag != nil && updated != nil }

    /// Whether it tells nothing but the identifier.
    var isPlaceholder: Bool { customSource.text == nil && self == Self(id: id) }

    /// The channel after a change that the service told.
    ///
    /// - Parameter patcher: The change.
    /// - Returns: The changed channel; an equal one when the change is for another channel, known or older.
    public func patch(_ patcher: Patcher) -> Self {
        guard patcher.applies(id: id, eTag: eTag, updated: updated) else { return self }
        var patched = self
        patched.name = patcher.name.applied(to: name)
        if case .some(let type) = patcher.type { patched.type = type }
        patched.status = patcher.status.applied(to: status)
        patched.details = patcher.details.applied(to: details)
        patched.avatarURL = patcher.avatarURL.applied(to: avatarURL)
        if case .noChange = patcher.custom {
        } else {
            patched.custom = patcher.custom.applied(to: custom) ?? Custom()
            patched.customSource = patcher.customSource
        }
        patched.updated = patcher.updated
        patched.eTag = patcher.eTag
        return patched
    }
}

extension ChatChannel {
    /// The custom data as JSON: as it came while the app has not changed it, with the fields that the app's type does not have.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is no flat JSON object.
    public func customJSON() throws -> Data {
        try CustomCoder.text(of: custom, source: customSource, isFlat: true)
    }

    /// Reads custom data from JSON that was stored, for rows of an app's own. Fields that do not fit the app's type have their defaults.
    ///
    /// - Parameter text: What ``customJSON()`` gave.
    public mutating func read(custom text: Data) {
        let read = SourceJSON.read(Custom.self, from: text, named: "custom")
        custom = read.value
        customSource = read.source
    }

    /// Reads custom data from a row; the empty object of a value without custom data is no text to keep.
    mutating func readStored(_ text: Data) {
        if text != CustomCoder.emptyObject { read(custom: text) }
    }

    /// Keeps the text that the custom data was read from.
    mutating func attach(_ text: RawJSON) {
        if let custom = text.first("custom") { customSource.text = Self.withoutAvatar(custom, avatarURL) }
    }

    /// The custom object of a channel without the picture, which has a field of its own.
    static func withoutAvatar(_ custom: RawJSON, _ avatarURL: URL?) -> Data {
        guard avatarURL != nil, let members = custom.members() else { return Data(custom.bytes) }
        var writer = RawObjectWriter()
        for member in members where member.key != avatarKey { writer.add(member.key, member.value.bytes) }
        return writer.data
    }
}

/// A channel without custom data.
public typealias PubNubChatChannel = ChatChannel<VoidCustomData>

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
