/// Memberships, with closures.
extension DataProvider {
    /// Stores members, in transactions of `batchSize` members each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: How many members a transaction has.
    ///   - forceWrite: Whether their channels and users are written, too, when they do not come from the service.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first member that was not.
    ///   - completion: Called after the last batch.
    public func load(
        members: [ChatMember<ModelData>],
        batchSize: Int = 256,
        forceWrite: Bool = true,
        batchHandler: (([ChatMember<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            try await self.load(members: members, batchSize: batchSize, forceWrite: forceWrite, batchHandler: $0)
        }
    }

    /// Stores members; another order of ``load(members:batchSize:forceWrite:batchHandler:completion:)``.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - forceWrite: Whether their channels and users are written, too, when they do not come from the service.
    ///   - batchSize: How many members a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first member that was not.
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

    /// Removes a member from the store. That it is not stored is no error.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The identifier of the user.
    ///   - completion: Gets what the store has against it, or nil.
    public func removeStoredMember(channelId: String, userId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInLine(completion) { try await self.removeStoredMember(channelId: channelId, userId: userId) }
    }

    /// Removes members from the store, in transactions of `batchSize` members each. That one is not stored is no error.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: How many members a transaction has.
    ///   - batchHandler: Gets each batch after it was removed.
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

    /// Removes members from the store; ``removeStoredMembers(members:batchSize:batchHandler:completion:)`` with the label that is
    /// printed in the documentation of the original components.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - batchSize: How many members a transaction has.
    ///   - batchHandler: Gets each batch after it was removed.
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

    /// Changes a stored member; a change that is known or older changes nothing.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - completion: Gets ``ChatError/missingRequiredData(_:)`` when the member is not stored, or nil.
    public func patch(member patcher: ChatMember<ModelData>.Patcher, completion: (((any Error)?) -> Void)? = nil) {
        startInLine(completion) { try await self.patch(member: patcher) }
    }
}
