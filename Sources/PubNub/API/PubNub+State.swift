/// State of clients on channels and groups (README "Presence State Data").
extension PubNub {
    /// Asks for a client's state on a channel, or on the channels of a group.
    ///
    /// - Parameters:
    ///   - clientIdentifier: The client asked about, 1 to 92 bytes in UTF-8, neither `.` nor `..`; it need not be this one.
    ///   - object: The ``PNChannel`` or ``PNChannelGroup``.
    ///   - handlerBlock: Called with a client that holds the state, or with the error, whose `associatedObject` is the
    ///     ``PNClient`` asked for. nil, the default, when nobody waits for it.
    public func requestClientState(
        _ clientIdentifier: String,
        forObject object: any PNChannelProtocol,
        withCompletionHandling handlerBlock: PNClientStateRetrieveHandlingBlock? = nil
    ) {
        engine.requestState(of: clientIdentifier, on: object, handlerBlock)
    }

    /// Changes a client's state on a channel, or on the channels of a group.
    ///
    /// Null removes a field, whoever the state belongs to.
    ///
    /// The client changes its own state field by field: fields that are not named stay. It sends the state again with later
    /// subscriptions and heartbeats until the channel is left. The state of another client is replaced as given. If a field
    /// is null, the client first reads the other client's state, keeps the fields that are not named, and then replaces it:
    /// two requests, between which someone else may change the state. The fields of all channels of a group are then put
    /// together, and every channel of the group gets the result.
    ///
    /// - Parameters:
    ///   - clientIdentifier: Whose state, 1 to 92 bytes in UTF-8, neither `.` nor `..`. This client's own identifier needs
    ///     a subscription to the object, else the call ends with error 136.
    ///   - clientState: Strings, numbers, booleans and nulls by field name; anything deeper is error 135.
    ///   - object: The ``PNChannel`` or ``PNChannelGroup``.
    ///   - handlerBlock: Called with a client that holds the state kept by the service, or with the error, whose
    ///     `associatedObject` is the ``PNClient`` with the state that was sent. nil, the default, when nobody waits.
    public func updateClientState(
        _ clientIdentifier: String,
        state clientState: [String: Any],
        forObject object: any PNChannelProtocol,
        withCompletionHandling handlerBlock: PNClientStateUpdateHandlingBlock? = nil
    ) {
        engine.updateState(of: clientIdentifier, clientState, on: object, handlerBlock)
    }
}
