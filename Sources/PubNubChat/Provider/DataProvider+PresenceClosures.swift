/// Who is on channels, with which state, and who is typing, with closures.
extension DataProvider {
    /// Asks who is on channels now, and stores it. Unknown users, channels and memberships get rows; those who were present and are not named any more become
    /// absent, unless the service does not name all who are there.
    ///
    /// - Parameters:
    ///   - request: Which channels.
    ///   - completion: Gets the members that are present, or why it was not fetched or stored.
    public func syncHereNow(
        _ request: FetchHereNowRequest,
        completion: ((Result<[ChatMember<ModelData>], any Error>) -> Void)?
    ) {
        start(completion) { try await self.syncHereNow(request) }
    }

    /// Asks for the state of a user on channels, and stores it. Whether the user is present stays as it is; one who is new to a channel is present when there
    /// is a state.
    ///
    /// - Parameters:
    ///   - request: Whose state, and where.
    ///   - completion: Gets the memberships with the state, or why it was not fetched or stored.
    public func syncRemotePresenceState(
        _ request: FetchPresenceStateRequest,
        completion: ((Result<[ChatMember<ModelData>], any Error>) -> Void)?
    ) {
        start(completion) { try await self.syncRemotePresenceState(request) }
    }

    /// Changes the state of the current user on channels, and stores what it is then. The channels have to be subscribed.
    ///
    /// - Parameters:
    ///   - request: What changes, and where.
    ///   - completion: Gets the memberships with the state, or why it was not changed or stored.
    public func setRemotePresenceState(
        _ request: SetPresenceStateRequest,
        completion: ((Result<[ChatMember<ModelData>], any Error>) -> Void)?
    ) {
        start(completion) { try await self.setRemotePresenceState(request) }
    }

    /// Tells those who are on a channel that the current user types there, or does not any more. Nothing is stored.
    ///
    /// - Parameters:
    ///   - isTyping: Whether the user types.
    ///   - channelId: The channel.
    ///   - completion: Told how it ended.
    public func send(isTyping: Bool, on channelId: String, completion: ((Result<Void, any Error>) -> Void)?) {
        start(completion) { try await self.send(isTyping: isTyping, on: channelId) }
    }
}
