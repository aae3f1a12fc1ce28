import PubNub

/// Memberships.
extension ChatService {
    func members<Custom>(_ request: UserMemberFetchRequest) async throws -> ServicePage<ChatMember<Custom>> {
        let result: PNFetchChannelMembersResult = try await fetch { finish in
            let call = PNFetchChannelMembersRequest(channel: request.channelId)
            var fields: PNChannelMemberFields = [.memberStatusField]
            if request.includeTotalCount { fields.insert(.membersTotalCountField) }
            if request.includeCustom { fields.insert(.memberCustomField) }
            if request.includeUserFields {
                fields.formUnion([.memberUUIDField, .memberUUIDStatusField, .memberUUIDTypeField])
                if request.includeCustom { fields.insert(.memberUUIDCustomField) }
            }
            call.includeFields = fields
            call.take(request)
            pubnub.channelMembers(with: call, completion: finish)
        }
        return ServicePage(result.data.members, of: request, next: result.data.next, count: result.data.totalCount) {
            ChatMember($0, channelId: request.channelId)
        }
    }

    func memberships<Custom>(_ request: ChannelMemberFetchRequest) async throws -> ServicePage<ChatMember<Custom>> {
        let result: PNFetchMembershipsResult = try await fetch { finish in
            let call = PNFetchMembershipsRequest(uuid: request.userId)
            var fields: PNMembershipFields = [.membershipStatusField]
            if request.includeTotalCount { fields.insert(.membershipsTotalCountField) }
            if request.includeCustom { fields.insert(.membershipCustomField) }
            if request.includeChannelFields {
                fields.formUnion([
                    .membershipChannelField, .membershipChannelStatusField, .membershipChannelTypeField,
                ])
                if request.includeCustom { fields.insert(.membershipChannelCustomField) }
            }
            call.includeFields = fields
            call.take(request)
            pubnub.memberships(with: call, completion: finish)
        }
        let data = result.data
        return ServicePage(data.memberships, of: request, next: data.next, count: data.totalCount) {
            ChatMember($0, userId: request.userId)
        }
    }

    /// Makes users members of a channel, or changes their memberships.
    func setMembers(of channelId: String, to members: [ChatMember<some ChatCustomData>]) async throws {
        let entries = try members.map { try $0.serviceEntry("uuid", $0.chatUser.id) }
        try await change { (finish: @escaping @Sendable (PNManageChannelMembersStatus) -> Void) in
            let call = PNSetChannelMembersRequest(channel: channelId, uuids: entries)
            call.includeFields = [.memberStatusField]
            pubnub.setChannelMembersWith(call, completion: finish)
        }
    }

    /// Makes a user a member of channels, or changes these memberships.
    func setMemberships(of userId: String, to members: [ChatMember<some ChatCustomData>]) async throws {
        let entries = try members.map { try $0.serviceEntry("channel", $0.chatChannel.id) }
        try await change { (finish: @escaping @Sendable (PNManageMembershipsStatus) -> Void) in
            let call = PNSetMembershipsRequest(uuid: userId, channels: entries)
            call.includeFields = [.membershipStatusField]
            pubnub.setMembershipsWith(call, completion: finish)
        }
    }

    /// Ends memberships in a channel.
    func removeMembers(of channelId: String, userIds: [String]) async throws {
        try await change { (finish: @escaping @Sendable (PNManageChannelMembersStatus) -> Void) in
            let call = PNRemoveChannelMembersRequest(channel: channelId, uuids: userIds)
            call.includeFields = [.memberStatusField]
            pubnub.removeChannelMembers(with: call, completion: finish)
        }
    }

    /// Ends memberships of a user.
    func removeMemberships(of userId: String, channelIds: [String]) async throws {
        try await change { (finish: @escaping @Sendable (PNManageMembershipsStatus) -> Void) in
            let call = PNRemoveMembershipsRequest(uuid: userId, channels: channelIds)
            call.includeFields = [.membershipStatusField]
            pubnub.removeMemberships(with: call, completion: finish)
        }
    }
}
