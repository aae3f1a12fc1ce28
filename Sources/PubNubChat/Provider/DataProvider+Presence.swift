public import Foundation

/// Presence on channels, presence state, and typing.
extension DataProvider {
    /// Fetches the current presence of channels, and stores it. Unknown users, channels and memberships get rows. Users
    /// who the response omits become absent, unless the service did not list all present users.
    ///
    /// - Parameter request: Selects the channels.
    /// - Returns: The present members.
    /// - Throws: `PNError` or ``ChatError`` if it was not fetched or stored.
    @discardableResult
    public func syncHereNow(_ request: FetchHereNowRequest) async throws -> [ChatMember<ModelData>] {
        // Only the response names the channels of groups.
        try await ask(about: request.groups.isEmpty ? request.channels : nil) {
            try await service(for: request).hereNow(request)
        } storing: { channels, storage in
            try channels.flatMap { try storage.store($0, hasState: request.includeState) }
        }
    }

    /// Fetches the presence state of a user on channels, and stores it. Whether the user is present does not change; a
    /// user who is new to a channel is present if there is a state.
    ///
    /// - Parameter request: Selects the user and the channels.
    /// - Returns: The memberships with the state: one for each channel of the request, and one for each channel of its
    ///   groups that has a state.
    /// - Throws: `PNError` or ``ChatError`` if it was not fetched or stored.
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

    /// Changes the presence state of the current user on channels, and stores the result. The channels must be
    /// subscribed.
    ///
    /// - Parameter request: The change, and the channels.
    /// - Returns: The memberships with the state, one for each channel of the request.
    /// - Throws: `PNError` or ``ChatError`` if it was not changed or stored. The state may have changed on some of
    ///   several channels.
    @discardableResult
    public func setRemotePresenceState(_ request: SetPresenceStateRequest) async throws -> [ChatMember<ModelData>] {
        try await sync(request.currentUserId) {
            try await service(for: request).setState(request)
        } isPresent: { _, _ in
            true
        }
    }

    /// Sends a signal to a channel that the current user is typing, or stopped. Nothing is stored.
    ///
    /// - Parameters:
    ///   - isTyping: Whether the user is typing.
    ///   - channelId: The channel.
    /// - Throws: `PNError` if the signal was not sent.
    public func send(isTyping: Bool, on channelId: String) async throws {
        try await service.signal(isTyping ? .on : .off, on: channelId)
    }

    /// Records that another user is typing on a channel, or stopped, for apps that receive this by other means than a
    /// signal. ``ChatProvider/typing`` reports who is typing. Nothing is stored or sent.
    ///
    /// - Parameters:
    ///   - userId: The typing user. The current user is never listed.
    ///   - channelId: The channel.
    ///   - date: The time at which the user began; the user is listed for 6 seconds from now. nil if the user stopped.
    public func member(userId: String, didStartTypingOn channelId: String, timetoken date: Date?) {
        typing.received(userId, on: channelId, isTyping: date != nil)
    }

    private func sync(
        _ userId: String,
        _ states: () async throws -> [String: [String: JSON]],
        isPresent: @escaping @Sendable (_ stored: Bool?, _ state: [String: JSON]) -> Bool
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
