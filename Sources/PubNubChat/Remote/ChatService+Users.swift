import Foundation
import PubNub

/// Metadata of users.
extension ChatService {
    func user<Custom>(_ request: ChatUserRequest<Custom>) async throws -> ChatUser<Custom> {
        let call = PNFetchUUIDMetadataRequest(uuid: request.user.id)
        call.includeFields = Self.fields(includeCustom: request.includeCustom)
        return ChatUser(try await value(of: call))
    }

    func users<Custom>(_ request: UsersFetchRequest) async throws -> ServicePage<ChatUser<Custom>> {
        let call = PNFetchAllUUIDMetadataRequest()
        call.includeFields = Self.fields(includeCustom: request.includeCustom)
        if request.includeTotalCount { call.includeFields.insert(.totalCountField) }
        call.take(request)
        return ServicePage(try await value(of: call), of: request) { ChatUser($0) }
    }

    func setUser<Custom>(_ request: ChatUserRequest<Custom>) async throws -> ChatUser<Custom> {
        let call = try PNSetUUIDMetadataRequest(request.user)
        call.includeFields = Self.fields(includeCustom: request.includeCustom)
        return ChatUser(try await value(of: call))
    }

    func removeUser(_ id: String) async throws {
        try await value(of: PNRemoveUUIDMetadataRequest(uuid: id))
    }

    private static func fields(includeCustom: Bool) -> PNUUIDFields {
        includeCustom ? [.statusField, .typeField, .customField] : [.statusField, .typeField]
    }
}
