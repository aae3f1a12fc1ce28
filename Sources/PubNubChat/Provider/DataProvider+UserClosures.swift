/// Users, with closures.
extension DataProvider {
    /// Stores users, in transactions of `batchSize` users each. A user that cannot be stored does not affect the
    /// others.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - batchSize: The number of users in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first user that was not stored.
    ///   - completion: Called after the last batch.
    public func load(
        users: [ChatUser<ModelData.User>],
        batchSize: Int = 256,
        batchHandler: (([ChatUser<ModelData.User>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            _ = try await self.load(users: users, batchSize: batchSize, batchHandler: $0)
        }
    }

    /// Removes a user from the store. Succeeds if it is not stored.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - completion: Receives the error if the store cannot be written, or nil.
    public func removeStoredUser(userId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInOrder(completion) { try await self.removeStoredUser(userId: userId) }
    }

    /// Changes a stored user; a change that is already applied or older is ignored.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - completion: Receives ``ChatError/missingRequiredData(_:)`` if the user is not stored, or nil.
    public func patch(
        user patcher: ChatUser<ModelData.User>.Patcher,
        completion: (((any Error)?) -> Void)? = nil
    ) {
        startInOrder(completion) { try await self.patch(user: patcher) }
    }

    /// Fetches a user and stores it.
    ///
    /// - Parameters:
    ///   - request: Selects the user.
    ///   - completion: Receives the user, or the error if it was not fetched or stored.
    public func syncRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        completion: ((Result<ChatUser<ModelData.User>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.syncRemoteUser(request) }
    }

    /// Fetches a page of users and stores them.
    ///
    /// - Parameters:
    ///   - request: Selects the users.
    ///   - completion: Receives the stored users with the request for the next page, nil after the last one, or the
    ///     error if they were not fetched or stored.
    public func syncRemoteUsers(
        _ request: UsersFetchRequest,
        completion: ((Result<(channels: [ChatUser<ModelData.User>], next: UsersFetchRequest?), any Error>) -> Void)?
    ) {
        start(completion) {
            let page = try await self.syncRemoteUsers(request)
            return (channels: page.users, next: page.next)
        }
    }

    /// Fetches all pages of users, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the users of each page after they were stored, the request for the next page, and the
    ///     error of the first user that was not stored.
    ///   - progress: Receives the number of stored items after each page.
    ///   - completion: Receives nil, or the request that failed with its error.
    public func syncRemoteUsersPaginated(
        _ request: UsersFetchRequest,
        pageHandler: (([ChatUser<ModelData.User>], UsersFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<UsersFetchRequest>?) -> Void)? = nil
    ) {
        startPaging(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<UsersFetchRequest>) in
            try await self.syncRemoteUsersPaginated(request, pageHandler: pages, progress: progress)
        }
    }

    /// Creates a user at the service, or changes it, and stores the result.
    ///
    /// - Parameters:
    ///   - request: The user; fields that are nil do not change.
    ///   - completion: Receives the user, or the error if it was not created or stored.
    public func createRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        completion: ((Result<ChatUser<ModelData.User>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.createRemoteUser(request) }
    }

    /// Changes a user at the service, or creates it, and stores the result.
    ///
    /// - Parameters:
    ///   - request: The user; fields that are nil do not change.
    ///   - completion: Receives the user, or the error if it was not changed or stored.
    public func updateRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        completion: ((Result<ChatUser<ModelData.User>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.updateRemoteUser(request) }
    }

    /// Deletes the metadata of a user at the service, and makes the stored user a placeholder. Succeeds if none exists.
    ///
    /// - Parameters:
    ///   - request: Selects the user.
    ///   - completion: Receives the result.
    public func removeRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeRemoteUser(request) }
    }
}
