import GRDB

/// Users.
extension DataProvider {
    /// Stores users, in transactions of `batchSize` users each. A user that cannot be stored does not affect the
    /// others.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - batchSize: The number of users in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first user that was not stored.
    /// - Returns: The users that were not stored, with their errors.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` after the last batch if a whole batch could not be stored;
    ///   `CancellationError` immediately.
    public func load(
        users: [ChatUser<ModelData.User>],
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatUser<ModelData.User>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatUser<ModelData.User>>] {
        try await write(users, batchSize: batchSize, batchHandler: batchHandler) { db, user in
            try ManagedEntities.User.insertOrUpdate(user: user, into: db)
        }
    }

    /// Removes a user from the store. Succeeds if it is not stored.
    ///
    /// Its memberships are removed, and its messages and reactions stay. Converted messages then have an empty
    /// `pubnubUserId` and no `userModel`. Converted reactions still have its identifier.
    ///
    /// - Parameter userId: The identifier of the user.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` if the store cannot be written.
    public func removeStoredUser(userId: String) async throws {
        try await write { db in
            if ManagedEntities.Member.self == PubNubManagedMember.self {
                try db.execute(sql: "DELETE FROM member WHERE userId = ?", arguments: [userId])
            }
            _ = try ManagedEntities.User.remove(userId: userId, from: db)
        }
    }

    /// Changes a stored user; a change that is already applied or older is ignored.
    ///
    /// - Parameter patcher: The change.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the user is not stored.
    public func patch(user patcher: ChatUser<ModelData.User>.Patcher) async throws {
        try await write { _ = try ManagedEntities.User.patch(usingPatch: patcher, into: $0) }
    }

    /// Fetches a user and stores it.
    ///
    /// - Parameter request: Selects the user.
    /// - Returns: The user.
    /// - Throws: `PNError` or ``ChatError`` if it was not fetched or stored.
    @discardableResult
    public func syncRemoteUser(_ request: ChatUserRequest<ModelData.User>) async throws -> ChatUser<ModelData.User> {
        try await sync(hasCustom: request.includeCustom) { try await service(for: request).user(request) }
    }

    /// Fetches a page of users and stores them.
    ///
    /// - Parameter request: Selects the users.
    /// - Returns: The stored users, and the request for the next page, nil after the last one.
    /// - Throws: `PNError` or ``ChatError`` if they were not fetched or stored.
    @discardableResult
    public func syncRemoteUsers(
        _ request: UsersFetchRequest
    ) async throws -> (users: [ChatUser<ModelData.User>], next: UsersFetchRequest?) {
        let page = try await sync(request)
        return (page.items, page.next)
    }

    /// Fetches all pages of users, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the users of each page after they were stored, the request for the next page, and the
    ///     error of the first user that was not stored.
    ///   - progress: Receives the number of stored items after each page.
    /// - Returns: The number of stored users.
    /// - Throws: ``PaginationError`` with the request that failed and its error.
    @discardableResult
    public func syncRemoteUsersPaginated(
        _ request: UsersFetchRequest,
        pageHandler: (@Sendable ([ChatUser<ModelData.User>], UsersFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<UsersFetchRequest>) -> Int {
        try await readAllPages(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Creates a user at the service, or changes it, and stores the result.
    ///
    /// - Parameter request: The user; fields that are nil do not change.
    /// - Returns: The user.
    /// - Throws: `PNError` or ``ChatError`` if it was not created or stored.
    @discardableResult
    public func createRemoteUser(_ request: ChatUserRequest<ModelData.User>) async throws -> ChatUser<ModelData.User> {
        try await sync(hasCustom: true) {
            var user = try await service(for: request).setUser(request)
            if !request.includeCustom { user.takeCustom(from: request.user) }
            return user
        }
    }

    /// Changes a user at the service, or creates it, and stores the result. Changes by other clients stay.
    ///
    /// For a user that was read from the store or the service, the fields that the app changed since then are sent: nil
    /// clears a field, and custom data is merged by its keys. If the user changed at the service in the meantime, both
    /// changes are merged. For a user that the app made with an initializer, fields that are nil do not change.
    ///
    /// - Parameters:
    ///   - request: The user. The response always includes custom data.
    ///   - conflict: What happens if another client changed the same field: the value of this one applies by default.
    /// - Returns: The user as the service has it.
    /// - Throws: ``ChatError/conflict(fields:)``; otherwise `PNError` or ``ChatError`` if it was not changed or stored.
    @discardableResult
    public func updateRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        conflict: ChatConflictPolicy = .mine
    ) async throws -> ChatUser<ModelData.User> {
        try await store(userOf: request, conflict) { try await $0.run(request.user) }
    }

    /// Deletes the metadata of a user at the service. Succeeds if none exists.
    ///
    /// The stored user becomes a placeholder that has only its identifier, so that its messages, memberships and
    /// reactions retain their author. Call ``removeStoredUser(userId:)`` to also remove the placeholder.
    ///
    /// - Parameter request: Selects the user.
    /// - Throws: `PNError` or ``ChatError`` if it was not removed.
    public func removeRemoteUser(_ request: ChatUserRequest<ModelData.User>) async throws {
        try await service(for: request).removeUser(request.user.id)
        try await apply(.userRemoved(request.user.id, at: nil))
    }

    private func sync(
        _ request: UsersFetchRequest
    ) async throws -> SyncedPage<[ChatUser<ModelData.User>], UsersFetchRequest> {
        try await sync(request, about: []) {
            try await service(for: request).users(request)
        } each: { storage, user in
            try storage.store(fetched: user, hasCustom: request.includeCustom)
        }
    }

    private func sync(
        hasCustom: Bool,
        _ question: () async throws -> ChatUser<ModelData.User>
    ) async throws -> ChatUser<ModelData.User> {
        try await ask(about: [], question) { user, storage in
            try storage.store(fetched: user, hasCustom: hasCustom)
            return user
        }
    }
}
