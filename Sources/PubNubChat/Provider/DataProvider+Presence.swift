import GRDB

/// Who is on channels, with which state, and who is typing.
extension DataProvider {
    /// Asks who is on channels now, and stores it. Unknown users, channels and memberships get rows; those who were present and are not named any more become
    /// absent, unless the service does not name all who are there.
    ///
    /// - Parameter request: Which channels.
    /// - Returns: The members that are present.
    /// - Throws: Why it was not fetched or stored.
    @discardableResult
    public func syncHereNow(_ request: FetchHereNowRequest) async throws -> [ChatMember<ModelData>] {
        let channels = try await service.hereNow(request)
        let present = channels.flatMap { channel in
            channel.states.sorted { $0.key < $1.key }.map { userId, state in
                ChatMember<ModelData>(
                    channelId: channel.channelId,
                    userId: userId,
                    presence: MembershipPresence(
                        isPresent: true,
                        presenceState: request.includeState ? .of(state) : .noChange
                    )
                )
            }
        }
        return try await write { db in
            for channel in channels where channel.isComplete {
                try Self.makeAbsent(allBut: Set(channel.states.keys), on: channel.channelId, in: db)
            }
            return try present.filter { member in
                try db.stores {
                    try ManagedEntities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
                }
            }
        }
    }

    /// Asks for the state of a user on channels, and stores it. Whether the user is present stays as it is; one who is new to a channel is present when there
    /// is a state.
    ///
    /// - Parameter request: Whose state, and where.
    /// - Returns: The memberships with the state, one for each channel of the request, and for those of its groups where there is one.
    /// - Throws: Why it was not fetched or stored.
    @discardableResult
    public func syncRemotePresenceState(
        _ request: FetchPresenceStateRequest
    ) async throws -> [ChatMember<ModelData>] {
        let states = try await service.state(request)
        return try await store(states, of: request.uuid) { stored, state in stored ?? !state.isEmpty }
    }

    /// Changes the state of the current user on channels, and stores what it is then. The channels have to be subscribed.
    ///
    /// - Parameter request: What changes, and where.
    /// - Returns: The memberships with the state, one for each channel of the request.
    /// - Throws: Why it was not changed or stored; on some of several channels it may have been changed.
    @discardableResult
    public func setRemotePresenceState(_ request: SetPresenceStateRequest) async throws -> [ChatMember<ModelData>] {
        let states = try await service.setState(request)
        return try await store(states, of: request.currentUserId) { _, _ in true }
    }

    /// Tells those who are on a channel that the current user types there, or does not any more. Nothing is stored.
    ///
    /// - Parameters:
    ///   - isTyping: Whether the user types.
    ///   - channelId: The channel.
    /// - Throws: Why it could not be told.
    public func send(isTyping: Bool, on channelId: String) async throws {
        try await service.signal(["type": isTyping ? "typing_on" : "typing_off"], on: channelId)
    }

    private func store(
        _ states: [String: [String: ChatJSON]],
        of userId: String,
        isPresent: @escaping @Sendable (_ stored: Bool?, _ state: [String: ChatJSON]) -> Bool
    ) async throws -> [ChatMember<ModelData>] {
        try await write { db in
            try states.sorted { $0.key < $1.key }.map { channelId, state in
                let stored = try Self.member(channelId, userId, in: db)?.isPresent
                let member = ChatMember<ModelData>(
                    channelId: channelId,
                    userId: userId,
                    presence: MembershipPresence(isPresent: isPresent(stored, state), presenceState: .of(state))
                )
                try ManagedEntities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
                return member
            }
        }
    }

    private static func makeAbsent(allBut named: Set<String>, on channelId: String, in db: Database) throws {
        let request = ManagedEntities.Member.membersBy(
            channelID: channelId,
            excludingUserId: nil,
            onlyPresent: true
        )
        for row in try request.fetchAll(db) {
            // A membership without its user stands for nobody.
            guard let member: ChatMember<ModelData> = try? row.convert(from: db) else { continue }
            guard !named.contains(member.chatUser.id) else { continue }
            let absent = ChatMember<ModelData>(
                channelId: channelId,
                userId: member.chatUser.id,
                presence: MembershipPresence(isPresent: false)
            )
            try ManagedEntities.Member.insertOrUpdate(member: absent, forceWrite: false, into: db)
        }
    }
}

extension OptionalChange<ChatJSON> {
    /// The state of a user as the service has it; empty stands for none.
    static func of(_ state: [String: ChatJSON]) -> Self {
        state.isEmpty ? .none : .some(.object(state))
    }
}
