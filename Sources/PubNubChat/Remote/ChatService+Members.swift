import PubNub
import PubNubCore

/// Memberships.
extension ChatService {
    func members<Custom>(_ request: UserMemberFetchRequest) async throws -> ServicePage<ChatMember<Custom>> {
        let call = PNFetchChannelMembersRequest(channel: request.channelId)
        call.includeFields = [.memberStatusField]
        if request.includeTotalCount { call.includeFields.insert(.membersTotalCountField) }
        if request.includeCustom { call.includeFields.insert(.memberCustomField) }
        if request.includeUserFields {
            call.includeFields.formUnion([.memberUUIDField, .memberUUIDStatusField, .memberUUIDTypeField])
            if request.includeCustom { call.includeFields.insert(.memberUUIDCustomField) }
        }
        call.take(request)
        return ServicePage(try await value(of: call), of: request) { ChatMember($0, channelId: request.channelId) }
    }

    func memberships<Custom>(_ request: ChannelMemberFetchRequest) async throws -> ServicePage<ChatMember<Custom>> {
        let call = PNFetchMembershipsRequest(uuid: request.userId)
        call.includeFields = [.membershipStatusField]
        if request.includeTotalCount { call.includeFields.insert(.membershipsTotalCountField) }
        if request.includeCustom { call.includeFields.insert(.membershipCustomField) }
        if request.includeChannelFields {
            call.includeFields.formUnion([
                .membershipChannelField, .membershipChannelStatusField, .membershipChannelTypeField,
            ])
            if request.includeCustom { call.includeFields.insert(.membershipChannelCustomField) }
        }
        call.take(request)
        return ServicePage(try await value(of: call), of: request) { ChatMember($0, userId: request.userId) }
    }

    /// Makes users members of a channel, or changes their memberships.
    ///
    /// - Parameters:
    ///   - channelId: The channel.
    ///   - entries: The entries of the request.
    ///   - filter: Selects these memberships.
    /// - Returns: The memberships that the filter selects, after the change.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    func setMembers<Custom>(
        of channelId: String,
        entries: [[String: Any]],
        filter: String
    ) async throws -> [ChatMember<Custom>] {
        let call = PNSetChannelMembersRequest(channel: channelId, uuids: entries)
        call.includeFields = [
            .memberStatusField, .memberCustomField, .memberUUIDField, .memberUUIDStatusField, .memberUUIDTypeField,
            .memberUUIDCustomField,
        ]
        call.filter = filter
        return try await value(of: call).items.map { ChatMember($0, channelId: channelId) }
    }

    /// Makes a user a member of channels, or changes these memberships; see ``setMembers(of:entries:filter:)``.
    func setMemberships<Custom>(
        of userId: String,
        entries: [[String: Any]],
        filter: String
    ) async throws -> [ChatMember<Custom>] {
        let call = PNSetMembershipsRequest(uuid: userId, channels: entries)
        call.includeFields = [
            .membershipStatusField, .membershipCustomField, .membershipChannelField, .membershipChannelStatusField,
            .membershipChannelTypeField, .membershipChannelCustomField,
        ]
        call.filter = filter
        return try await value(of: call).items.map { ChatMember($0, userId: userId) }
    }

    /// Ends memberships in a channel.
    func removeMembers(of channelId: String, userIds: [String]) async throws {
        let call = PNRemoveChannelMembersRequest(channel: channelId, uuids: userIds)
        call.includeFields = [.memberStatusField]
        try await value(of: call)
    }

    /// Ends memberships of a user.
    func removeMemberships(of userId: String, channelIds: [String]) async throws {
        let call = PNRemoveMembershipsRequest(uuid: userId, channels: channelIds)
        call.includeFields = [.membershipStatusField]
        try await value(of: call)
    }
}
