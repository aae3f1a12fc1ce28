/// Presence on channels, presence state, and typing, with closures.
extension DataProvider {
    /// Fetches the current presence of channels, and stores it. Unknown users, channels and memberships get rows. Users
    /// who the response omits become absent, unless the service did not list all present users.
    ///
    /// - Parameters:
    ///   - request: Selects the channels.
    ///   - completion: Receives the present members, or the error if they were not fetched or stored.
    public func syncHereNow(
        _ request: FetchHereNowRequest,
        completion: ((Result<[ChatMember<ModelData>], any Error>) -> Void)?
    ) {
        start(completion) { try await self.syncHereNow(request) }
    }

    /// Fetches the presence state of a user on channels, and stores it. Whether the user is present does not change; a
    /// user who is new to a channel is present if there is a state.
    ///
    /// - Parameters:
    ///   - request: Selects the user and the channels.
    ///   - completion: Receives the memberships with the state, or the error if it was not fetched or stored.
    public func syncRemotePresenceState(
        _ request: FetchPresenceStateRequest,
        completion: ((Result<[ChatMember<ModelData>], any Error>) -> Void)?
    ) {
        start(completion) { try await self.syncRemotePresenceState(request) }
    }

    /// Changes the presence state of the current user on channels, and stores the result. The channels must be
    /// subscribed.
    ///
    /// - Parameters:
    ///   - request: The change, and the channels.
    ///   - completion: Receives the memberships with the state, or the error if it was not changed or stored.
    public func setRemotePresenceState(
        _ request: SetPresenceStateRequest,
        completion: ((Result<[ChatMember<ModelData>], any Error>) -> Void)?
    ) {
        start(completion) { try await self.setRemotePresenceState(request) }
    }

    /// Sends a signal to a channel that the current user is typing, or stopped. Nothing is stored.
    ///
    /// - Parameters:
    ///   - isTyping: Whether the user is typing.
    ///   - channelId: The channel.
    ///   - completion: Receives the result.
    public func send(isTyping: Bool, on channelId: String, completion: ((Result<Void, any Error>) -> Void)?) {
        start(completion) { try await self.send(isTyping: isTyping, on: channelId) }
    }
}
