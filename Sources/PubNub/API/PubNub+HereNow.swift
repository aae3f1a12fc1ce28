import PubNubWire

/// Who is where (README "Who is Here Now ?").
extension PubNub {
    /// Asks who is on any channel of the subscribe key.
    ///
    /// - Parameters:
    ///   - isClientIdentifiersRequired: Whether clients are named and not only counted; true by default.
    ///   - shouldFetchClientState: Whether named clients come with their state; false by default.
    ///   - handleBlock: Called with the answer and its channels, or with the error. nil, the default, when nobody waits.
    public func requestParticipantsList(
        withClientIdentifiers isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        andCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        engine.requestParticipants(
            of: [],
            .init(identifiers: isClientIdentifiersRequired, state: shouldFetchClientState),
            handleBlock
        )
    }

    /// Asks who is on any channel of the subscribe key, by identifier.
    ///
    /// - Parameter handleBlock: Called with the answer and its channels, or with the error; nil when nobody waits for it.
    public func requestParticipantsList(completionBlock handleBlock: PNClientParticipantsHandlingBlock?) {
        requestParticipantsList(andCompletionBlock: handleBlock)
    }

    /// Asks who is on channels and on the channels of groups.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects; an empty list asks about the whole subscribe key.
    ///   - isClientIdentifiersRequired: Whether clients are named and not only counted; true by default.
    ///   - shouldFetchClientState: Whether named clients come with their state; false by default.
    ///   - handleBlock: Called with the answer and the objects asked for, or with the error, whose `associatedObject` holds
    ///     them. nil, the default, when nobody waits for it.
    public func requestParticipantsList(
        for channelObjects: [any PNChannelProtocol],
        clientIdentifiersRequired isClientIdentifiersRequired: Bool = true,
        clientState shouldFetchClientState: Bool = false,
        withCompletionBlock handleBlock: PNClientParticipantsHandlingBlock? = nil
    ) {
        engine.requestParticipants(
            of: channelObjects,
            .init(identifiers: isClientIdentifiersRequired, state: shouldFetchClientState),
            handleBlock
        )
    }

    /// Asks who is on channels and on the channels of groups, under the name that the headers of 3.7.8 use.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel`` and ``PNChannelGroup`` objects.
    ///   - isClientIdentifiersRequired: Whether clients are named and not only counted.
    ///   - shouldFetchClientState: Whether named clients come with their state.
    public func requestParticipantsList(
        _ channelObjects: [any PNChannelProtocol],
        clientIdentifiersRequired isClientIdentifiersRequired: Bool,
        clientState shouldFetchClientState: Bool
    ) {
        requestParticipantsList(
            for: channelObjects,
            clientIdentifiersRequired: isClientIdentifiersRequired,
            clientState: shouldFetchClientState
        )
    }
}
