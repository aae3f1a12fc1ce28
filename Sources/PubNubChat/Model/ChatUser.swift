public import Foundation
import PubNubWire

/// A user, as it travels between the app and the service.
@dynamicMemberLookup
public struct ChatUser<Custom: UserCustomData>: Identifiable, Hashable, Sendable {
    /// Its identifier.
    public var id: String
    /// Its name for people.
    public var name: String?
    /// What kind of user it is; `default` by default.
    public var type: String
    /// Its status.
    public var status: String?
    /// Its identifier in another system.
    public var externalId: String?
    /// The picture; `profileUrl` in JSON.
    public var avatarURL: URL?
    /// The address for mail.
    public var email: String?
    /// When the service changed it last.
    public var updated: Date?
    /// What differs after each change at the service.
    public var eTag: String?
    /// What the app adds.
    public var custom: Custom { didSet { customSource.isChanged = true } }
    /// The text that the custom data was read from.
    var customSource = SourceJSON()

    /// Makes a user.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - name: Its name.
    ///   - type: What kind of user it is.
    ///   - status: Its status.
    ///   - externalId: Its identifier in another system.
    ///   - avatarURL: The picture.
    ///   - email: The address for mail.
    ///   - updated: When the service changed it last.
    ///   - eTag: The service's tag.
    ///   - custom: What the app adds.
    public init(
        id: String,
        name: String? = nil,
        type: String = "default",
        status: String? = nil,
        externalId: String? = nil,
        avatarURL: URL? = nil,
        email: String? = nil,
        updated: Date? = nil,
        eTag: String? = nil,
        custom: Custom = Custom()
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.status = status
        self.externalId = externalId
        self.avatarURL = avatarURL
        self.email = email
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

    /// The user after a change that the service told.
    ///
    /// - Parameter patcher: The change.
    /// - Returns: The changed user; an equal one when the change is for another user, known or older.
    public func patch(_ patcher: Patcher) -> Self {
        guard patcher.applies(id: id, eTag: eTag, updated: updated) else { return self }
        var patched = self
        patched.name = patcher.name.applied(to: name)
        if case .some(let type) = patcher.type { patched.type = type }
        patched.status = patcher.status.applied(to: status)
        patched.externalId = patcher.externalId.applied(to: externalId)
        patched.avatarURL = patcher.avatarURL.applied(to: avatarURL)
        patched.email = patcher.email.applied(to: email)
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

extension ChatUser {
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
        if let custom = text.first("custom") { customSource.text = Data(custom.bytes) }
    }
}

/// A user without custom data.
public typealias PubNubChatUser = ChatUser<VoidCustomData>

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
