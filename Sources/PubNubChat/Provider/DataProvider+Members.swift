import GRDB

/// Memberships.
extension DataProvider {
    /// Stores members, in transactions of `batchSize` members each. A member that cannot be stored does not affect the
    /// others.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: The number of members in a transaction.
    ///   - forceWrite: Whether to write their channels and users even if they do not come from the service. Those that are
    ///     neither stored nor written get rows with only their identifiers.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first member that was not
    ///     stored.
    /// - Returns: The members that were not stored, with their errors.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` after the last batch if a whole batch could not be stored;
    ///   `CancellationError` immediately.
    public func load(
        members: [ChatMember<ModelData>],
        batchSize: Int = 256,
        forceWrite: Bool = true,
        batchHandler: (@Sendable ([ChatMember<ModelData>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatMember<ModelData>>] {
        try await write(members, batchSize: batchSize, batchHandler: batchHandler) { db, member in
            if !forceWrite {
                let storage = ChatStorage<ModelData, ManagedEntities>(db: db)
                try storage.place(channel: member.chatChannel.id)
                try storage.place(user: member.chatUser.id)
            }
            try ManagedEntities.Member.insertOrUpdate(member: member, forceWrite: forceWrite, into: db)
        }
    }

    /// Removes a member from the store. Succeeds if it is not stored.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The identifier of the user.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` if the store cannot be written.
    public func removeStoredMember(channelId: String, userId: String) async throws {
        try await write { _ = try ManagedEntities.Member.remove(channelId: channelId, userId: userId, from: $0) }
    }

    /// Removes members from the store, in transactions of `batchSize` members each. Members that are not stored are
    /// ignored.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: The number of members in a transaction.
    ///   - batchHandler: Receives each batch after it was removed.
    /// - Returns: The members that were not removed, with their errors.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` after the last batch if a whole batch could not be removed;
    ///   `CancellationError` immediately.
    @discardableResult
    public func removeStoredMembers(
        members: [ChatMember<ModelData>],
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatMember<ModelData>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatMember<ModelData>>] {
        try await write(members, batchSize: batchSize, batchHandler: batchHandler) { db, member in
            let channelId = member.chatChannel.id
            let userId = member.chatUser.id
            try ManagedEntities.Member.remove(channelId: channelId, userId: userId, from: db)
        }
    }

    /// Changes a stored member; a change that is already applied or older is ignored.
    ///
    /// - Parameter patcher: The change.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the member is not stored.
    public func patch(member patcher: ChatMember<ModelData>.Patcher) async throws {
        try await write { _ = try ManagedEntities.Member.patch(usingPatch: patcher, into: $0) }
    }
}
