public import Foundation
import PubNubWire

extension ChatChannel {
    /// The changes that a real-time event makes to a channel.
    public struct Patcher: Identifiable, Hashable, Sendable {
        /// The channel that it is for.
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
        /// The details.
        public var details: OptionalChange<String>
        /// The picture.
        public var avatarURL: OptionalChange<URL>
        /// The custom data.
        public var custom: OptionalChange<Custom> { didSet { customSource.isChanged = true } }
        /// The JSON from which the custom data was read.
        var customSource = SourceJSON()

        /// Creates a change.
        ///
        /// - Parameters:
        ///   - id: The channel that it is for.
        ///   - eTag: The tag after the change.
        ///   - updated: The time of the change.
        ///   - name: The name.
        ///   - type: The type.
        ///   - status: The status.
        ///   - details: The details.
        ///   - avatarURL: The picture.
        ///   - custom: The custom data.
        public init(
            id: String,
            eTag: String,
            updated: Date,
            name: OptionalChange<String> = .noChange,
            type: OptionalChange<String> = .noChange,
            status: OptionalChange<String> = .noChange,
            details: OptionalChange<String> = .noChange,
            avatarURL: OptionalChange<URL> = .noChange,
            custom: OptionalChange<Custom> = .noChange
        ) {
            self.id = id
            self.eTag = eTag
            self.updated = updated
            self.name = name
            self.type = type
            self.status = status
            self.details = details
            self.avatarURL = avatarURL
            self.custom = custom
        }

        /// Returns whether the change is for this channel and newer than it.
        ///
        /// - Parameters:
        ///   - id: The identifier of the channel.
        ///   - eTag: Its tag.
        ///   - updated: The time of its last change.
        /// - Returns: Whether to apply it.
        public func applies(id: String, eTag: String?, updated: Date?) -> Bool {
            self.id == id
                && PatchRule.isNew(eTag: self.eTag, updated: self.updated, storedETag: eTag, storedDate: updated)
        }
    }
}

extension ChatChannel.Patcher: Decodable {
    /// Reads the data of a "set" event: absent keys change nothing, null clears.
    ///
    /// `custom` is replaced as a whole, and the picture is part of it.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ChatChannel.CodingKeys.self)
        let members = try container.change([String: JSON].self, .custom)
        let avatarURL: OptionalChange<URL> =
            switch members {
            case .noChange: .noChange
            case .none: .none
            case .some(let members):
                members.text(ChatChannel.avatarKey).flatMap { URL(string: $0) }.map { .some($0) } ?? .none
            }
        self.init(
            id: try container.decode(String.self, forKey: .id),
            eTag: try container.decode(String.self, forKey: .eTag),
            updated: try container.isoDate(.updated),
            name: try container.change(String.self, .name),
            type: try container.change(String.self, .type),
            status: try container.change(String.self, .status),
            details: try container.change(String.self, .details),
            avatarURL: avatarURL,
            custom: try members.map { try CustomCoder.custom(Custom.self, from: $0) }
        )
    }
}

extension ChatChannel.Patcher {
    /// Reads the data of a "set" event field by field. A field of another type changes nothing.
    ///
    /// - Parameter text: The data.
    /// - Throws: ``ChatError`` if the data lacks the identifier, the tag or the date of the channel.
    init(wire text: RawJSON) throws(ChatError) {
        var fields = try WireFields(text)
        let custom = fields.customChange("custom", Custom.self)
        let address = fields.text("custom")?[ChatChannel<Custom>.avatarKey]?.value().string
        let avatarURL: OptionalChange<URL> =
            switch custom.value {
            case .noChange: .noChange
            case .none: .none
            case .some: address.flatMap { URL(string: $0) }.map { .some($0) } ?? .none
            }
        self.init(
            id: try fields.requiredString("id"),
            eTag: try fields.requiredString("eTag"),
            updated: try fields.requiredDate("updated"),
            name: fields.change("name"),
            type: fields.change("type"),
            status: fields.change("status"),
            details: fields.change("description"),
            avatarURL: avatarURL,
            custom: custom.value
        )
        customSource = custom.source
        attach(text)
        customSource.defaulted = fields.defaulted
    }

    /// Stores the JSON from which the custom data was read.
    mutating func attach(_ text: RawJSON) {
        guard case .some = custom, let custom = text.first("custom") else { return }
        if case .some(let address) = avatarURL {
            customSource.text = ChatChannel<Custom>.withoutAvatar(custom, address)
        } else {
            customSource.text = Data(custom.bytes)
        }
    }
}
