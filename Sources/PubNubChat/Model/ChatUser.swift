public import Foundation
import PubNubWire

/// A user, as the app and the service exchange it.
@dynamicMemberLookup
public struct ChatUser<Custom: UserCustomData>: Identifiable, Hashable, Sendable {
    /// Its identifier.
    public var id: String
    /// Its display name.
    public var name: String?
    /// The type of the user; `default` by default.
    public var type: String
    /// Its status.
    public var status: String?
    /// Its identifier in another system.
    public var externalId: String?
    /// The picture; `profileUrl` in JSON.
    public var avatarURL: URL?
    /// The email address.
    public var email: String?
    /// The time of the last change at the service.
    public var updated: Date?
    /// A tag that the service changes with each modification.
    public var eTag: String?
    /// The custom data of the app.
    public var custom: Custom { didSet { customSource.isChanged = true } }
    /// The JSON from which the custom data was read.
    var customSource = SourceJSON()
    /// The value as it was read, which a change at the service starts from.
    var base = ReadValue()

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - name: Its name.
    ///   - type: The type of the user.
    ///   - status: Its status.
    ///   - externalId: Its identifier in another system.
    ///   - avatarURL: The picture.
    ///   - email: The email address.
    ///   - updated: The time of the last change at the service.
    ///   - eTag: The service's tag.
    ///   - custom: The custom data of the app.
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

    /// Whether only the identifier is known.
    var isPlaceholder: Bool { customSource.text == nil && self == Self(id: id) }

    /// Applies a change that the service reported.
    ///
    /// - Parameter patcher: The change.
    /// - Returns: The changed user; an equal one if the change is for another user, already applied or older.
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
    /// Returns the custom data as JSON: the original JSON unless the app changed it, including fields that the app's type
    /// lacks.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not a flat JSON object.
    public func customJSON() throws -> Data {
        try CustomCoder.text(of: custom, source: customSource, isFlat: true)
    }

    /// Reads custom data from stored JSON, for rows of an app's own. Fields that do not fit the app's type have their
    /// default values.
    ///
    /// - Parameter text: The value of ``customJSON()``.
    public mutating func read(custom text: Data) {
        let read = SourceJSON.read(Custom.self, from: text, named: "custom")
        custom = read.value
        customSource = read.source
    }

    /// Reads custom data from a row. The empty object of a value without custom data is not retained.
    mutating func readStored(_ text: Data) {
        if text != CustomCoder.emptyObject { read(custom: text) }
    }

    /// Stores the JSON from which the custom data was read.
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

    /// Reads the user schema. Only `id` is required. Without `type`, `custom.type` applies, then `default`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let members = try container.decodeIfPresent([String: JSON].self, forKey: .custom)
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
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the custom data is not flat.
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
