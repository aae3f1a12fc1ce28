import Foundation
import PubNub
import PubNubWire

extension ChatUser {
    /// Reads the metadata of a user; without a type, `custom.type` is taken, then `default`.
    ///
    /// - Parameter metadata: What the service has.
    /// Custom data that does not fit the app's type has defaults, field by field.
    init(_ metadata: PNUUIDMetadata) {
        let custom = metadata.customText
        self.init(
            id: metadata.uuid,
            name: metadata.name,
            type: metadata.type ?? custom?["type"]?.value().stringValue ?? "default",
            status: metadata.status,
            externalId: metadata.externalId,
            avatarURL: metadata.profileUrl.flatMap { URL(string: $0) },
            email: metadata.email,
            updated: metadata.updated,
            eTag: metadata.eTag
        )
        if let custom { read(custom: Data(custom.bytes)) }
    }

    /// The custom object of the user at the service; nil when it is empty.
    ///
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    func serviceCustom() throws -> [String: Any]? {
        let members = try CustomCoder.native(customJSON())
        return members.isEmpty ? nil : members
    }
}
