import PubNub

/// Changes of shared objects that start from what the service has.
extension DataProvider {
    /// Reads a user at the service, changes it, and stores the result. If another client changes the user in the
    /// meantime, `change` runs again with the newer value.
    ///
    /// - Parameters:
    ///   - id: The identifier of the user. A user without metadata has only that, and is created.
    ///   - change: Changes the user; nil clears a field.
    /// - Returns: The user as the service has it.
    /// - Throws: The error of `change`; ``ChatError/conflict(fields:)`` if the user changed during each of 5 attempts;
    ///   otherwise `PNError` or ``ChatError`` if it was not changed or stored.
    @discardableResult
    public func changeRemoteUser(
        _ id: String,
        _ change: @Sendable (inout ChatUser<ModelData.User>) throws -> Void
    ) async throws -> ChatUser<ModelData.User> {
        let request = ChatUserRequest(user: ChatUser<ModelData.User>(id: id))
        return try await store(userOf: request) { try await $0.run(request.user, change) }
    }

    /// Reads the metadata of a channel at the service, changes it, and stores the result; see
    /// ``changeRemoteUser(_:_:)``.
    ///
    /// - Parameters:
    ///   - id: The identifier of the channel. A channel without metadata has only that, and is created.
    ///   - change: Changes the channel; nil clears a field.
    /// - Returns: The channel as the service has it.
    /// - Throws: The error of `change`; ``ChatError/conflict(fields:)`` if the channel changed during each of 5 attempts;
    ///   otherwise `PNError` or ``ChatError`` if it was not changed or stored.
    @discardableResult
    public func changeRemoteChannel(
        _ id: String,
        _ change: @Sendable (inout ChatChannel<ModelData.Channel>) throws -> Void
    ) async throws -> ChatChannel<ModelData.Channel> {
        let request = ChatChannelRequest(channel: ChatChannel<ModelData.Channel>(id: id))
        return try await store(channelOf: request) { try await $0.run(request.channel, change) }
    }

    /// Reads a membership at the service, changes it, writes it immediately, and stores the result. The service has no
    /// entity tags for memberships, so a change by another client between the two requests is lost.
    ///
    /// - Parameters:
    ///   - channelId: The channel.
    ///   - userId: The user. The membership of another user is changed as a member of the channel.
    ///   - change: Changes the membership; nil clears a field. Its channel and user do not change.
    /// - Returns: The membership as the service has it.
    /// - Throws: The error of `change`; `PNError` or ``ChatError`` if it was not changed or stored.
    @discardableResult
    public func changeRemoteMember(
        channelId: String,
        userId: String,
        _ change: @escaping @Sendable (inout ChatMember<ModelData>) throws -> Void
    ) async throws -> ChatMember<ModelData> {
        let isOwn = userId == pubnubProvider.clientIdentifier()
        let members = try await memberships.run {
            try await self.changeMembers(
                ofOne: isOwn ? userId : channelId,
                [isOwn ? channelId : userId],
                isOwn ? .modifyChannelsByUser : .modifyUsersByChannel,
                self.service
            ) { known, _ in
                var member = known ?? ChatMember(channelId: channelId, userId: userId)
                let before = try known?.fields() ?? ChatObjectFields()
                try change(&member)
                return try member.fields().change(from: before)
            }
        }
        guard let member = members.first else { throw ChatError.missingRequiredData("membership of \(userId)") }
        return member
    }

    /// Fetches the metadata of users, in batches of 20. A ``ChatProvider`` does this itself for users of whom only the
    /// identifier is stored: see ``PubNubManagedUser/metadata``.
    ///
    /// - Parameter ids: The identifiers of the users.
    /// - Throws: `PNError` or ``ChatError`` if they were not fetched or stored.
    public func completeMetadata(ofUsers ids: [String]) async throws { try await metadata.complete(users: ids) }

    /// Fetches the metadata of channels, in batches of 20. A ``ChatProvider`` does this itself for channels of which only the
    /// identifier is stored: see ``PubNubManagedChannel/metadata``.
    ///
    /// - Parameter ids: The identifiers of the channels.
    /// - Throws: `PNError` or ``ChatError`` if they were not fetched or stored.
    public func completeMetadata(ofChannels ids: [String]) async throws { try await metadata.complete(channels: ids) }

    /// Changes a user at the service, and stores the result.
    func store(
        userOf request: ChatUserRequest<ModelData.User>,
        _ conflict: ChatConflictPolicy = .mine,
        _ body: (ObjectUpdate<ChatUser<ModelData.User>>) async throws -> ChatUser<ModelData.User>
    ) async throws -> ChatUser<ModelData.User> {
        let service = try service(for: request)
        return try await ask(about: []) {
            try await body(
                ObjectUpdate(conflict: conflict) {
                    try await Self.unlessAbsent { try await service.user(ChatUserRequest(user: request.user)) }
                } write: { change, eTag in
                    try await service.change(userId: request.user.id, change, eTag)
                }
            )
        } storing: { user, storage in
            try storage.store(fetched: user)
            return user
        }
    }

    /// Changes a channel at the service, and stores the result.
    func store(
        channelOf request: ChatChannelRequest<ModelData.Channel>,
        _ conflict: ChatConflictPolicy = .mine,
        _ body: (ObjectUpdate<ChatChannel<ModelData.Channel>>) async throws -> ChatChannel<ModelData.Channel>
    ) async throws -> ChatChannel<ModelData.Channel> {
        let service = try service(for: request)
        return try await ask(about: [request.channel.id]) {
            try await body(
                ObjectUpdate(conflict: conflict) {
                    try await Self.unlessAbsent {
                        try await service.channel(ChatChannelRequest(channel: request.channel))
                    }
                } write: { change, eTag in
                    try await service.change(channelId: request.channel.id, change, eTag)
                }
            )
        } storing: { channel, storage in
            try storage.store(fetched: channel)
            return channel
        }
    }

    private static func unlessAbsent<Object>(_ read: () async throws -> Object) async throws -> Object? {
        do {
            return try await read()
        } catch let error as PNError where error.isNotFound {
            return nil
        }
    }
}
