/// Memberships at the service.
extension DataProvider {
    /// Fetches a page of the users that are members of a channel and stores the memberships.
    ///
    /// - Parameter request: Which memberships.
    /// - Returns: The members that are stored, and the request for the next page, nil after the last one.
    /// - Throws: Why they were not fetched or stored.
    @discardableResult
    public func syncRemoteUserMembers(
        _ request: UserMemberFetchRequest
    ) async throws -> (members: [ChatMember<ModelData>], next: UserMemberFetchRequest?) {
        let page = try await sync(request)
        return (page.items, page.next)
    }

    /// Fetches pages of the users that are members of a channel until there is none, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the members of each page after they were stored, the request for the next page, and what was wrong with the first member that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page.
    /// - Returns: How many members were stored.
    /// - Throws: The request that failed, and why.
    @discardableResult
    public func syncRemoteUserMembersPagination(
        _ request: UserMemberFetchRequest,
        pageHandler: (@Sendable ([ChatMember<ModelData>], UserMemberFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<UserMemberFetchRequest>) -> Int {
        try await walk(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Fetches a page of the channels that a user is a member of and stores the memberships.
    ///
    /// - Parameter request: Which memberships.
    /// - Returns: The members that are stored, and the request for the next page, nil after the last one.
    /// - Throws: Why they were not fetched or stored.
    @discardableResult
    public func syncRemoteChannelMembers(
        _ request: ChannelMemberFetchRequest
    ) async throws -> (members: [ChatMember<ModelData>], next: ChannelMemberFetchRequest?) {
        let page = try await sync(request)
        return (page.items, page.next)
    }

    /// Fetches pages of the channels that a user is a member of until there is none, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the members of each page after they were stored, the request for the next page, and what was wrong with the first member that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page.
    /// - Returns: How many members were stored.
    /// - Throws: The request that failed, and why.
    @discardableResult
    public func syncRemoteChannelMembersPagination(
        _ request: ChannelMemberFetchRequest,
        pageHandler: (@Sendable ([ChatMember<ModelData>], ChannelMemberFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<ChannelMemberFetchRequest>) -> Int {
        try await walk(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Creates memberships at the service, or changes them, and stores them as they are given.
    ///
    /// - Parameter request: The memberships.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` without members, or why they were not created or stored; with members of several users or channels, those
    ///   of the first ones may have been.
    public func createRemoteMembers(_ request: MembersModifyRequest<ModelData>) async throws {
        try await forEachGroup(of: request) { group in
            switch request.modificationDirection {
            case .modifyChannelsByUser: try await service(for: request).setMemberships(of: group.id, to: group.members)
            case .modifyUsersByChannel: try await service(for: request).setMembers(of: group.id, to: group.members)
            }
            let failures = try await load(members: group.members, batchSize: group.members.count)
            if let failure = failures.first { throw failure.error }
        }
    }

    /// Changes memberships at the service, or creates them, and stores them as they are given.
    ///
    /// - Parameter request: The memberships.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` without members, or why they were not changed or stored; with members of several users or channels, those
    ///   of the first ones may have been.
    public func updateRemoteMemberships(_ request: MembersModifyRequest<ModelData>) async throws {
        try await createRemoteMembers(request)
    }

    /// Removes memberships from the service and from the store. That there is none is no error.
    ///
    /// - Parameter request: The memberships.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` without members, or why they were not removed; with members of several users or channels, those of the
    ///   first ones may have been.
    public func removeRemoteMemberships(_ request: MembersModifyRequest<ModelData>) async throws {
        try await forEachGroup(of: request) { group in
            switch request.modificationDirection {
            case .modifyChannelsByUser:
                try await service(for: request).removeMemberships(
                    of: group.id,
                    channelIds: group.members.map(\.chatChannel.id)
                )
            case .modifyUsersByChannel:
                try await service(for: request).removeMembers(of: group.id, userIds: group.members.map(\.chatUser.id))
            }
            try await removeStoredMembers(members: group.members)
        }
    }

    /// Does something with the members of each user or channel, as the direction says, in the order of the request.
    private func forEachGroup(
        of request: MembersModifyRequest<ModelData>,
        _ action: ((id: String, members: [ChatMember<ModelData>])) async throws -> Void
    ) async throws {
        guard !request.members.isEmpty else { throw ChatError.missingRequiredData("members") }
        let isByUser = request.modificationDirection == .modifyChannelsByUser
        let side = { (member: ChatMember<ModelData>) in isByUser ? member.chatUser.id : member.chatChannel.id }
        let groups = Dictionary(grouping: request.members, by: side)
        var done: Set<String> = []
        for id in request.members.map(side) where done.insert(id).inserted {
            try Task.checkCancellation()
            try await action((id, groups[id] ?? []))
        }
    }

    private func sync(
        _ request: UserMemberFetchRequest
    ) async throws -> SyncedPage<[ChatMember<ModelData>], UserMemberFetchRequest> {
        try await sync(request, about: [request.channelId]) {
            try await service(for: request).members(request)
        } each: { storage, member in
            try storage.store(fetched: member, hasCustom: request.includeCustom)
        }
    }

    private func sync(
        _ request: ChannelMemberFetchRequest
    ) async throws -> SyncedPage<[ChatMember<ModelData>], ChannelMemberFetchRequest> {
        try await sync(request, about: nil) {
            try await service(for: request).memberships(request)
        } each: { storage, member in
            try storage.store(fetched: member, hasCustom: request.includeCustom)
        }
    }
}
