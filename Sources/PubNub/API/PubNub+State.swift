/// State of clients on channels and groups (README "Presence State Data").
extension PubNub {
    /// Asks for a client's state on a channel, or on the channels of a group.
    ///
    /// - Parameters:
    ///   - clientIdentifier: The client asked about; it need not be this one.
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
    /// The own state is changed field by field: what is not named stays, and null removes a field. It is sent again with
    /// later subscriptions and heartbeats until the channel is left. Another client's state is replaced as it is given.
    ///
    /// - Parameters:
    ///   - clientIdentifier: Whose state; the own identifier needs a subscription to the object, else 136.
    ///   - clientState: Texts, numbers and nulls by field name; anything deeper is error 135.
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
