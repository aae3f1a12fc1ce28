/// Memberships at the service, with closures.
extension DataProvider {
    /// Fetches a page of the users that are members of a channel and stores the memberships.
    ///
    /// - Parameters:
    ///   - request: Selects the memberships.
    ///   - completion: Receives the stored members with the request for the next page, nil after the last one, or the
    ///     error if they were not fetched or stored.
    public func syncRemoteUserMembers(
        _ request: UserMemberFetchRequest,
        completion: ((Result<([ChatMember<ModelData>], next: UserMemberFetchRequest?), any Error>) -> Void)?
    ) {
        start(completion) { try await self.syncRemoteUserMembers(request) }
    }

    /// Fetches all pages of the users that are members of a channel, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the members of each page after they were stored, the request for the next page, and
    ///     the error of the first member that was not stored.
    ///   - progress: Receives the number of stored items after each page.
    ///   - completion: Receives nil, or the request that failed with its error.
    public func syncRemoteUserMembersPagination(
        _ request: UserMemberFetchRequest,
        pageHandler: (([ChatMember<ModelData>], UserMemberFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<UserMemberFetchRequest>?) -> Void)? = nil
    ) {
        startPaging(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<UserMemberFetchRequest>) in
            try await self.syncRemoteUserMembersPagination(request, pageHandler: pages, progress: progress)
        }
    }

    /// Fetches a page of the channels that a user is a member of and stores the memberships.
    ///
    /// - Parameters:
    ///   - request: Selects the memberships.
    ///   - completion: Receives the stored members with the request for the next page, nil after the last one, or the
    ///     error if they were not fetched or stored.
    public func syncRemoteChannelMembers(
        _ request: ChannelMemberFetchRequest,
        completion: ((Result<([ChatMember<ModelData>], next: ChannelMemberFetchRequest?), any Error>) -> Void)?
    ) {
        start(completion) { try await self.syncRemoteChannelMembers(request) }
    }

    /// Fetches all pages of the channels that a user is a member of, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the members of each page after they were stored, the request for the next page, and
    ///     the error of the first member that was not stored.
    ///   - progress: Receives the number of stored items after each page.
    ///   - completion: Receives nil, or the request that failed with its error.
    public func syncRemoteChannelMembersPagination(
        _ request: ChannelMemberFetchRequest,
        pageHandler: (([ChatMember<ModelData>], ChannelMemberFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<ChannelMemberFetchRequest>?) -> Void)? = nil
    ) {
        startPaging(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<ChannelMemberFetchRequest>) in
            try await self.syncRemoteChannelMembersPagination(request, pageHandler: pages, progress: progress)
        }
    }

    /// Creates memberships at the service, or changes them, and stores them as the service has them then.
    ///
    /// - Parameters:
    ///   - request: The memberships.
    ///   - completion: Receives the result.
    public func createRemoteMembers(
        _ request: MembersModifyRequest<ModelData>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { _ = try await self.createRemoteMembers(request) }
    }

    /// Makes the current user a member of channels; see ``join(_:)``.
    ///
    /// - Parameters:
    ///   - channelIds: The identifiers of the channels.
    ///   - completion: Receives the identifiers of the channels that the user was not a member of, or the error.
    public func join(_ channelIds: [String], completion: ((Result<[String], any Error>) -> Void)?) {
        start(completion) { try await self.join(channelIds) }
    }

    /// Changes memberships at the service, or creates them, and stores them as the service has them then.
    ///
    /// - Parameters:
    ///   - request: The memberships.
    ///   - completion: Receives the result.
    public func updateRemoteMemberships(
        _ request: MembersModifyRequest<ModelData>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { _ = try await self.updateRemoteMemberships(request) }
    }

    /// Removes memberships from the service and from the store. Succeeds if none exists.
    ///
    /// - Parameters:
    ///   - request: The memberships.
    ///   - completion: Receives the result.
    public func removeRemoteMemberships(
        _ request: MembersModifyRequest<ModelData>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeRemoteMemberships(request) }
    }
}
