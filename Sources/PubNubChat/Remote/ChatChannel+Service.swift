import Foundation
import PubNub
import PubNubWire

extension ChatChannel {
    /// Reads the metadata of a channel; without a type, `custom.type` is taken, then `default`.
    ///
    /// - Parameter metadata: What the service has.
    /// Custom data that does not fit the app's type has defaults, field by field.
    init(_ metadata: PNChannelMetadata) {
        let custom = metadata.customText
        self.init(
            id: metadata.channel,
            name: metadata.name,
            type: metadata.type ?? custom?["type"]?.value().stringValue ?? "default",
            status: metadata.status,
            details: metadata.information,
            avatarURL: custom?[Self.avatarKey]?.value().stringValue.flatMap { URL(string: $0) },
            updated: metadata.updated,
            eTag: metadata.eTag
        )
        if let custom { read(custom: Self.withoutAvatar(custom, avatarURL)) }
    }

    /// The custom object of the channel at the service, with the picture; nil when it is empty.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    func serviceCustom() throws -> [String: Any]? {
        var members = try CustomCoder.native(customJSON())
        if let avatarURL { members[Self.avatarKey] = avatarURL.absoluteString }
        return members.isEmpty ? nil : members
    }
}
