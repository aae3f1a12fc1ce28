import PubNub

/// Memberships at the service.
extension DataProvider {
    /// Fetches a page of the users that are members of a channel and stores the memberships.
    ///
    /// - Parameter request: Selects the memberships.
    /// - Returns: The stored members, and the request for the next page, nil after the last one.
    /// - Throws: `PNError` or ``ChatError`` if they were not fetched or stored.
    @discardableResult
    public func syncRemoteUserMembers(
        _ request: UserMemberFetchRequest
    ) async throws -> (members: [ChatMember<ModelData>], next: UserMemberFetchRequest?) {
        let page = try await sync(request)
        return (page.items, page.next)
    }

    /// Fetches all pages of the users that are members of a channel, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the members of each page after they were stored, the request for the next page, and
    ///     the error of the first member that was not stored.
    ///   - progress: Receives the number of stored items after each page.
    /// - Returns: The number of stored members.
    /// - Throws: ``PaginationError`` with the request that failed and its error.
    @discardableResult
    public func syncRemoteUserMembersPagination(
        _ request: UserMemberFetchRequest,
        pageHandler: (@Sendable ([ChatMember<ModelData>], UserMemberFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<UserMemberFetchRequest>) -> Int {
        try await readAllPages(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Fetches a page of the channels that a user is a member of and stores the memberships.
    ///
    /// - Parameter request: Selects the memberships.
    /// - Returns: The stored members, and the request for the next page, nil after the last one.
    /// - Throws: `PNError` or ``ChatError`` if they were not fetched or stored.
    @discardableResult
    public func syncRemoteChannelMembers(
        _ request: ChannelMemberFetchRequest
    ) async throws -> (members: [ChatMember<ModelData>], next: ChannelMemberFetchRequest?) {
        let page = try await sync(request)
        return (page.items, page.next)
    }

    /// Fetches all pages of the channels that a user is a member of, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the members of each page after they were stored, the request for the next page, and
    ///     the error of the first member that was not stored.
    ///   - progress: Receives the number of stored items after each page.
    /// - Returns: The number of stored members.
    /// - Throws: ``PaginationError`` with the request that failed and its error.
    @discardableResult
    public func syncRemoteChannelMembersPagination(
        _ request: ChannelMemberFetchRequest,
        pageHandler: (@Sendable ([ChatMember<ModelData>], ChannelMemberFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<ChannelMemberFetchRequest>) -> Int {
        try await readAllPages(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Creates memberships at the service, or changes them, and stores them as the service has them then.
    ///
    /// Each membership is read first, so that changes by other clients stay. For one that was read from the store or the
    /// service, the fields that the app changed since then are sent: nil clears the status, and custom data is merged by its
    /// keys. For one that the app made with an initializer, the fields that have a value are sent, and other keys of the
    /// custom data stay. The service has no entity tags for memberships, so a change by another client between the two
    /// requests is lost.
    ///
    /// - Parameter request: The memberships.
    /// - Returns: The memberships as the service has them.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` without members; otherwise `PNError` or ``ChatError`` if they
    ///   were not created or stored. With several members, the first ones may have been created.
    @discardableResult
    public func createRemoteMembers(
        _ request: MembersModifyRequest<ModelData>
    ) async throws -> [ChatMember<ModelData>] {
        let direction = request.modificationDirection
        let isByUser = direction == .modifyChannelsByUser
        let service = try service(for: request)
        var changed: [ChatMember<ModelData>] = []
        try await forEachGroup(of: request) { group in
            let ids = group.members.map { isByUser ? $0.chatChannel.id : $0.chatUser.id }
            let wanted = Dictionary(zip(ids, group.members)) { _, last in last }
            var seen: Set<String> = []
            let others = ids.filter { seen.insert($0).inserted }
            for start in stride(from: 0, to: others.count, by: Self.filteredMembers) {
                let part = Array(others[start..<min(start + Self.filteredMembers, others.count)])
                changed += try await memberships.run {
                    try await self.changeMembers(ofOne: group.id, part, direction, service) { known, other in
                        try wanted[other].map { try Self.change($0, of: known) }
                    }
                }
            }
        }
        return changed
    }

    /// Makes the current user a member of channels at the service, and stores the memberships. Existing ones stay as they
    /// are.
    ///
    /// - Parameter ids: The identifiers of the channels, each once.
    /// - Returns: The identifiers of the channels that the user was not a member of.
    /// - Throws: `PNError` or ``ChatError``.
    func joinAtService(_ ids: [String]) async throws -> [String] {
        let userId = pubnubProvider.clientIdentifier()
        let service = service
        var joined: [String] = []
        for start in stride(from: 0, to: ids.count, by: Self.filteredMembers) {
            let part = Array(ids[start..<min(start + Self.filteredMembers, ids.count)])
            let missing = Set(part).subtracting(try await joinedAtService(part))
            guard !missing.isEmpty else { continue }
            let time = try await ServiceSource<ModelData>(service: service).time()
            let names = part.filter(missing.contains)
            // The response may not arrive.
            try await write { db in for name in names { try Ledger(db: db).join(name, of: userId, with: time) } }
            _ = try await memberships.run {
                try await self.changeMembers(ofOne: userId, names, .modifyChannelsByUser, service) { known, _ in
                    guard known == nil else { return nil }
                    return FieldsChange(custom: [ReadMarker.key: .string("\(time)")])
                }
            }
            joined += names
        }
        return joined
    }

    /// Reads memberships of the current user from the service, and stores them.
    ///
    /// - Parameter ids: The identifiers of the channels, each once. One request reads several of them.
    /// - Returns: The identifiers of the channels of which the user is a member.
    /// - Throws: `PNError` or ``ChatError``.
    func joinedAtService(_ ids: [String]) async throws -> Set<String> {
        let userId = pubnubProvider.clientIdentifier()
        let service = service
        var joined: Set<String> = []
        for start in stride(from: 0, to: ids.count, by: Self.filteredMembers) {
            let part = Array(ids[start..<min(start + Self.filteredMembers, ids.count)])
            let known = try await memberships.run {
                try await self.changeMembers(ofOne: userId, part, .modifyChannelsByUser, service) { _, _ in nil }
            }
            joined.formUnion(known.map(\.chatChannel.id))
        }
        return joined
    }

    /// Changes memberships at the service, or creates them; see ``createRemoteMembers(_:)``.
    ///
    /// - Parameter request: The memberships.
    /// - Returns: The memberships as the service has them.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` without members; otherwise `PNError` or ``ChatError`` if they
    ///   were not changed or stored. With several members, the first ones may have been changed.
    @discardableResult
    public func updateRemoteMemberships(
        _ request: MembersModifyRequest<ModelData>
    ) async throws -> [ChatMember<ModelData>] {
        try await createRemoteMembers(request)
    }

    /// Removes memberships from the service and from the store. Succeeds if none exists. A user who is present stays as a visitor.
    ///
    /// - Parameter request: The memberships.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` without members; otherwise `PNError` or ``ChatError`` if they
    ///   were not removed. With members of several users or channels, the first ones may have been removed.
    public func removeRemoteMemberships(_ request: MembersModifyRequest<ModelData>) async throws {
        let service = try service(for: request)
        let direction = request.modificationDirection
        try await forEachGroup(of: request) { group in
            let (id, members) = (group.id, group.members)
            // A change of a membership that has read it, and has not written it, would begin it again.
            try await memberships.run {
                switch direction {
                case .modifyChannelsByUser:
                    try await service.removeMemberships(of: id, channelIds: members.map(\.chatChannel.id))
                case .modifyUsersByChannel:
                    try await service.removeMembers(of: id, userIds: members.map(\.chatUser.id))
                }
            }
            try await write { db in
                let storage = ChatStorage<ModelData, ManagedEntities>(db: db)
                for member in members {
                    self.journal.record(try storage.endMember(member.chatUser.id, of: member.chatChannel.id))
                }
            }
        }
    }

    /// Runs an action for the members of each user or channel, as the direction says, in the order of the request.
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
        let page = try await sync(request, about: nil) {
            try await service(for: request).memberships(request)
        } each: { storage, member in
            try storage.store(fetched: member, hasCustom: request.includeCustom)
        }
        guard request.userId == pubnubProvider.clientIdentifier() else { return page }
        // The read markers of other devices.
        let channels = page.items.map(\.chatChannel.id)
        let uncounted = try await store.read { db in try channels.filter { try Ledger(db: db).isUncounted($0) } }
        for channel in uncounted { countUnread(channel) }
        return page
    }
}
