import Foundation
public import PubNub

extension ChatChannel {
    /// Reads the metadata of a channel; without a type, `custom.type` is taken, then `default`.
    ///
    /// - Parameter metadata: What the service has.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that does not fit the type.
    public init(_ metadata: PNChannelMetadata) throws {
        let members = try [String: ChatJSON](client: metadata.custom)
        self.init(
            id: metadata.channel,
            name: metadata.name,
            type: metadata.type ?? members?.text("type") ?? "default",
            status: metadata.status,
            details: metadata.information,
            avatarURL: members?.text(Self.avatarKey).flatMap { URL(string: $0) },
            updated: metadata.updated,
            eTag: metadata.eTag,
            custom: try CustomCoder.custom(Custom.self, from: members)
        )
    }

    /// The custom object of the channel at the service, with the picture; nil when it is empty.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    func serviceCustom() throws -> [String: Any]? {
        var members = try CustomCoder.members(of: custom, isFlat: true)
        if let avatarURL { members[Self.avatarKey] = .string(avatarURL.absoluteString) }
        return members.isEmpty ? nil : members.native
    }
}
