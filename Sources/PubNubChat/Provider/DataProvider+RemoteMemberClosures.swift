/// Memberships at the service, with closures.
extension DataProvider {
    /// Fetches a page of the users that are members of a channel and stores the memberships.
    ///
    /// - Parameters:
    ///   - request: Which memberships.
    ///   - completion: Gets the members that are stored with the request for the next page, nil after the last one, or why they were not fetched or stored.
    public func syncRemoteUserMembers(
        _ request: UserMemberFetchRequest,
        completion: ((Result<([ChatMember<ModelData>], next: UserMemberFetchRequest?), any Error>) -> Void)?
    ) {
        start(completion) { try await self.syncRemoteUserMembers(request) }
    }

    /// Fetches pages of the users that are members of a channel until there is none, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the members of each page after they were stored, the request for the next page, and what was wrong with the first member that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page.
    ///   - completion: Gets the request that failed and why, or nil.
    public func syncRemoteUserMembersPagination(
        _ request: UserMemberFetchRequest,
        pageHandler: (([ChatMember<ModelData>], UserMemberFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<UserMemberFetchRequest>?) -> Void)? = nil
    ) {
        startWalk(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<UserMemberFetchRequest>) in
            try await self.syncRemoteUserMembersPagination(request, pageHandler: pages, progress: progress)
        }
    }

    /// Fetches a page of the channels that a user is a member of and stores the memberships.
    ///
    /// - Parameters:
    ///   - request: Which memberships.
    ///   - completion: Gets the members that are stored with the request for the next page, nil after the last one, or why they were not fetched or stored.
    public func syncRemoteChannelMembers(
        _ request: ChannelMemberFetchRequest,
        completion: ((Result<([ChatMember<ModelData>], next: ChannelMemberFetchRequest?), any Error>) -> Void)?
    ) {
        start(completion) { try await self.syncRemoteChannelMembers(request) }
    }

    /// Fetches pages of the channels that a user is a member of until there is none, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the members of each page after they were stored, the request for the next page, and what was wrong with the first member that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page.
    ///   - completion: Gets the request that failed and why, or nil.
    public func syncRemoteChannelMembersPagination(
        _ request: ChannelMemberFetchRequest,
        pageHandler: (([ChatMember<ModelData>], ChannelMemberFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<ChannelMemberFetchRequest>?) -> Void)? = nil
    ) {
        startWalk(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<ChannelMemberFetchRequest>) in
            try await self.syncRemoteChannelMembersPagination(request, pageHandler: pages, progress: progress)
        }
    }

    /// Creates memberships at the service, or changes them, and stores them as they are given.
    ///
    /// - Parameters:
    ///   - request: The memberships.
    ///   - completion: Told how it ended.
    public func createRemoteMembers(
        _ request: MembersModifyRequest<ModelData>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.createRemoteMembers(request) }
    }

    /// Changes memberships at the service, or creates them, and stores them as they are given.
    ///
    /// - Parameters:
    ///   - request: The memberships.
    ///   - completion: Told how it ended.
    public func updateRemoteMemberships(
        _ request: MembersModifyRequest<ModelData>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.updateRemoteMemberships(request) }
    }

    /// Removes memberships from the service and from the store. That there is none is no error.
    ///
    /// - Parameters:
    ///   - request: The memberships.
    ///   - completion: Told how it ended.
    public func removeRemoteMemberships(
        _ request: MembersModifyRequest<ModelData>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeRemoteMemberships(request) }
    }
}
