public import Foundation
import PubNubWire

extension ChatUser {
    /// The changes that a real-time event makes to a user.
    public struct Patcher: Identifiable, Hashable, Sendable {
        /// The user that it is for.
        public var id: String
        /// The tag after the change.
        public var eTag: String
        /// The time of the change.
        public var updated: Date
        /// The name.
        public var name: OptionalChange<String>
        /// The type; it cannot be cleared, so `none` changes nothing.
        public var type: OptionalChange<String>
        /// The status.
        public var status: OptionalChange<String>
        /// The identifier in another system.
        public var externalId: OptionalChange<String>
        /// The picture.
        public var avatarURL: OptionalChange<URL>
        /// The email address.
        public var email: OptionalChange<String>
        /// The custom data.
        public var custom: OptionalChange<Custom> { didSet { customSource.isChanged = true } }
        /// The JSON from which the custom data was read.
        var customSource = SourceJSON()

        /// Creates a change.
        ///
        /// - Parameters:
        ///   - id: The user that it is for.
        ///   - eTag: The tag after the change.
        ///   - updated: The time of the change.
        ///   - name: The name.
        ///   - type: The type.
        ///   - status: The status.
        ///   - externalId: The identifier in another system.
        ///   - avatarURL: The picture.
        ///   - email: The email address.
        ///   - custom: The custom data.
        public init(
            id: String,
            eTag: String,
            updated: Date,
            name: OptionalChange<String> = .noChange,
            type: OptionalChange<String> = .noChange,
            status: OptionalChange<String> = .noChange,
            externalId: OptionalChange<String> = .noChange,
            avatarURL: OptionalChange<URL> = .noChange,
            email: OptionalChange<String> = .noChange,
            custom: OptionalChange<Custom> = .noChange
        ) {
            self.id = id
            self.eTag = eTag
            self.updated = updated
            self.name = name
            self.type = type
            self.status = status
            self.externalId = externalId
            self.avatarURL = avatarURL
            self.email = email
            self.custom = custom
        }

        /// Returns whether the change is for this user and newer than it.
        ///
        /// - Parameters:
        ///   - id: The identifier of the user.
        ///   - eTag: Its tag.
        ///   - updated: The time of its last change.
        /// - Returns: Whether to apply it.
        public func applies(id: String, eTag: String?, updated: Date?) -> Bool {
            self.id == id
                && PatchRule.isNew(eTag: self.eTag, updated: self.updated, storedETag: eTag, storedDate: updated)
        }
    }
}

extension ChatUser.Patcher: Decodable {
    /// Reads the data of a "set" event: absent keys change nothing, null clears.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ChatUser.CodingKeys.self)
        let avatarURL: OptionalChange<URL> =
            if container.contains(.avatarURL) {
                try container.urlIfPresent(.avatarURL).map { .some($0) } ?? .none
            } else {
                .noChange
            }
        self.init(
            id: try container.decode(String.self, forKey: .id),
            eTag: try container.decode(String.self, forKey: .eTag),
            updated: try container.isoDate(.updated),
            name: try container.change(String.self, .name),
            type: try container.change(String.self, .type),
            status: try container.change(String.self, .status),
            externalId: try container.change(String.self, .externalId),
            avatarURL: avatarURL,
            email: try container.change(String.self, .email),
            custom: try container.change([String: JSON].self, .custom)
                .map { try CustomCoder.custom(Custom.self, from: $0) }
        )
    }
}

extension ChatUser.Patcher {
    /// Reads the data of a "set" event field by field. A field of another type changes nothing.
    ///
    /// - Parameter text: The data.
    /// - Throws: ``ChatError`` if the data lacks the identifier, the tag or the date of the user.
    init(wire text: RawJSON) throws(ChatError) {
        var fields = try WireFields(text)
        let custom = fields.customChange("custom", Custom.self)
        let avatarURL: OptionalChange<URL> =
            switch fields.change("profileUrl") {
            case .noChange: .noChange
            case .none: .none
            case .some(let address): URL(string: address).map { .some($0) } ?? .none
            }
        self.init(
            id: try fields.requiredString("id"),
            eTag: try fields.requiredString("eTag"),
            updated: try fields.requiredDate("updated"),
            name: fields.change("name"),
            type: fields.change("type"),
            status: fields.change("status"),
            externalId: fields.change("externalId"),
            avatarURL: avatarURL,
            email: fields.change("email"),
            custom: custom.value
        )
        customSource = custom.source
        customSource.defaulted = fields.defaulted
    }

    /// Stores the JSON from which the custom data was read.
    mutating func attach(_ text: RawJSON) {
        guard case .some = custom, let custom = text.first("custom") else { return }
        customSource.text = Data(custom.bytes)
    }
}
