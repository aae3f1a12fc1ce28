/// Memberships, with closures.
extension DataProvider {
    /// Stores members, in transactions of `batchSize` members each. A member that cannot be stored does not affect the
    /// others.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: The number of members in a transaction.
    ///   - forceWrite: Whether to write their channels and users even if they do not come from the service.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first member that was not
    ///     stored.
    ///   - completion: Called after the last batch.
    public func load(
        members: [ChatMember<ModelData>],
        batchSize: Int = 256,
        forceWrite: Bool = true,
        batchHandler: (([ChatMember<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            _ = try await self.load(members: members, batchSize: batchSize, forceWrite: forceWrite, batchHandler: $0)
        }
    }

    /// Stores members; another order of ``load(members:batchSize:forceWrite:batchHandler:completion:)``.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - forceWrite: Whether to write their channels and users even if they do not come from the service.
    ///   - batchSize: The number of members in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first member that was not
    ///     stored.
    ///   - completion: Called after the last batch.
    public func load(
        members: [ChatMember<ModelData>],
        forceWrite: Bool,
        batchSize: Int,
        batchHandler: (([ChatMember<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        load(
            members: members,
            batchSize: batchSize,
            forceWrite: forceWrite,
            batchHandler: batchHandler,
            completion: completion
        )
    }

    /// Removes a member from the store. Succeeds if it is not stored.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The identifier of the user.
    ///   - completion: Receives the error if the store cannot be written, or nil.
    public func removeStoredMember(channelId: String, userId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInOrder(completion) { try await self.removeStoredMember(channelId: channelId, userId: userId) }
    }

    /// Removes members from the store, in transactions of `batchSize` members each. Members that are not stored are
    /// ignored.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: The number of members in a transaction.
    ///   - batchHandler: Receives each batch after it was removed.
    ///   - completion: Called after the last batch.
    public func removeStoredMembers(
        members: [ChatMember<ModelData>],
        batchSize: Int = 256,
        batchHandler: (([ChatMember<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            try await self.removeStoredMembers(members: members, batchSize: batchSize, batchHandler: $0)
        }
    }

    /// Removes members from the store; ``removeStoredMembers(members:batchSize:batchHandler:completion:)`` with the
    /// label that the documentation of the original components prints.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: The number of members in a transaction.
    ///   - batchHandler: Receives each batch after it was removed.
    ///   - completion: Called after the last batch.
    public func removeStoredMembers(
        members: [ChatMember<ModelData>],
        userId batchSize: Int,
        batchHandler: (([ChatMember<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        removeStoredMembers(
            members: members,
            batchSize: batchSize,
            batchHandler: batchHandler,
            completion: completion
        )
    }

    /// Changes a stored member; a change that is already applied or older is ignored.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - completion: Receives ``ChatError/missingRequiredData(_:)`` if the member is not stored, or nil.
    public func patch(member patcher: ChatMember<ModelData>.Patcher, completion: (((any Error)?) -> Void)? = nil) {
        startInOrder(completion) { try await self.patch(member: patcher) }
    }
}
