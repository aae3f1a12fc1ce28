import GRDB

/// Users.
extension DataProvider {
    /// Stores users, in transactions of `batchSize` users each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - batchSize: How many users a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first user that was not.
    /// - Returns: The users that were not stored, and why.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` when a batch could not be stored at all, after the last one; `CancellationError` at once.
    @discardableResult
    public func load(
        users: [ChatUser<ModelData.User>],
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatUser<ModelData.User>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatUser<ModelData.User>>] {
        try await write(users, batchSize: batchSize, batchHandler: batchHandler) { db, user in
            try ManagedEntities.User.insertOrUpdate(user: user, into: db)
        }
    }

    /// Removes a user from the store. That it is not stored is no error.
    ///
    /// - Parameter userId: The identifier of the user.
    /// - Throws: What the store has against it.
    public func removeStoredUser(userId: String) async throws {
        try await write { _ = try ManagedEntities.User.remove(userId: userId, from: $0) }
    }

    /// Changes a stored user; a change that is known or older changes nothing.
    ///
    /// - Parameter patcher: The change.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when the user is not stored.
    public func patch(user patcher: ChatUser<ModelData.User>.Patcher) async throws {
        try await write { _ = try ManagedEntities.User.patch(usingPatch: patcher, into: $0) }
    }

    /// Fetches a user and stores it.
    ///
    /// - Parameter request: Which user.
    /// - Returns: The user.
    /// - Throws: Why it was not fetched or stored.
    @discardableResult
    public func syncRemoteUser(_ request: ChatUserRequest<ModelData.User>) async throws -> ChatUser<ModelData.User> {
        try await sync(hasCustom: request.includeCustom) { try await service(for: request).user(request) }
    }

    /// Fetches a page of users and stores them.
    ///
    /// - Parameter request: Which users.
    /// - Returns: The users that are stored, and the request for the next page, nil after the last one.
    /// - Throws: Why they were not fetched or stored.
    @discardableResult
    public func syncRemoteUsers(
        _ request: UsersFetchRequest
    ) async throws -> (users: [ChatUser<ModelData.User>], next: UsersFetchRequest?) {
        let page = try await sync(request)
        return (page.items, page.next)
    }

    /// Fetches pages of users until there is none, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the users of each page after they were stored, the request for the next page, and what was wrong with the first user that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page.
    /// - Returns: How many users were stored.
    /// - Throws: The request that failed, and why.
    @discardableResult
    public func syncRemoteUsersPaginated(
        _ request: UsersFetchRequest,
        pageHandler: (@Sendable ([ChatUser<ModelData.User>], UsersFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<UsersFetchRequest>) -> Int {
        try await walk(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Creates a user at the service, or changes it, and stores what the service has then.
    ///
    /// - Parameter request: The user; what is nil there stays as it is.
    /// - Returns: The user.
    /// - Throws: Why it was not created or stored.
    @discardableResult
    public func createRemoteUser(_ request: ChatUserRequest<ModelData.User>) async throws -> ChatUser<ModelData.User> {
        try await sync(hasCustom: true) {
            var user = try await service(for: request).setUser(request)
            if !request.includeCustom { user.takeCustom(from: request.user) }
            return user
        }
    }

    /// Changes a user at the service, or creates it, and stores what the service has then.
    ///
    /// - Parameter request: The user; what is nil there stays as it is.
    /// - Returns: The user.
    /// - Throws: Why it was not changed or stored.
    @discardableResult
    public func updateRemoteUser(_ request: ChatUserRequest<ModelData.User>) async throws -> ChatUser<ModelData.User> {
        try await createRemoteUser(request)
    }

    /// Removes a user from the service and from the store. That there is none is no error.
    ///
    /// - Parameter request: Which user.
    /// - Throws: Why it was not removed.
    public func removeRemoteUser(_ request: ChatUserRequest<ModelData.User>) async throws {
        try await service(for: request).removeUser(request.user.id)
        try await removeStoredUser(userId: request.user.id)
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
