import GRDB

/// Memberships.
extension DataProvider {
    /// Stores members, in transactions of `batchSize` members each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: How many members a transaction has.
    ///   - forceWrite: Whether their channels and users are written, too, when they do not come from the service.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first member that was not.
    /// - Returns: The members that were not stored, and why.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` when a batch could not be stored at all, after the last one; `CancellationError` at once.
    @discardableResult
    public func load(
        members: [ChatMember<ModelData>],
        batchSize: Int = 256,
        forceWrite: Bool = true,
        batchHandler: (@Sendable ([ChatMember<ModelData>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatMember<ModelData>>] {
        try await write(members, batchSize: batchSize, batchHandler: batchHandler) { db, member in
            try ManagedEntities.Member.insertOrUpdate(member: member, forceWrite: forceWrite, into: db)
        }
    }

    /// Removes a member from the store. That it is not stored is no error.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The identifier of the user.
    /// - Throws: What the store has against it.
    public func removeStoredMember(channelId: String, userId: String) async throws {
        try await write { _ = try ManagedEntities.Member.remove(channelId: channelId, userId: userId, from: $0) }
    }

    /// Removes members from the store, in transactions of `batchSize` members each. That one is not stored is no error.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: How many members a transaction has.
    ///   - batchHandler: Gets each batch after it was removed.
    /// - Returns: The members that were not removed, and why.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` when a batch could not be removed at all, after the last one; `CancellationError` at once.
    @discardableResult
    public func removeStoredMembers(
        members: [ChatMember<ModelData>],
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatMember<ModelData>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatMember<ModelData>>] {
        try await write(members, batchSize: batchSize, batchHandler: batchHandler) { db, member in
            let (channelId, userId) = (member.chatChannel.id, member.chatUser.id)
            try ManagedEntities.Member.remove(channelId: channelId, userId: userId, from: db)
        }
    }

    /// Changes a stored member; a change that is known or older changes nothing.
    ///
    /// - Parameter patcher: The change.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when the member is not stored.
    public func patch(member patcher: ChatMember<ModelData>.Patcher) async throws {
        try await write { _ = try ManagedEntities.Member.patch(usingPatch: patcher, into: $0) }
    }
}
