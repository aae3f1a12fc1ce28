public import Foundation

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
        // Groups have channels that only the answer names.
        try await ask(about: request.groups.isEmpty ? request.channels : nil) {
            try await service(for: request).hereNow(request)
        } storing: { channels, storage in
            try channels.flatMap { try storage.store($0, hasState: request.includeState) }
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
        try await sync(request.uuid) {
            try await service(for: request).state(request)
        } isPresent: { stored, state in
            stored ?? !state.isEmpty
        }
    }

    /// Changes the state of the current user on channels, and stores what it is then. The channels have to be subscribed.
    ///
    /// - Parameter request: What changes, and where.
    /// - Returns: The memberships with the state, one for each channel of the request.
    /// - Throws: Why it was not changed or stored; on some of several channels it may have been changed.
    @discardableResult
    public func setRemotePresenceState(_ request: SetPresenceStateRequest) async throws -> [ChatMember<ModelData>] {
        try await sync(request.currentUserId) {
            try await service(for: request).setState(request)
        } isPresent: { _, _ in
            true
        }
    }

    /// Tells those who are on a channel that the current user types there, or does not any more. Nothing is stored.
    ///
    /// - Parameters:
    ///   - isTyping: Whether the user types.
    ///   - channelId: The channel.
    /// - Throws: Why it could not be told.
    public func send(isTyping: Bool, on channelId: String) async throws {
        try await service.signal(isTyping ? .on : .off, on: channelId)
    }

    /// Notes that somebody else types on a channel, or does not any more, as when their signal came; for apps that learn of it in another way. Who is typing is
    /// told by ``ChatProvider/typing``. Nothing is stored or sent.
    ///
    /// - Parameters:
    ///   - userId: Who types; the current user is never on the list.
    ///   - channelId: The channel.
    ///   - date: When the user began; the list has the user for 6 seconds from now. nil when the user does not type any more.
    public func member(userId: String, didStartTypingOn channelId: String, timetoken date: Date?) {
        typing.received(userId, on: channelId, isTyping: date != nil)
    }

    private func sync(
        _ userId: String,
        _ states: () async throws -> [String: [String: ChatJSON]],
        isPresent: @escaping @Sendable (_ stored: Bool?, _ state: [String: ChatJSON]) -> Bool
    ) async throws -> [ChatMember<ModelData>] {
        try await ask(about: nil, states) { states, storage in
            try states.sorted { $0.key < $1.key }.map { channelId, state in
                let stored = try storage.member(channelId, userId)?.isPresent
                let member = ChatMember<ModelData>(
                    channelId: channelId,
                    userId: userId,
                    presence: MembershipPresence(isPresent: isPresent(stored, state), presenceState: .of(state))
                )
                try storage.store(presenceOf: member)
                return member
            }
        }
    }
}
