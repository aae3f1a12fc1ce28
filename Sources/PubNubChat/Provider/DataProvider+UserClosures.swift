/// Users, with closures.
extension DataProvider {
    /// Stores users, in transactions of `batchSize` users each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - batchSize: How many users a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first user that was not.
    ///   - completion: Called after the last batch.
    public func load(
        users: [ChatUser<ModelData.User>],
        batchSize: Int = 256,
        batchHandler: (([ChatUser<ModelData.User>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            try await self.load(users: users, batchSize: batchSize, batchHandler: $0)
        }
    }

    /// Removes a user from the store. That it is not stored is no error.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the user.
    ///   - completion: Gets what the store has against it, or nil.
    public func removeStoredUser(userId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInLine(completion) { try await self.removeStoredUser(userId: userId) }
    }

    /// Changes a stored user; a change that is known or older changes nothing.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - completion: Gets ``ChatError/missingRequiredData(_:)`` when the user is not stored, or nil.
    public func patch(
        user patcher: ChatUser<ModelData.User>.Patcher,
        completion: (((any Error)?) -> Void)? = nil
    ) {
        startInLine(completion) { try await self.patch(user: patcher) }
    }

    /// Fetches a user and stores it.
    ///
    /// - Parameters:
    ///   - request: Which user.
    ///   - completion: Gets the user, or why it was not fetched or stored.
    public func syncRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        completion: ((Result<ChatUser<ModelData.User>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.syncRemoteUser(request) }
    }

    /// Fetches a page of users and stores them.
    ///
    /// - Parameters:
    ///   - request: Which users.
    ///   - completion: Gets the users that are stored with the request for the next page, nil after the last one, or why they were not fetched or stored.
    public func syncRemoteUsers(
        _ request: UsersFetchRequest,
        completion: ((Result<(channels: [ChatUser<ModelData.User>], next: UsersFetchRequest?), any Error>) -> Void)?
    ) {
        start(completion) {
            let page = try await self.syncRemoteUsers(request)
            return (channels: page.users, next: page.next)
        }
    }

    /// Fetches pages of users until there is none, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the users of each page after they were stored, the request for the next page, and what was wrong with the first user that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page.
    ///   - completion: Gets the request that failed and why, or nil.
    public func syncRemoteUsersPaginated(
        _ request: UsersFetchRequest,
        pageHandler: (([ChatUser<ModelData.User>], UsersFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<UsersFetchRequest>?) -> Void)? = nil
    ) {
        startWalk(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<UsersFetchRequest>) in
            try await self.syncRemoteUsersPaginated(request, pageHandler: pages, progress: progress)
        }
    }

    /// Creates a user at the service, or changes it, and stores what the service has then.
    ///
    /// - Parameters:
    ///   - request: The user; what is nil there stays as it is.
    ///   - completion: Gets the user, or why it was not created or stored.
    public func createRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        completion: ((Result<ChatUser<ModelData.User>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.createRemoteUser(request) }
    }

    /// Changes a user at the service, or creates it, and stores what the service has then.
    ///
    /// - Parameters:
    ///   - request: The user; what is nil there stays as it is.
    ///   - completion: Gets the user, or why it was not changed or stored.
    public func updateRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        completion: ((Result<ChatUser<ModelData.User>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.updateRemoteUser(request) }
    }

    /// Deletes the metadata of a user at the service, and makes the stored user a placeholder. Succeeds if there is none.
    ///
    /// - Parameters:
    ///   - request: Which user.
    ///   - completion: Told how it ended.
    public func removeRemoteUser(
        _ request: ChatUserRequest<ModelData.User>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeRemoteUser(request) }
    }
}
