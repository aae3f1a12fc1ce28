import Foundation
public import PubNub

extension ChatUser {
    /// Reads the metadata of a user; without a type, `custom.type` is taken, then `default`.
    ///
    /// - Parameter metadata: What the service has.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that does not fit the type.
    public init(_ metadata: PNUUIDMetadata) throws {
        let members = try [String: ChatJSON](client: metadata.custom)
        self.init(
            id: metadata.uuid,
            name: metadata.name,
            type: metadata.type ?? members?.text("type") ?? "default",
            status: metadata.status,
            externalId: metadata.externalId,
            avatarURL: metadata.profileUrl.flatMap { URL(string: $0) },
            email: metadata.email,
            updated: metadata.updated,
            eTag: metadata.eTag,
            custom: try CustomCoder.custom(Custom.self, from: members)
        )
    }

    /// The custom object of the user at the service; nil when it is empty.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    func serviceCustom() throws -> [String: Any]? {
        let members = try CustomCoder.members(of: custom, isFlat: true)
        return members.isEmpty ? nil : members.native
    }
}
