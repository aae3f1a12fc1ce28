import Foundation
import PubNub

extension ChatChannel: SharedObject {
    func fields() throws -> ChatObjectFields {
        var fields = try ChatObjectFields(
            [.name: name, .type: type, .status: status, .information: details],
            custom: customJSON()
        )
        fields.custom[Self.avatarKey] = avatarURL.map { .string($0.absoluteString) }
        return fields
    }
}

extension ChatUser: SharedObject {
    func fields() throws -> ChatObjectFields {
        try ChatObjectFields(
            [
                .name: name, .type: type, .status: status, .externalId: externalId,
                .profileUrl: avatarURL?.absoluteString, .email: email,
            ],
            custom: customJSON()
        )
    }
}

extension ChatMember {
    /// The fields of the membership itself.
    func fields() throws -> ChatObjectFields {
        try ChatObjectFields([.status: status], custom: customJSON())
    }
}
