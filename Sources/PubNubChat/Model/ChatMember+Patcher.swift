public import Foundation
import PubNubWire

extension ChatMember {
    /// The changes that a real-time event makes to a membership.
    public struct Patcher: Hashable, Sendable {
        /// The channel of the membership.
        public var channelId: String
        /// The user of the membership.
        public var userId: String
        /// The tag after the change.
        public var eTag: String
        /// The time of the change.
        public var updated: Date
        /// The status.
        public var status: OptionalChange<String>
        /// The custom data.
        public var custom: OptionalChange<Custom.Member> { didSet { customSource.isChanged = true } }
        /// The JSON from which the custom data was read.
        var customSource = SourceJSON()

        /// Creates a change.
        ///
        /// - Parameters:
        ///   - channelId: The channel of the membership.
        ///   - userId: The user of the membership.
        ///   - eTag: The tag after the change.
        ///   - updated: The time of the change.
        ///   - status: The status.
        ///   - custom: The custom data.
        public init(
            channelId: String,
            userId: String,
            eTag: String,
            updated: Date,
            status: OptionalChange<String> = .noChange,
            custom: OptionalChange<Custom.Member> = .noChange
        ) {
            self.channelId = channelId
            self.userId = userId
            self.eTag = eTag
            self.updated = updated
            self.status = status
            self.custom = custom
        }

        /// Returns whether the change is for this membership and newer than it.
        ///
        /// - Parameters:
        ///   - channelId: The channel of the membership.
        ///   - userId: Its user.
        ///   - eTag: Its tag.
        ///   - updated: The time of its last change.
        /// - Returns: Whether to apply it.
        public func applies(channelId: String, userId: String, eTag: String?, updated: Date?) -> Bool {
            self.channelId == channelId && self.userId == userId
                && PatchRule.isNew(eTag: self.eTag, updated: self.updated, storedETag: eTag, storedDate: updated)
        }
    }
}

extension ChatMember.Patcher: Decodable {
    private struct Reference: Decodable {
        let id: String
    }

    /// Reads the data of a "set" event: absent keys change nothing, null clears.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data does not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ChatMember.CodingKeys.self)
        self.init(
            channelId: try container.decode(Reference.self, forKey: .chatChannel).id,
            userId: try container.decode(Reference.self, forKey: .chatUser).id,
            eTag: try container.decode(String.self, forKey: .eTag),
            updated: try container.isoDate(.updated),
            status: try container.change(String.self, .status),
            custom: try container.change([String: JSON].self, .custom)
                .map { try CustomCoder.custom(Custom.Member.self, from: $0) }
        )
    }
}

extension ChatMember.Patcher {
    /// Reads the data of a "set" event field by field. A field of another type changes nothing.
    ///
    /// - Parameter text: The data.
    /// - Throws: ``ChatError`` if the data lacks the identifier, the tag or the date of the membership.
    init(wire text: RawJSON) throws(ChatError) {
        var fields = try WireFields(text)
        let custom = fields.customChange("custom", Custom.Member.self)
        self.init(
            channelId: try fields.object("channel").requiredString("id"),
            userId: try fields.object("uuid").requiredString("id"),
            eTag: try fields.requiredString("eTag"),
            updated: try fields.requiredDate("updated"),
            status: fields.change("status"),
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
