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

    /// Changes fields of a user.
    ///
    /// - Parameters:
    ///   - userId: The user.
    ///   - change: The change.
    ///   - eTag: The tag that the user must still have; nil for any.
    /// - Returns: The user after the change.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    func change<Custom>(userId: String, _ change: FieldsChange, _ eTag: String?) async throws -> ChatUser<Custom> {
        let call = PNSetUUIDMetadataRequest(uuid: userId)
        change.apply(to: call)
        call.externalId = change.texts[.externalId]
        call.profileUrl = change.texts[.profileUrl]
        call.email = change.texts[.email]
        call.ifMatchesEtag = eTag
        call.includeFields = Self.fields(includeCustom: true)
        return ChatUser(try await value(of: call))
    }

    func removeUser(_ id: String) async throws {
        try await value(of: PNRemoveUUIDMetadataRequest(uuid: id))
    }

    private static func fields(includeCustom: Bool) -> PNUUIDFields {
        includeCustom ? [.statusField, .typeField, .customField] : [.statusField, .typeField]
    }
}
