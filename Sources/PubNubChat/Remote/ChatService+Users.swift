import Foundation
import PubNub

/// Metadata of users.
extension ChatService {
    func user<Custom>(_ request: ChatUserRequest<Custom>) async throws -> ChatUser<Custom> {
        let result: PNFetchUUIDMetadataResult = try await fetch { finish in
            let call = PNFetchUUIDMetadataRequest(uuid: request.user.id)
            call.includeFields = Self.fields(includeCustom: request.includeCustom)
            pubnub.uuidMetadata(with: call, completion: finish)
        }
        guard let metadata = result.data.metadata else {
            throw ChatError.missingRequiredData("metadata of user \(request.user.id)")
        }
        return ChatUser(metadata)
    }

    func users<Custom>(_ request: UsersFetchRequest) async throws -> ServicePage<ChatUser<Custom>> {
        let result: PNFetchAllUUIDMetadataResult = try await fetch { finish in
            let call = PNFetchAllUUIDMetadataRequest()
            call.includeFields = Self.fields(includeCustom: request.includeCustom)
            if request.includeTotalCount { call.includeFields.insert(.totalCountField) }
            call.take(request)
            pubnub.allUUIDMetadata(with: call, completion: finish)
        }
        return ServicePage(result.data.metadata, of: request, next: result.data.next, count: result.data.totalCount) {
            ChatUser($0)
        }
    }

    func setUser<Custom>(_ request: ChatUserRequest<Custom>) async throws -> ChatUser<Custom> {
        let user = request.user
        let call = try PNSetUUIDMetadataRequest(user)
        call.includeFields = Self.fields(includeCustom: request.includeCustom)
        let status: PNSetUUIDMetadataStatus = try await change { finish in
            pubnub.setUUIDMetadataWith(call, completion: finish)
        }
        guard let metadata = status.data.metadata else {
            throw ChatError.missingRequiredData("metadata of user \(user.id)")
        }
        return ChatUser(metadata)
    }

    func removeUser(_ id: String) async throws {
        try await acknowledge { finish in
            pubnub.removeUUIDMetadata(with: PNRemoveUUIDMetadataRequest(uuid: id), completion: finish)
        }
    }

    private static func fields(includeCustom: Bool) -> PNUUIDFields {
        includeCustom ? [.statusField, .typeField, .customField] : [.statusField, .typeField]
    }
}
