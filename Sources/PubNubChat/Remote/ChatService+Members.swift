import PubNub

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
    func setMembers(of channelId: String, to members: [ChatMember<some ChatCustomData>]) async throws {
        let entries = try members.map { try $0.serviceEntry("uuid", $0.chatUser.id) }
        let call = PNSetChannelMembersRequest(channel: channelId, uuids: entries)
        call.includeFields = [.memberStatusField]
        try await value(of: call)
    }

    /// Makes a user a member of channels, or changes these memberships.
    func setMemberships(of userId: String, to members: [ChatMember<some ChatCustomData>]) async throws {
        let entries = try members.map { try $0.serviceEntry("channel", $0.chatChannel.id) }
        let call = PNSetMembershipsRequest(uuid: userId, channels: entries)
        call.includeFields = [.membershipStatusField]
        try await value(of: call)
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
